//! Firefox, controlled by Marionette: JSON messages over a socket, each preceded by its length.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::on_path;

/// Firefox with one page.
pub(crate) struct Firefox {
    child: Child,
    stream: TcpStream,
    last: u64,
    pub(crate) profile: TempDir,
}

impl Firefox {
    pub(crate) fn start() -> Self {
        let firefox = on_path("firefox-esr")
            .or_else(|| on_path("firefox"))
            .expect("install firefox-esr");
        let profile = TempDir::new().expect("a scratch folder");
        // Firefox chooses a free port and writes it to a file.
        std::fs::write(
            profile.path().join("user.js"),
            "user_pref(\"marionette.port\", 0);\nuser_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\n",
        )
        .expect("a file");
        let child = Command::new(firefox)
            .args(["--headless", "--marionette", "--no-remote", "--profile"])
            .arg(profile.path())
            .env("HOME", profile.path())
            .env("MOZ_HEADLESS_WIDTH", "1280")
            .env("MOZ_HEADLESS_HEIGHT", "850")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Firefox starts");
        let port = port(profile.path());
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("Firefox listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .expect("a time limit");
        let mut firefox = Self {
            child,
            stream,
            last: 0,
            profile,
        };
        firefox.next_message();
        firefox.call("WebDriver:NewSession", &json!({}));
        firefox
    }

    /// Reads the next message.
    fn next_message(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut byte = [0];
            self.stream.read_exact(&mut byte).expect("Firefox answers");
            match byte[0] {
                b':' => break,
                digit => length = length * 10 + usize::from(digit - b'0'),
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).expect("Firefox answers");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Sends a command and returns its answer.
    fn call(&mut self, command: &str, parameters: &Value) -> Value {
        self.last += 1;
        let message = json!([0, self.last, command, parameters]).to_string();
        write!(self.stream, "{}:{message}", message.len()).expect("Firefox listens");
        let answer = self.next_message();
        assert!(answer[2].is_null(), "{command}: {answer}");
        answer[3].clone()
    }

    /// Changes the size of the window, so that a page has about this width and height; 450 is the least width.
    pub(crate) fn resize(&mut self, (width, height): (u32, u32)) {
        self.call(
            "WebDriver:SetWindowRect",
            &json!({"width": width, "height": height + 90}),
        );
    }

    pub(crate) fn go(&mut self, address: &str) {
        for url in ["about:blank", address] {
            self.call("WebDriver:Navigate", &json!({ "url": url }));
        }
    }

    /// Continues in the window that was opened last, as soon as there is a second one.
    pub(crate) fn switch_to_newest_window(&mut self) {
        for _ in 0..500 {
            let handles = self.call("WebDriver:GetWindowHandles", &json!({}));
            let handles = handles.as_array().expect("a list");
            if let [_, .., newest] = &handles[..] {
                self.call("WebDriver:SwitchToWindow", &json!({ "handle": newest }));
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("no window is opened");
    }

    /// Opens a file and waits until its page is ready.
    pub(crate) fn open(&mut self, file: &Path, fragment: &str) {
        self.go(&format!("file://{}{fragment}", file.display()));
        for _ in 0..500 {
            if self.value("document.documentElement.dataset.state === 'ready'") == true {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the page is never ready");
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        // Names declared by a classic script are not properties of the window, and the page's policy forbids
        // `eval`.
        let script = "const { dataset } = document.documentElement; delete dataset.answer; \
                      const script = document.createElement('script'); script.textContent = \
                      `document.documentElement.dataset.answer = JSON.stringify(${arguments[0]}) ?? 'null'`; \
                      document.body.append(script); script.remove(); return JSON.parse(dataset.answer)";
        let parameters = json!({"script": script, "args": [expression], "sandbox": null});
        self.call("WebDriver:ExecuteScript", &parameters)["value"].clone()
    }

    /// The value of an expression that uses only the document, not the names of the page's scripts: a page
    /// may forbid other scripts.
    pub(crate) fn of_document(&mut self, expression: &str) -> Value {
        let parameters = json!({"script": format!("return {expression}"), "args": []});
        self.call("WebDriver:ExecuteScript", &parameters)["value"].clone()
    }

    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.of_document(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().expect("a text").to_owned()
    }

    /// The centre of the element that a selector finds, in whole pixels.
    pub(crate) fn middle(&mut self, selector: &str) -> (i64, i64) {
        let expression = format!(
            "(() => {{ const at = document.querySelector({selector:?}); \
             at.scrollIntoView({{ block: 'nearest', behavior: 'instant' }}); \
             const box = at.getBoundingClientRect(); \
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; }})()"
        );
        let mut at = self.of_document(&expression);
        for _ in 0..100 {
            thread::sleep(Duration::from_millis(40));
            let next = self.of_document(&expression);
            if next == at {
                break;
            }
            at = next;
        }
        pixels(&at)
    }

    /// Presses a mouse button or a finger, moves through the points, and releases.
    pub(crate) fn drag(&mut self, kind: &str, places: &[(i64, i64)]) {
        let go =
            |&(x, y): &(i64, i64)| json!({"type": "pointerMove", "x": x, "y": y, "duration": 30});
        let mut actions = vec![go(&places[0]), json!({"type": "pointerDown", "button": 0})];
        actions.extend(places[1..].iter().map(go));
        actions.push(json!({"type": "pointerUp", "button": 0}));
        let pointer = json!({
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        });
        self.call("WebDriver:PerformActions", &json!({"actions": [pointer]}));
    }

    pub(crate) fn press(&mut self, key: &str) {
        let key = match key {
            "Enter" => "\u{e007}",
            "ArrowLeft" => "\u{e012}",
            "ArrowUp" => "\u{e013}",
            "ArrowRight" => "\u{e014}",
            "ArrowDown" => "\u{e015}",
            key => key,
        };
        let actions = json!([{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]);
        let keys = json!({"type": "key", "id": "keys", "actions": actions});
        self.call("WebDriver:PerformActions", &json!({"actions": [keys]}));
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The port that Firefox has chosen.
fn port(profile: &Path) -> u16 {
    for _ in 0..600 {
        let file = profile.join("MarionetteActivePort");
        if let Ok(text) = std::fs::read_to_string(file)
            && let Ok(port) = text.trim().parse()
        {
            return port;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("Firefox takes no port");
}

pub(crate) fn pixels(at: &Value) -> (i64, i64) {
    let number = |i: usize| at[i].as_i64().expect("a place");
    (number(0), number(1))
}
