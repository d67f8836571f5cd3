//! The field `design` of a puzzle file, merged with the options of the command line.

use crate::puzzle::{DesignRequest, Requirement};
use crate::support::label::Label;
use crate::surface::cli::args::DesignArgs;

/// Merges the file's request with the options. The options `--choose`, `--different` and `--rank` replace the
/// fields of the file. The lists `must` and `never` are joined. `one_of_mirrors` is set if either sets it. All
/// other fields are those of the file.
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

/// The requirements of the file and of the options. A choice must meet all of them.
pub(super) fn requirement(args: &DesignArgs, file: Option<Requirement>) -> Requirement {
    let every = args
        .every
        .iter()
        .map(|look| Requirement::EverySolution((*look).into()));
    let some = args
        .some
        .iter()
        .map(|look| Requirement::SomeSolution((*look).into()));
    let requirements = [
        file,
        args.solutions.map(Requirement::Solutions),
        args.distinct.map(Requirement::Distinct),
        args.goals.map(Requirement::Goals),
        args.symmetric.then_some(Requirement::Symmetric),
        args.unique_start.then_some(Requirement::UniqueStart),
    ];
    let requirements = requirements.into_iter().flatten().chain(every).chain(some);
    Requirement::All(requirements.collect())
}
