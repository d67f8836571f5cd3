//! Runs the built program. Also what other tests share: folders, puzzle files and transcripts.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A scratch folder in the repository, so that files in it refer to puzzles by short paths.
pub(crate) fn scratch_folder() -> TempDir {
    // The folder may be missing, because cargo can build elsewhere.
    let target = root().join("target");
    std::fs::create_dir_all(&target).expect("a folder");
    TempDir::new_in(target).expect("a scratch folder")
}

/// The absolute path of the top of the repository, for files in other folders. On Windows it has a drive. It
/// has slashes, which need no escaping in texts.
pub(crate) fn whole_root() -> String {
    let path = std::path::absolute(root()).expect("a path");
    slashes(path.to_str().expect("UTF-8"))
}

/// A text with slashes in place of this system's path separators.
pub(crate) fn slashes(text: &str) -> String {
    text.replace(std::path::MAIN_SEPARATOR, "/")
}

/// A text with Unix's message for a missing folder in place of this system's.
pub(crate) fn missing_as_on_unix(text: &str) -> String {
    let missing = std::fs::File::open(root().join("no/such/folder")).expect_err("there is none");
    text.replace(
        &missing.to_string(),
        "No such file or directory (os error 2)",
    )
}

/// The folders of the puzzle collection, relative to the top: `puzzles` and its subfolders, sorted.
pub(crate) fn puzzle_folders() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("puzzles")).expect("there are puzzles");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let names = paths.filter(|path| path.is_dir()).map(|path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        format!("puzzles/{name}")
    });
    let mut folders: Vec<String> = names.chain(["puzzles".to_owned()]).collect();
    folders.sort();
    folders
}

/// The program, run in the top folder, in a fixed environment.
pub(crate) fn tilewright() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.current_dir(root());
    for variable in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "TERM",
        "COLUMNS",
        "TILEWRIGHT_THREADS",
        "TILEWRIGHT_MEMORY",
    ] {
        command.env_remove(variable);
    }
    command
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            // -1 if a signal killed the program.
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }
}

impl Run {
    /// The whole output, for a snapshot.
    pub(crate) fn transcript(&self) -> String {
        let mut text = format!("exit status {}\n", self.status);
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{stream}"));
            }
        }
        text
    }

    /// The answer of a successful `--format json` run.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.status, 0, "{}", self.transcript());
        serde_json::from_str(&self.stdout).expect("stdout is one JSON document")
    }
}

/// Runs the program in the top folder, and waits for its end.
pub(crate) fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    tilewright()
        .args(arguments)
        .output()
        .expect("the program starts")
        .into()
}

/// Starts the program with its output piped, on one thread unless the arguments say otherwise: these runs are
/// interrupted after seconds, and other tests run at the same time.
pub(crate) fn start(arguments: &[&str]) -> Child {
    tilewright()
        .env("TILEWRIGHT_THREADS", "1")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Sends Ctrl-C to a run, and waits for its end.
#[cfg(unix)]
pub(crate) fn interrupt(child: Child) -> Run {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success());
    child.wait_with_output().expect("the program ends").into()
}

/// The lines of `--format jsonl`.
pub(crate) fn json_lines(run: &Run) -> Vec<serde_json::Value> {
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Writes a puzzle file to a separate folder, which is removed when it is dropped.
pub(crate) fn puzzle_file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::TempDir::new().expect("a scratch folder");
    let path = folder.path().join("pool.ron");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}
