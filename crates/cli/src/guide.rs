// The pages are the files of `crates/cli/guide`. A page writes a link as `[text][page.md]`, and
// defines `[page.md]` for readers of the file. In this documentation the definitions of `links.md`
// come first, and the first definition of a link is the one that counts.
#![doc = include_str!("guide/links.md")]
#![doc = include_str!("../guide/README.md")]

/// Makes an empty module for each page of the guide. The page is the module's documentation.
macro_rules! pages {
    ($($name:ident = $file:literal;)*) => {$(
        #[doc = include_str!("guide/links.md")]
        #[doc = include_str!(concat!("../guide/", $file))]
        pub mod $name {}
    )*};
}

pages! {
    first_puzzle = "first-puzzle.md";
    words = "words.md";
    format = "format.md";
    lattices = "lattices.md";
    coloured_pieces = "coloured-pieces.md";
    goals = "goals.md";
    counting = "counting.md";
    counts = "counts.md";
    lists = "lists.md";
    solution_space = "solution-space.md";
    designs = "designs.md";
    design_search = "design-search.md";
    interchange = "interchange.md";
    starts = "starts.md";
    why = "why.md";
    challenges = "challenges.md";
    pictures = "pictures.md";
    studio = "studio.md";
    viewer = "viewer.md";
    packs = "packs.md";
    making = "making.md";
    booklets = "booklets.md";
    long_runs = "long-runs.md";
    many_machines = "many-machines.md";
    library = "library.md";
    puzzles = "puzzles.md";
    commands = "commands.md";
    benchmarks = "BENCHMARKS.md";
    architecture = "ARCHITECTURE.md";
    adding_a_lattice = "adding-a-lattice.md";
    contributing = "CONTRIBUTING.md";
}
