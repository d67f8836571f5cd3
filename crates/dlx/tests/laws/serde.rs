//! Checks that values are unchanged after they are written and read with serde.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::ControlFlow::Continue;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_dlx::{
    Distinct, Engine, Estimator, Forecast, Heuristic, Links, OptionId, Progress, Schedule,
    Symmetries, SymmetryId, TreeEngine, text,
};

/// Writes a value as text, checks that reading the text gives an equal value, and returns the text.
fn written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    json
}

#[test]
fn values_are_read_back() {
    let problem = text::read("a b\na b\na\nb\n").unwrap();
    assert_eq!(written(&Engine::Links), "\"links\"");
    assert_eq!(written(&Heuristic::Mrv), "\"mrv\"");
    assert_eq!(written(&problem.options().collect::<Vec<_>>()), "[0,1,2]");
    assert_eq!(written(&problem.items().collect::<Vec<_>>()), "[0,1]");
    let report = Links::new(&problem).run(&mut |_: &[OptionId]| Continue(()));
    let start = "{\"solutions\":2,\"complete\":true,\"profile\":{\"levels\":[{\"nodes\":2,";
    assert!(written(&report).starts_with(start));
    let symmetries = Symmetries::trivial(&problem);
    let distinct = Distinct::new(&problem, &symmetries).unwrap();
    written(&distinct.run(&mut |_: &[OptionId], _: &[SymmetryId]| Continue(())));
    written(&Forecast::of(&problem, 10));
    written(&Estimator::new(&problem).run(&mut |samples| {
        if samples < 3 {
            Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    }));
    written(&Progress::default());
    written(&Schedule {
        engine: TreeEngine::Bits,
        threads: NonZeroUsize::MIN,
        parts: 3,
        in_any_order: false,
    });
}
