//! Chromium, controlled by the `DevTools` protocol.
//!
//! With `--remote-debugging-pipe`, Chromium reads commands from file descriptor 3 and writes
//! answers to 4. Each is a JSON object followed by a zero byte. This needs no server or socket; a
//! shell redirects the pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::on_path;

/// The time after which a browser that does not answer counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// Errors reported by the page.
    complaints: Vec<String>,
    /// The profile, and files written for the page.
    folder: TempDir,
}

/// The program names of Chromium on various systems.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

impl Browser {
    /// Starts a browser with an empty page.
    pub(crate) fn start() -> Self {
        let chromium = NAMES.into_iter().find_map(on_path);
        let chromium = chromium.expect("install chromium");
        let folder = TempDir::new().expect("a scratch folder");
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$@" 3<&0 4>&1 >/dev/null 2>&1"#, "sh"])
            .arg(chromium)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .arg(format!(
                "--user-data-dir={}",
                folder.path().join("profile").display()
            ))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let commands = child.stdin.take().expect("it has an input");
        let answers = child.stdout.take().expect("it has an output");
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in BufReader::new(answers).split(0) {
                let Ok(message) = message else { return };
                let Ok(message) = serde_json::from_slice(&message) else {
                    return;
                };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self {
            child,
            commands,
            messages,
            session: None,
            last: 0,
            complaints: Vec::new(),
            folder,
        };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        browser.attach(&target["targetId"]);
        browser.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": false}),
        );
        browser
    }

    /// Continues in the page with this target.
    fn attach(&mut self, target: &Value) {
        let attached = self.call(
            "Target.attachToTarget",
            &json!({"targetId": target, "flatten": true}),
        );
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Accessibility"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Continues in the page whose address contains a text, as soon as there is one.
    pub(crate) fn switch_to_page(&mut self, address: &str) {
        for _ in 0..6000 {
            let found = self.call("Target.getTargets", &json!({}));
            let found = found["targetInfos"].as_array().expect("a list");
            let is_page = |target: &&Value| {
                let url = target["url"].as_str().unwrap_or_default();
                target["type"] == "page" && url.contains(address)
            };
            if let Some(page) = found.iter().find(is_page) {
                let target = page["targetId"].clone();
                return self.attach(&target);
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("no page is at {address}");
    }

    /// The folder for files of the page.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Sends a command and returns its result.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        let message = self.ask(method, parameters);
        assert!(message.get("error").is_none(), "{method}: {message}");
        message["result"].clone()
    }

    /// Sends a command and returns its answer, which may be an error.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.last += 1;
        let mut command = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        self.commands
            .write_all(&bytes)
            .expect("the browser listens");
        self.commands.flush().expect("the browser listens");
        loop {
            let message = self.next_message();
            if message["id"] == self.last {
                return message;
            }
        }
    }

    /// Reads the next message. Errors of the page are recorded.
    fn next_message(&mut self) -> Value {
        let message = self
            .messages
            .recv_timeout(PATIENCE)
            .expect("the browser answers");
        match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.complaints.push(message["params"].to_string()),
            Some("Log.entryAdded") if message["params"]["entry"]["level"] == "error" => {
                self.complaints.push(message["params"]["entry"].to_string());
            }
            _ => {}
        }
        message
    }

    /// Opens a file, with a fragment of its address.
    pub(crate) fn open(&mut self, file: &Path, fragment: &str) {
        // If only the fragment changed, the browser would not load the file again.
        for address in [
            "about:blank".to_owned(),
            format!("file://{}{fragment}", file.display()),
        ] {
            self.call("Page.navigate", &json!({"url": address}));
            while self.next_message()["method"] != "Page.loadEventFired" {}
        }
        self.wait_for("!byId('data') || document.documentElement.dataset.state === 'ready'");
        self.is_content();
    }

