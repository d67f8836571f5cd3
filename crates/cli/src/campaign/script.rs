//! Scripts that start a campaign's processes with a scheduler.

use std::fmt::Write as _;
use std::time::Duration;

use itertools::Itertools;

/// The scheduler that starts the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheduler {
    /// Slurm: a job array, for `sbatch`.
    Slurm,
    /// Kubernetes: an indexed job, for `kubectl apply`.
    Kubernetes,
    /// GNU parallel, on this machine or on several by `ssh`.
    Parallel,
    /// `HyperQueue`: a task array, for `hq submit`.
    HyperQueue,
}

/// The parameters of a script.
#[derive(Clone, Debug)]
pub(crate) struct Script<'a> {
    /// The campaign's folder, with the same path on every machine.
    pub folder: &'a str,
    /// The number of processes.
    pub jobs: usize,
    /// The number of threads per process.
    pub threads: usize,
    /// The memory per process, in mebibytes.
    pub memory: u64,
    /// The time limit per job, for schedulers that have one.
    pub time: Duration,
}

impl Script<'_> {
    pub(crate) fn text(&self, scheduler: Scheduler) -> String {
        match scheduler {
            Scheduler::Slurm => self.slurm(),
            Scheduler::Kubernetes => self.kubernetes(),
            Scheduler::Parallel => self.parallel(),
            Scheduler::HyperQueue => self.hyperqueue(),
        }
    }

    /// The program and arguments of a job's command.
    fn words(&self, share: String) -> Vec<String> {
        let Self {
            threads, memory, ..
        } = self;
        // The memory limit covers only part of what the program allocates; the rest gets a quarter
        // of the memory.
        let states = memory - memory / 4;
        let words = ["tilewright", "campaign", "run", self.folder, "--share"];
        let mut words: Vec<String> = words.map(str::to_owned).into();
        words.extend([share, "--threads".to_owned(), threads.to_string()]);
        words.extend(["--memory".to_owned(), format!("{states}MiB")]);
        words
    }

    /// The command, quoted for a shell.
    fn call(&self, share: String) -> String {
        self.words(share).iter().map(|word| quoted(word)).join(" ")
    }

    /// The script for Slurm. Its command ends before the job's time limit, and the job is requeued.
    /// Before the limit, Slurm signals only job steps, not the shell; therefore the command runs as
    /// a step. If a job is cancelled, the shell is killed, too, so it is not requeued.
    fn slurm(&self) -> String {
        let Self {
            jobs,
            threads,
            memory,
            time,
            ..
        } = self;
        let last = jobs.saturating_sub(1);
        let seconds = time.as_secs();
        // The limit is at least two minutes longer than the command's: Slurm's signal may come a
        // minute early, and must not come before the command ends.
        let minutes = seconds.div_ceil(60) + 2;
        let call = self.call(format!("/{jobs}"));
        format!(
            "#!/bin/bash\n\
             #SBATCH --job-name=tilewright\n\
             #SBATCH --array=0-{last}\n\
             #SBATCH --cpus-per-task={threads}\n\
             #SBATCH --mem={memory}M\n\
             #SBATCH --time={minutes}\n\
             #SBATCH --requeue\n\
             #SBATCH --signal=TERM@30\n\
             #SBATCH --open-mode=append\n\
             # sbatch this file; then: tilewright campaign status FOLDER\n\
             srun --cpus-per-task={threads} \\\n    \
                 {call} --for {seconds}s\n\
             status=$?\n\
             # Status 1: its time is over and parts are left; 130: Slurm said that it soon would be.\n\
             if [ $status -eq 1 ] || [ $status -eq 130 ]; then\n    \
                 scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"\n\
             fi\n\
             exit $status\n"
        )
    }

    /// The description of a job for Kubernetes. Its pods have no time limit.
    fn kubernetes(&self) -> String {
        let Self {
            jobs,
            threads,
            memory,
            ..
        } = self;
        let mut arguments = String::new();
        for word in self.words(format!("/{jobs}")).iter().skip(1) {
            // Writing to a string does not fail.
            let _ = write!(
                arguments,
                "\n            - {}",
                yaml(&kubernetes_argument(word))
            );
        }
        format!(
            "# kubectl apply -f THIS_FILE, of Kubernetes 1.29 or later\n\
             apiVersion: batch/v1\n\
             kind: Job\n\
             metadata:\n  name: tilewright\n\
             spec:\n  \
               completionMode: Indexed\n  \
               completions: {jobs}\n  \
               parallelism: {jobs}\n  \
               # How often each index is tried again.\n  \
               backoffLimitPerIndex: 100\n  \
               podFailurePolicy:\n    \
                 rules:\n      \
                   # A pod that is evicted or loses its node is made again, and counts for nothing.\n      \
                   - action: Ignore\n        \
                     onPodConditions:\n          \
                       - {{type: DisruptionTarget, status: \"True\"}}\n  \
               template:\n    \
                 spec:\n      \
                   restartPolicy: Never\n      \
                   terminationGracePeriodSeconds: 30\n      \
                   containers:\n        \
                     - name: tilewright\n          \
                       image: IMAGE_WITH_TILEWRIGHT\n          \
                       command: [\"tilewright\"]\n          \
                       args:{arguments}\n          \
                       resources:\n            \
                         requests: {{cpu: \"{threads}\", memory: \"{memory}Mi\"}}\n            \
                         limits: {{memory: \"{memory}Mi\"}}\n          \
                       volumeMounts:\n            \
                         - name: campaign\n              \
                           mountPath: {folder}\n      \
                   volumes:\n        \
                     # A volume that all pods can write to.\n        \
                     - name: campaign\n          \
                       persistentVolumeClaim: {{claimName: CLAIM}}\n",
            folder = yaml(self.folder),
        )
    }

    /// The script for GNU parallel. It runs as many jobs at once as the cores allow, each until the
    /// work is done. The folder is passed in the environment: in a command, `parallel` replaces
    /// `{}`, runs Perl code between `{=` and `=}`, and splits values at line ends.
    fn parallel(&self) -> String {
        let jobs = self.jobs;
        let last = jobs.saturating_sub(1);
        let percent = (100 / self.threads.max(1)).max(1);
        let template = Script {
            folder: "\"$CAMPAIGN\"",
            ..self.clone()
        };
        let call = template.words(format!("{{}}/{jobs}")).join(" ");
        let folder = quoted(self.folder);
        format!(
            "#!/bin/bash\n\
             export CAMPAIGN={folder}\n\
             # Add --sshloginfile NODES for the machines of a room; each must see the folder.\n\
             seq 0 {last} | parallel --env CAMPAIGN --jobs {percent}% --retries 3 \\\n    \
                 --joblog campaign.log --line-buffer \\\n    \
                 '{call}'\n"
        )
    }

    /// The script for `HyperQueue`. If a worker disappears, `HyperQueue` restarts its tasks on
    /// another worker.
    fn hyperqueue(&self) -> String {
        let Self {
            jobs,
            threads,
            memory,
            ..
        } = self;
        let last = jobs.saturating_sub(1);
        let call = self.call(format!("/{jobs}"));
        format!(
            "#!/bin/bash\n\
             hq submit --name tilewright --array 0-{last} --cpus {threads} \\\n    \
                 --resource mem={memory} --crash-limit 100 -- \\\n    \
                 {call}\n"
        )
    }
}

