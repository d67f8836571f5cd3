//! Finds the process that has locked a file, if the system lists locks.

use std::fs::File;

/// The id of the process that has locked an open file. `None` if the lock has been released, or the
/// system does not list it.
#[cfg(target_os = "linux")]
pub(super) fn of(file: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;

    let found = file.metadata().ok()?;
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    holder(&locks, found.dev(), found.ino())
}

/// Always `None`: other systems have no readable list of locks.
#[cfg(not(target_os = "linux"))]
pub(super) fn of(_: &File) -> Option<u32> {
    None
}

/// Finds the holder of a file's lock in the list of `proc_locks(5)`, whose lines look like this:
/// `1: FLOCK ADVISORY WRITE 712 fe:00:10092845 0 EOF`. A line of a waiting process has an arrow
/// before its kind.
#[cfg(target_os = "linux")]
fn holder(locks: &str, device: u64, node: u64) -> Option<u32> {
    // As in the C library, the bits of the major and of the minor number are each in two places of the device
    // number.
    let major = (device >> 8 & 0xfff) | (device >> 32 & !0xfff);
    let minor = (device & 0xff) | (device >> 12 & !0xff);
    let file_id = format!("{major:02x}:{minor:02x}:{node}");
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        match fields.as_slice() {
            [_, "FLOCK", _, _, pid, file, ..] if *file == file_id => {
                // For a process in another PID namespace, the system lists 0 or -1 in place of its id.
                pid.parse().ok().filter(|pid| *pid > 0)
            }
            _ => None,
        }
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn holders_are_found_by_file() {
        let locks = "1: FLOCK  ADVISORY  WRITE 712 fe:00:1009 0 EOF\n\
                     1: -> FLOCK  ADVISORY  WRITE 713 fe:00:1009 0 EOF\n\
                     2: POSIX  ADVISORY  WRITE 714 fe:00:1010 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 0 fe:00:1011 0 EOF\n\
                     4: FLOCK  ADVISORY  WRITE 715 103:12345:1009 0 EOF\n";
        assert_eq!(holder(locks, 0xfe00, 1009), Some(712));
        assert_eq!(holder(locks, 0xfe00, 1010), None);
        assert_eq!(holder(locks, 0xfe00, 1011), None);
        assert_eq!(holder(locks, 0xfe01, 1009), None);
        // This device number has bits in both places of its major number and in both of its minor number.
        assert_eq!(holder(locks, 0x1231_0345, 1009), Some(715));
    }

    #[test]
    fn a_lock_of_ours_is_ours() {
        let file = tempfile::tempfile().unwrap();
        file.lock().unwrap();
        // In a sandbox the system may list no locks.
        assert!(of(&file).is_none_or(|pid| pid == std::process::id()));
        file.unlock().unwrap();
        assert_eq!(of(&file), None);
    }
}
