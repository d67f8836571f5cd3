use super::*;

#[test]
fn a_failure_leaves_the_old_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    fs::write(&path, "old").unwrap();
    let failed = replace(&path, |out| {
        out.write_all(b"half of the new")?;
        Err::<(), _>(io::Error::other("no more"))
    });
    assert!(failed.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    replace(&path, |out| out.write_all(b"new")).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("precious"), "old").unwrap();
    symlink("precious", at("link")).unwrap();
    symlink("nothing", at("dangling")).unwrap();
    for (link, to) in [("link", "precious"), ("dangling", "nothing")] {
        let error = replace(&at(link), |out| out.write_all(b"new")).unwrap_err();
        let expected = format!("it is a link to {to}; name that file itself, or remove the link");
        assert_eq!(error.to_string(), expected);
    }
    // Links at the path `aside` are not followed either.
    symlink("precious", at("ck.new")).unwrap();
    let write = |out: &mut dyn Write| out.write_all(b"new");
    assert!(replace_by_way_of(&at("ck"), &at("ck.new"), write).is_err());
    assert_eq!(fs::read_to_string(at("precious")).unwrap(), "old");
    assert!(!at("nothing").exists());
    // A file left by a killed run is overwritten.
    fs::remove_file(at("ck.new")).unwrap();
    fs::write(at("ck.new"), "half").unwrap();
    replace_by_way_of(&at("ck"), &at("ck.new"), write).unwrap();
    assert_eq!(fs::read_to_string(at("ck")).unwrap(), "new");
    assert!(!at("ck.new").exists());
}

/// Checks that other files in the directory are not changed, even if their names are like those of
/// temporary files.
#[test]
fn no_other_file_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let others = ["picture.svg.new", ".tilewright-.new", "picture.svg.lock"];
    for name in others {
        fs::write(at(name), name).unwrap();
    }
    replace(&at("picture.svg"), |out| out.write_all(b"new")).unwrap();
    for name in others {
        assert_eq!(fs::read_to_string(at(name)).unwrap(), name);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[cfg(unix)]
#[test]
fn a_file_has_the_permissions_of_any_new_one() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("any"), "new").unwrap();
    replace(&at("ours"), |out| out.write_all(b"new")).unwrap();
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode();
    assert_eq!(mode("ours"), mode("any"));
}

#[test]
fn a_missing_folder_is_found_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    check_writable(&at("new")).unwrap();
    fs::write(at("old"), "old").unwrap();
    check_writable(&at("old")).unwrap();
    let missing = format!("there is no folder {}", shown(&at("nowhere")));
    let error = check_writable(&at("nowhere/new")).unwrap_err();
    assert_eq!(error.to_string(), missing);
    let error = replace(&at("nowhere/new"), |out| out.write_all(b"new")).unwrap_err();
    assert_eq!(error.to_string(), missing);
    let error = check_writable(&at("old/new")).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{} is not a folder", shown(&at("old")))
    );
    #[cfg(feature = "cli")]
    {
        check_folder(&at("nowhere/deep")).unwrap();
        assert!(check_folder(&at("old/deep")).is_err());
    }
    assert_eq!(fs::read_to_string(at("old")).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Checks each function that replaces files: a file that other users cannot read must never become readable for
/// them.
#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    for permissions in [0o600, 0o640, 0o664, 0o444] {
        let _ = fs::remove_file(at("ours"));
        fs::write(at("ours"), "old").unwrap();
        fs::set_permissions(at("ours"), fs::Permissions::from_mode(permissions)).unwrap();
        let write = |out: &mut dyn Write| {
            // While the file is written, others have no more permissions than at the end.
            for entry in fs::read_dir(folder.path())? {
                let found = entry?.metadata()?.permissions().mode();
                assert_eq!(found & 0o777 & !permissions, 0);
            }
            out.write_all(b"new")
        };
        replace(&at("ours"), write).unwrap();
        assert_eq!(mode("ours"), permissions);
        replace_soon(&at("ours"), b"soon").unwrap();
        assert_eq!(mode("ours"), permissions);
        replace_by_way_of(&at("ours"), &at("ours.new"), write).unwrap();
        assert_eq!(mode("ours"), permissions);
        replace_like(&at("like"), &at("ours"), |out| out.write_all(b"new")).unwrap();
        assert_eq!(mode("like"), permissions);
        fs::remove_file(at("like")).unwrap();
    }
}

#[cfg(all(unix, feature = "cli"))]
#[test]
fn a_secret_is_its_owners() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    replace_secret(&path, b"new").unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn devices_and_folders_are_known() {
    use Destination::{File, Stdout, Stream};

    let of = |path: &str| destination(Path::new(path)).unwrap();
    assert_eq!(of("/dev/null"), Stream);
    assert_eq!(of("/dev/stdout"), Stdout);
    assert_eq!(of("/dev/fd/1"), Stdout);
    assert_eq!(of("-"), Stdout);
    assert_eq!(of("./-"), File);
    assert_eq!(of("no/such/folder/file"), File);
    let error = destination(Path::new("/")).unwrap_err();
    assert_eq!(error.to_string(), "it is a directory");
}