/// Quotes a text as one word for bash. The result is always one line, so it is safe even in a comment.
fn quoted(text: &str) -> String {
    let plain = |one: char| one.is_ascii_alphanumeric() || "/._-+=@%:".contains(one);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    if !text.chars().any(char::is_control) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut word = "$'".to_owned();
    for one in text.chars() {
        match one {
            '\'' | '\\' => word.extend(['\\', one]),
            // Escape every byte, because `\u` depends on the locale.
            one if one.is_control() => {
                let mut bytes = [0; 4];
                let bytes = one.encode_utf8(&mut bytes).bytes();
                word.extend(bytes.map(|byte| format!("\\x{byte:02x}")));
            }
            one => word.push(one),
        }
    }
    word + "'"
}

/// Quotes a text for YAML and JSON: on one line, with escapes for characters that YAML does not accept.
fn yaml(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for one in text.chars() {
        match one {
            '"' | '\\' => quoted.extend(['\\', one]),
            // YAML does not count these characters as printable, or some of its versions count them
            // as line breaks.
            '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => quoted += &format!("\\u{:04x}", u32::from(one)),
            one => quoted.push(one),
        }
    }
    quoted + "\""
}

/// Escapes a text for arguments in Kubernetes, which expands `$(NAME)` and replaces `$$` by `$`.
fn kubernetes_argument(text: &str) -> String {
    text.replace('$', "$$")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn script(folder: &str) -> Script<'_> {
        Script {
            folder,
            jobs: 40,
            threads: 4,
            memory: 2048,
            time: Duration::from_secs(3 * 3600),
        }
    }

    /// Paths with every special character, and paths that a scheduler or a shell might execute.
    fn names() -> Vec<String> {
        let mut names: Vec<String> = ('\u{1}'..='\u{7e}')
            .map(|one| format!("/a{one}b"))
            .collect();
        names.push(('\u{1}'..='\u{a0}').collect());
        names.extend(
            [
                "/a b/it's \"one\" $HOME",
                "/x\ntouch run-by-the-name\n#",
                "/x\n#SBATCH --wrap=id\r\n",
                "/$(touch run-by-the-name)`touch run-by-the-name`",
                "/'; touch run-by-the-name; '",
                "/{} {1} {2} {.} {#} {= system('touch run-by-the-name') =}",
                "/$(HOSTNAME) $$(HOSTNAME) $$",
                "-n",
                "~",
                "!!",
                "/ü\u{85}\u{2028}\u{2029}\u{feff}😀\u{7f}",
                "\\",
                "/ends in a backslash\\",
            ]
            .map(str::to_owned),
        );
        names
    }

    /// Shell functions that replace the schedulers' commands. They print their arguments, each
    /// ended by a NUL.
    const STAND_INS: &str = r#"
        srun() { printf '%s\0' "$@"; }
        hq() { srun "$@"; }
        parallel() { srun run "$CAMPAIGN" --share; }
    "#;

    #[test]
    fn a_folder_of_any_name_reaches_the_program_and_runs_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        for scheduler in [Scheduler::Slurm, Scheduler::HyperQueue, Scheduler::Parallel] {
            let mut all = STAND_INS.to_owned();
            for name in names() {
                let text = script(&name).text(scheduler);
                let lines = script("plain").text(scheduler).lines().count();
                assert_eq!(text.split(['\n', '\r']).count(), lines + 1, "{text}");
                let _ = write!(all, "(\n{text})\nprintf 'next\\0'\n");
            }
            let output = (Command::new("bash").arg("-s").current_dir(scratch.path()))
                .stdin(file_of(&all))
                .output()
                .unwrap();
            let seen = String::from_utf8(output.stdout).unwrap();
            let calls: Vec<&str> = seen.split("next\0").collect();
            assert_eq!(calls.len(), names().len() + 1);
            for (name, call) in names().iter().zip(calls) {
                let words: Vec<&str> = call.split('\0').collect();
                let is_there = (words.windows(3)).any(|words| words == ["run", name, "--share"]);
                assert!(is_there, "{scheduler:?} {name:?}: {words:?}");
            }
        }
        assert_eq!(scratch.path().read_dir().unwrap().count(), 0);
    }

    fn file_of(text: &str) -> std::fs::File {
        use std::io::{Seek, SeekFrom, Write as _};
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        file
    }

    #[test]
    fn the_command_of_parallel_holds_no_part_of_the_name() {
        let text = script("/{= die =}").text(Scheduler::Parallel);
        let command = r#"'tilewright campaign run "$CAMPAIGN" --share {}/40 "#;
        assert!(text.contains(command), "{text}");
    }

    #[test]
    fn a_manifest_holds_the_folder_as_one_text() {
        for name in names() {
            let text = script(&name).text(Scheduler::Kubernetes);
            let lines = script("plain").text(Scheduler::Kubernetes).lines().count();
            assert_eq!(
                text.split(['\n', '\r', '\u{85}', '\u{2028}']).count(),
                lines + 1
            );
            let value = |before: &str| -> String {
                let (_, after) = text.split_once(before).unwrap();
                serde_json::from_str(after.lines().next().unwrap()).unwrap()
            };
            assert_eq!(value("mountPath: "), name);
            let argument = value("- \"run\"\n            - ");
            assert_eq!(argument.replace("$$", "$"), name);
            assert!(!argument.replace("$$", "").contains('$'));
        }
    }

    #[test]
    fn slurm_ends_a_job_after_the_job_itself() {
        let text = script("/c").text(Scheduler::Slurm);
        assert!(text.contains("--for 10800s"), "{text}");
        // The limit is two minutes longer than the command's, because the signal may come 90 seconds early.
        assert!(text.contains("#SBATCH --time=182\n"), "{text}");
    }

    #[test]
    fn no_other_job_ends_before_the_work() {
        for scheduler in [
            Scheduler::Kubernetes,
            Scheduler::Parallel,
            Scheduler::HyperQueue,
        ] {
            let text = script("/c").text(scheduler);
            assert!(!text.contains("--for"), "{text}");
        }
    }
}
