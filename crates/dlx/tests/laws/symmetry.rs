//! Checks that lists of permutations are accepted if they are groups of symmetries, and refused otherwise.

use tilewright_dlx::burnside::{Certificate, CertificateError};
use tilewright_dlx::{
    ActionError, Distinct, Estimator, Forecast, OptionId, Problem, StopFlag, Stopped, Symmetries,
    SymmetryError, SymmetryId, text,
};

/// The symmetries of a problem. Each row holds the indices of the images of all options.
fn symmetries(problem: &Problem, rows: &[&[usize]]) -> Result<Symmetries, SymmetryError> {
    // The ids are those of a larger problem, since some rows contain ids that are not in `problem`.
    let larger = text::read(&format!("a\n{}", "a\n".repeat(20))).unwrap();
    let id = |&at: &usize| larger.option(at).unwrap();
    let row = |row: &&[usize]| -> Vec<OptionId> { row.iter().map(id).collect() };
    Symmetries::new(problem, rows.iter().map(row).collect())
}

const IDENTITY: &[usize] = &[0, 1, 2, 3];

#[test]
fn a_ring_of_four() {
    let ring = text::read("a b c d\na b\nb c\nc d\nd a\n").unwrap();
    // The identity need not be the first row.
    let rows: [&[usize]; 4] = [&[1, 2, 3, 0], &[2, 3, 0, 1], IDENTITY, &[3, 0, 1, 2]];
    let group = symmetries(&ring, &rows).unwrap();
    let ids: Vec<SymmetryId> = group.ids().collect();
    assert_eq!((group.order(), ids.len(), group.identity()), (4, 4, ids[2]));
    for (g, row) in ids.iter().zip(rows) {
        let image = |option| group.image(*g, option).index();
        assert_eq!(ring.options().map(image).collect::<Vec<_>>(), row);
    }
    assert!(symmetries(&ring, &[IDENTITY]).unwrap() == Symmetries::trivial(&ring));
}

#[test]
fn rows_that_are_not_permutations_are_refused() {
    let ring = text::read("a b c d\na b\nb c\nc d\nd a\n").unwrap();
    let refused = |rows: &[&[usize]]| symmetries(&ring, rows).unwrap_err();
    assert_eq!(
        refused(&[IDENTITY, &[0, 1, 2]]),
        SymmetryError::Length {
            element: 2,
            images: 3,
            options: 4
        }
    );
    assert_eq!(
        refused(&[&[0, 1, 2, 4]]),
        SymmetryError::UnknownImage {
            element: 1,
            option: 4,
            image: 5,
            options: 4
        }
    );
    assert_eq!(
        refused(&[IDENTITY, &[1, 2, 1, 0]]),
        SymmetryError::RepeatedImage {
            element: 2,
            first: 1,
            second: 3
        }
    );
}

#[test]
fn sets_that_are_not_groups_are_refused() {
    let ring = text::read("a b c d\na b\nb c\nc d\nd a\n").unwrap();
    let refused = |rows: &[&[usize]]| symmetries(&ring, rows).unwrap_err();
    assert_eq!(refused(&[]), SymmetryError::NoIdentity);
    assert_eq!(refused(&[&[2, 3, 0, 1]]), SymmetryError::NoIdentity);
    assert_eq!(
        refused(&[IDENTITY, &[2, 3, 0, 1], &[2, 3, 0, 1]]),
        SymmetryError::Repeated {
            first: 2,
            second: 3
        }
    );
    assert_eq!(
        refused(&[IDENTITY, &[1, 2, 3, 0], &[2, 3, 0, 1]]),
        SymmetryError::NotClosed {
            first: 3,
            second: 2
        }
    );
    // Each element composed with itself is in the list, but the composition of the two is not.
    assert_eq!(
        refused(&[IDENTITY, &[2, 3, 0, 1], &[3, 2, 1, 0]]),
        SymmetryError::NotClosed {
            first: 3,
            second: 2
        }
    );
}

#[test]
fn permutations_that_are_not_automorphisms_are_refused() {
    let refused = |text: &str| symmetries(&text::read(text).unwrap(), &[&[0, 1], &[1, 0]]);
    let error = |item: &str| {
        Err(SymmetryError::NoAutomorphism {
            element: 2,
            item: item.to_owned(),
        })
    };
    assert!(refused("a b c\na b\nb c\n").is_ok());
    // The items of the first option differ from those of the second one, its image, in number, kind or bounds.
    assert_eq!(refused("a b c\na b\nb\n"), error("a"));
    assert_eq!(refused("a b c d\na b\nc d b\n"), error("a"));
    assert_eq!(refused("a b | s\na b\nb s\n"), error("a"));
    assert_eq!(refused("a 0:1|b c\na c\nb c\n"), error("a"));
    // Two items that are in the same options are mapped as a pair: here `a` and `b` to `c` and `d`.
    assert!(refused("a b c d e\na b e\nc d e\n").is_ok());
    assert!(refused("a b c d | s t\na b s\nc d t\n").is_ok());
    assert_eq!(refused("a b 0:1|c d\na b\nc d\n"), error("a"));
}