    /// Waits until an expression is true in the page, which may still be loading.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        assert!(
            self.becomes_true(expression),
            "{expression} never came true: {:?}",
            self.complaints
        );
    }

    /// Whether an expression becomes true in the page within some seconds. The page may still be loading.
    fn becomes_true(&mut self, expression: &str) -> bool {
        let expression = expression.replace("byId(", "document.getElementById(");
        (0..500).any(|_| {
            thread::sleep(Duration::from_millis(10));
            self.value_if_there(&expression) == true
        })
    }

    /// Opens the address of a page that never finishes loading.
    pub(crate) fn go(&mut self, address: &str) {
        for address in ["about:blank", address] {
            self.call("Page.navigate", &json!({"url": address}));
        }
        self.is_content();
    }

    /// Asserts that the page has reported no errors.
    pub(crate) fn is_content(&self) {
        assert!(self.complaints.is_empty(), "{:?}", self.complaints);
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let answer = self.call(
            "Runtime.evaluate",
            &json!({"expression": expression, "returnByValue": true, "awaitPromise": true}),
        );
        assert!(
            answer.get("exceptionDetails").is_none(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// The value of an expression in a page that may still be loading; null if it has no value yet.
    pub(crate) fn value_if_there(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true});
        self.ask("Runtime.evaluate", &parameters)["result"]["result"]["value"].clone()
    }

    /// The text of the first element that a selector finds.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!(
            "document.querySelector({selector:?})?.textContent"
        ));
        let text = text
            .as_str()
            .unwrap_or_else(|| panic!("there is no {selector}"));
        text.replace('\u{a0}', "")
    }

    /// The centre of the element that a selector finds, in window coordinates, once the element stands still
    /// for three frames: a page may scroll smoothly or move its parts. It is waited for 200 frames at most.
    pub(crate) fn middle(&mut self, selector: &str) -> (f64, f64) {
        let at = self.value(&format!(
            "new Promise((done, fail) => {{ let last = '', still = 0, frames = 0; \
             const look = () => {{ const at = document.querySelector({selector:?}); \
             if (!at) return fail(new Error('not there')); \
             at.scrollIntoView({{ block: 'nearest', behavior: 'instant' }}); \
             const box = at.getBoundingClientRect(); \
             const middle = [box.x + box.width / 2, box.y + box.height / 2]; \
             still = String(middle) === last ? still + 1 : 0; last = String(middle); frames += 1; \
             if (still === 3 || frames === 200) done(middle); else requestAnimationFrame(look); }}; look(); }})"
        ));
        let number = |i: usize| at[i].as_f64().expect("a place");
        (number(0), number(1))
    }

    pub(crate) fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let buttons = u8::from(kind != "mouseReleased");
        self.call(
            "Input.dispatchMouseEvent",
            &json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1}),
        );
    }

    pub(crate) fn click_at(&mut self, at: (f64, f64)) {
        self.mouse("mousePressed", at);
        self.mouse("mouseReleased", at);
    }

    /// Clicks on the centre of the element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.click_at(at);
    }

    /// Changes the window back to that of a desktop computer.
    pub(crate) fn desktop(&mut self) {
        self.call(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": false}),
        );
        self.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": false}),
        );
    }

    /// Changes the window to that of a phone with a touch screen.
    pub(crate) fn telephone(&mut self) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true}),
        );
        self.call(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": true}),
        );
    }

    /// Touches the screen, moves through the points, and lifts the finger.
    pub(crate) fn touch(&mut self, places: &[(f64, f64)]) {
        let mut kind = "touchStart";
        for &(x, y) in places {
            self.call(
                "Input.dispatchTouchEvent",
                &json!({"type": kind, "touchPoints": [{"x": x, "y": y}]}),
            );
            kind = "touchMove";
            // Moves are delivered once per frame.
            self.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))");
        }
        self.call(
            "Input.dispatchTouchEvent",
            &json!({"type": "touchEnd", "touchPoints": []}),
        );
    }

    /// Taps on the centre of the element that a selector finds, and waits for the click, which the
    /// browser sends some time after the finger is lifted. If a busy machine lifts the finger late,
    /// the browser sees a long press instead of a click; then this taps again.
    pub(crate) fn tap(&mut self, selector: &str) {
        self.value(
            "window.isTapped = false; \
             addEventListener('click', () => { window.isTapped = true; }, { once: true })",
        );
        let is_tapped = (0..3).any(|_| {
            let at = self.middle(selector);
            self.touch(&[at]);
            self.becomes_true("window.isTapped")
        });
        assert!(is_tapped, "{selector}: no click: {:?}", self.complaints);
    }

    /// Presses and releases a key: `Enter`, `ArrowLeft`, `r`, and with shift `R`.
    pub(crate) fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            key => key
                .chars()
                .next()
                .map_or(0, |c| u32::from(c.to_ascii_uppercase())),
        };
        let text = match key {
            "Enter" => Some("\r"),
            key if key.chars().count() == 1 => Some(key),
            _ => None,
        };
        // A capital letter is a key with shift.
        let shift = key.len() == 1 && key.chars().all(char::is_uppercase);
        let modifiers = if shift { 8 } else { 0 };
        let mut down = json!({
            "type": "keyDown", "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers,
        });
        if let Some(text) = text {
            down["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", &down);
        self.call(
            "Input.dispatchKeyEvent",
            &json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code}),
        );
    }

    /// The accessibility tree for screen readers: the role and name of everything that is not ignored.
    pub(crate) fn spoken(&mut self) -> Vec<(String, String)> {
        let tree = self.call("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().expect("a list of nodes");
        let field =
            |node: &Value, name: &str| node[name]["value"].as_str().unwrap_or_default().to_owned();
        nodes
            .iter()
            .filter(|node| node["ignored"] == false)
            .map(|node| (field(node, "role"), field(node, "name")))
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closing the pipe would also end the browser, but later.
        let close = json!({"id": 0, "method": "Browser.close"}).to_string() + "\0";
        let _ = self.commands.write_all(close.as_bytes());
        let _ = self.commands.flush();
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
