//! The few lines that start a campaign's processes elsewhere.

use std::fmt::Write as _;
use std::time::Duration;

use itertools::Itertools;

/// Who starts the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Slurm: an array of jobs, for `sbatch`.
    Slurm,
    /// Kubernetes: an indexed job, for `kubectl apply`.
    Kubernetes,
    /// GNU parallel, on this machine or on some by `ssh`.
    Parallel,
    /// `HyperQueue`: a task array, for `hq submit`.
    HyperQueue,
}

/// What a script is to start.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// The campaign's folder, as every machine sees it.
    pub folder: &'a str,
    /// How many processes.
    pub jobs: usize,
    /// The threads of each.
    pub threads: usize,
    /// The memory of each, in mebibytes.
    pub memory: u64,
    /// How long each may take, where the scheduler ends those that take longer.
    pub time: Duration,
}

impl Script<'_> {
    /// The lines.
    pub fn text(&self, scheduler: Scheduler) -> String {
        match scheduler {
            Scheduler::Slurm => self.slurm(),
            Scheduler::Kubernetes => self.kubernetes(),
            Scheduler::Parallel => self.parallel(),
            Scheduler::HyperQueue => self.hyperqueue(),
        }
    }

    /// The words of the call that a job makes.
    fn words(&self, share: String) -> Vec<String> {
        let Self {
            threads, memory, ..
        } = self;
        // A quarter of the memory is for what is not accounted for.
        let states = memory - memory / 4;
        let words = ["tilewright", "campaign", "run", self.folder, "--share"];
        let mut words: Vec<String> = words.map(str::to_owned).into();
        words.extend([share, "--threads".to_owned(), threads.to_string()]);
        words.extend(["--memory".to_owned(), format!("{states}MiB")]);
        words
    }

    /// The same, as a shell reads it.
    fn call(&self, share: String) -> String {
        self.words(share).iter().map(|word| quoted(word)).join(" ")
    }

    /// The job ends by itself in good time and comes again. What Slurm says before the end reaches
    /// steps alone, not the shell, so the call is a step; a shell would die of a cancelled job's signal,
    /// so that job does not come again.
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
        // Slurm's signal may come a minute early, and is to come after the end.
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

    /// A pod has no end but the work's.
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

    /// As many at once as there are cores for, each until the work is done. The folder is in the environment:
    /// in a command `parallel` replaces `{}` and runs the Perl between `{=` and `=}`, and it splits values at
    /// the ends of lines.
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

    /// A worker may go at any time, and its tasks begin anew elsewhere.
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

/// A text as one word of bash, on one line whatever it holds, so that it can stand in a comment too.
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
            // Byte by byte, for `\u` depends on the locale.
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

/// A text in double quotes as YAML reads it, and JSON too: on one line, with escapes for what YAML does not
/// take as it is.
fn yaml(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for one in text.chars() {
        match one {
            '"' | '\\' => quoted.extend(['\\', one]),
            // Not printable in YAML, or a line break in some of its versions.
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

/// A text as Kubernetes reads arguments: it puts variables in the place of `$(NAME)`, and `$` in that of `$$`.
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

    /// Names of every special character, and of what a scheduler or a shell would run.
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

    /// Stand-ins for what starts the program say what they are called with, each word ended by a NUL.
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
        // Two minutes more: the signal may come a minute and a half before the end.
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
