//! The few lines that start a campaign's processes elsewhere.

use std::fmt::Write as _;
use std::time::Duration;

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
    /// How long each may take.
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

    /// The call that a job makes.
    fn call(&self, share: &str) -> String {
        let Self {
            threads, memory, ..
        } = self;
        let folder = quoted(self.folder);
        let seconds = self.time.as_secs();
        // A quarter of the memory is for what is not accounted for.
        let states = memory - memory / 4;
        format!(
            "tilewright campaign run {folder} --share {share} --threads {threads} --memory {states}MiB \
             --for {seconds}s"
        )
    }

    fn slurm(&self) -> String {
        let Self {
            jobs,
            threads,
            memory,
            time,
            ..
        } = self;
        let last = jobs.saturating_sub(1);
        let minutes = time.as_secs().div_ceil(60) + 1;
        let call = self.call(&format!("/{jobs}"));
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
             # Status 1: parts are left and the time is over, so the job comes again. Status 130: it was\n\
             # stopped; if its node is wanted for another job, Slurm brings it back.\n\
             {call}\n\
             status=$?\n\
             if [ $status -eq 1 ]; then\n    \
                 scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"\n\
             fi\n\
             exit $status\n\
             # sbatch this file; then: tilewright campaign status {folder}\n"
        )
    }

    fn kubernetes(&self) -> String {
        let Self {
            jobs,
            threads,
            memory,
            ..
        } = self;
        let mut arguments = String::new();
        let call = self.call(&format!("/{jobs}"));
        for word in call.split(' ').skip(1) {
            // Writing to a string does not fail.
            let _ = write!(arguments, "\n            - {word:?}");
        }
        format!(
            "apiVersion: batch/v1\n\
             kind: Job\n\
             metadata:\n  name: tilewright\n\
             spec:\n  \
               completionMode: Indexed\n  \
               completions: {jobs}\n  \
               parallelism: {jobs}\n  \
               # Status 1: parts are left and the time is over, so the index is tried again.\n  \
               backoffLimitPerIndex: 100\n  \
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
                         - {{name: campaign, mountPath: {folder:?}}}\n      \
                   volumes:\n        \
                     # A volume that all pods can write to.\n        \
                     - name: campaign\n          \
                       persistentVolumeClaim: {{claimName: CLAIM}}\n",
            folder = self.folder,
        )
    }

    fn parallel(&self) -> String {
        let jobs = self.jobs;
        let last = jobs.saturating_sub(1);
        let call = self.call(&format!("{{}}/{jobs}"));
        format!(
            "#!/bin/bash\n\
             # Add --sshloginfile NODES for the machines of a room; each must see the folder.\n\
             seq 0 {last} | parallel --retries 3 --joblog campaign.log --lb \\\n    {call}\n"
        )
    }

    fn hyperqueue(&self) -> String {
        let Self {
            jobs,
            threads,
            memory,
            time,
            ..
        } = self;
        let last = jobs.saturating_sub(1);
        let seconds = time.as_secs() + 60;
        let call = self.call(&format!("/{jobs}"));
        format!(
            "#!/bin/bash\n\
             hq submit --name tilewright --array 0-{last} --cpus {threads} \\\n    \
                 --resource mem={memory} --time-limit {seconds}s --crash-limit 100 -- \\\n    \
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
