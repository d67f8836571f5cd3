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
        let folder = quoted(self.folder);
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
             # sbatch this file; then: tilewright campaign status {folder}\n\
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
            let _ = write!(arguments, "\n            - {}", yaml(word));
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

    /// As many at once as there are cores for, each until the work is done.
    fn parallel(&self) -> String {
        let jobs = self.jobs;
        let last = jobs.saturating_sub(1);
        let percent = (100 / self.threads.max(1)).max(1);
        let call = self.call(format!("{{}}/{jobs}"));
        format!(
            "#!/bin/bash\n\
             # Add --sshloginfile NODES for the machines of a room; each must see the folder.\n\
             seq 0 {last} | parallel --quote --jobs {percent}% --retries 3 --joblog campaign.log \\\n    \
                 --line-buffer {call}\n"
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

/// A path as a shell reads it.
fn quoted(path: &str) -> String {
    let plain = |one: char| one.is_ascii_alphanumeric() || "/._-+=@%:".contains(one);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// A text as YAML reads it, of which JSON is a part.
fn yaml(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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

    #[test]
    fn a_folder_of_any_name_reaches_the_program() {
        let folder = "/a b/it's \"one\" $HOME";
        // A stand-in for the program and for what starts it says what it is called with.
        let stand_in = "srun() { printf '<%s>' \"$@\"; }; hq() { srun \"$@\"; }; ";
        for scheduler in [Scheduler::Slurm, Scheduler::HyperQueue] {
            let text = format!("{stand_in}{}", script(folder).text(scheduler));
            let output = Command::new("bash").args(["-c", &text]).output().unwrap();
            let seen = String::from_utf8(output.stdout).unwrap();
            let wanted = format!("<campaign><run><{folder}><--share></40>");
            assert!(seen.contains(&wanted), "{seen}");
        }
        let pod = script(folder).text(Scheduler::Kubernetes);
        assert!(
            pod.contains(r#"- "/a b/it's \"one\" $HOME""#),
            "a word of its own: {pod}"
        );
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
