//! What a file and the options of a call ask for together.

use crate::puzzle::{DesignRequest, Wanted};
use crate::support::label::Label;
use crate::surface::cli::args::DesignArgs;

/// Which pieces the file and the options ask for.
pub(super) fn request(args: &DesignArgs, file: &DesignRequest) -> DesignRequest {
    let names = |file: &[Label], more: &[String]| {
        let more = more.iter().map(|name| Label::escaping(name));
        file.iter().cloned().chain(more).collect()
    };
    DesignRequest {
        choose: args.choose.or(file.choose),
        different: args.different.or(file.different),
        must: names(&file.must, &args.must),
        never: names(&file.never, &args.never),
        one_of_mirrors: args.one_of_mirrors || file.one_of_mirrors,
        wanted: file.wanted.clone(),
        rank: if args.rank.is_empty() {
            file.rank.clone()
        } else {
            args.rank.clone()
        },
        boards: file.boards,
    }
}

/// What the file and the options want of a choice.
pub(super) fn wanted(args: &DesignArgs, file: Option<Wanted>) -> Wanted {
    let every = args
        .every
        .iter()
        .map(|look| Wanted::EverySolution((*look).into()));
    let some = args
        .some
        .iter()
        .map(|look| Wanted::SomeSolution((*look).into()));
    let asked = [
        file,
        args.solutions.map(Wanted::Solutions),
        args.distinct.map(Wanted::Distinct),
        args.goals.map(Wanted::Goals),
        args.symmetric.then_some(Wanted::Symmetric),
        args.unique_start.then_some(Wanted::UniqueStart),
    ];
    let asked = asked.into_iter().flatten().chain(every).chain(some);
    Wanted::All(asked.collect())
}