#[test]
fn the_mean_of_a_certificate_is_a_whole_number() {
    let certificate = Certificate::new([10_u32, 2, 2, 2]).unwrap();
    assert_eq!(certificate.orbits, 4_u32.into());
    let problem = text::read("a b c d e\na\nb\nc\nd\ne\n").unwrap();
    let turns = |by: usize| -> Vec<usize> { (0..5).map(|at| (at + by) % 5).collect() };
    let rows: Vec<Vec<usize>> = (0..5).map(turns).collect();
    let rows: Vec<&[usize]> = rows.iter().map(Vec::as_slice).collect();
    let ids: Vec<SymmetryId> = symmetries(&problem, &rows).unwrap().ids().collect();
    assert_eq!(certificate.orbits_of(&ids[..2]), Ok(6_u32.into()));
    assert_eq!(certificate.orbits_of(&ids[..1]), Ok(10_u32.into()));
    assert_eq!(certificate.orbits_of(&[]), Err(CertificateError::Empty));
    assert_eq!(
        certificate.orbits_of(&[ids[0], ids[0]]),
        Err(CertificateError::Repeated { element: 1 })
    );
    assert_eq!(
        certificate.orbits_of(&ids),
        Err(CertificateError::Unknown {
            element: 5,
            order: 4
        })
    );
    assert_eq!(
        certificate.orbits_of(&ids[..3]),
        Err(CertificateError::Remainder {
            sum: 14_u32.into(),
            order: 3
        })
    );
    let nothing: [u32; 0] = [];
    assert_eq!(Certificate::new(nothing), Err(CertificateError::Empty));
    let large = Certificate::new([u128::MAX, 1]).unwrap();
    assert_eq!(large.orbits, (u128::MAX / 2 + 1).into());
}

/// Checks that every preparation of a search can be stopped: it reports the stop and returns no partial result.
#[test]
fn preparation_can_be_stopped() {
    let ring = text::read("a b c d\na b\nb c\nc d\nd a\n").unwrap();
    let group = symmetries(&ring, &[IDENTITY, &[2, 3, 0, 1]]).unwrap();
    let order: Vec<_> = ring.items().collect();
    let rows = || vec![ring.options().collect()];
    let go = StopFlag::new();
    assert!(Symmetries::new_until(&ring, rows(), &go).is_ok());
    let options = |folded: Option<Problem>| folded.map(|problem| problem.option_count());
    assert_eq!(
        group.fold_until(&ring, &order, &go).map(options),
        group.fold(&ring, &order).map(options)
    );
    let distinct = Distinct::new_until(&ring, &group, &go).unwrap();
    assert_eq!(
        distinct.cases(),
        Distinct::new(&ring, &group).unwrap().cases()
    );
    assert_eq!(distinct.forecast_until(9, &go), Ok(distinct.forecast(9)));
    assert_eq!(
        Forecast::of_until(&ring, 9, &go),
        Ok(Forecast::of(&ring, 9))
    );

    let stop = StopFlag::new();
    stop.set();
    let refused = Symmetries::new_until(&ring, rows(), &stop).unwrap_err();
    assert_eq!(refused, SymmetryError::Stopped(Stopped));
    assert_eq!(
        group.fold_until(&ring, &order, &stop).map(options),
        Err(ActionError::Stopped(Stopped))
    );
    assert!(Distinct::new_until(&ring, &group, &stop).is_err());
    assert_eq!(distinct.forecast_until(9, &stop), Err(Stopped));
    assert_eq!(Forecast::of_until(&ring, 9, &stop), Err(Stopped));
}

/// Stops an estimate during its first walk, which takes long because of the number of items. The interrupted walk
/// must not count.
#[test]
fn a_long_walk_can_be_stopped() {
    let mut many = Problem::new();
    for at in 0..5000 {
        let item = many.add_primary(at.to_string()).unwrap();
        many.add_option(&[item]).unwrap();
    }
    let mut asked = 0;
    let estimate = Estimator::new(&many).run(&mut |samples| {
        assert_eq!(samples, 0);
        asked += 1;
        if asked < 3 {
            std::ops::ControlFlow::Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    });
    assert_eq!((estimate.samples, asked), (0, 3));
}
