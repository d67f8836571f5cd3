//! Tests of the built program, run as a user runs it.
//!
//! All files are compiled into one binary, so that only one has to be linked. The module `program` runs the
//! program and contains the functions that all tests use. Every other module tests one subject.
// A failing test panics, in helper functions too.
#![allow(clippy::expect_used, clippy::panic)]

#[path = "end_to_end/answering.rs"]
mod answering;
#[path = "end_to_end/any_solution.rs"]
mod any_solution;
#[path = "end_to_end/bad_input.rs"]
mod bad_input;
#[path = "end_to_end/boards.rs"]
mod boards;
#[path = "end_to_end/booklet.rs"]
mod booklet;
#[path = "end_to_end/browsers.rs"]
mod browsers;
#[path = "end_to_end/brute_force.rs"]
mod brute_force;
#[path = "end_to_end/campaign.rs"]
mod campaign;
#[path = "end_to_end/campaign_shares.rs"]
mod campaign_shares;
#[path = "end_to_end/campaign_status.rs"]
mod campaign_status;
#[path = "end_to_end/campaign_sweeps.rs"]
mod campaign_sweeps;
#[path = "end_to_end/cards.rs"]
mod cards;
#[path = "end_to_end/challenges.rs"]
mod challenges;
#[path = "end_to_end/checkpoint.rs"]
mod checkpoint;
#[path = "end_to_end/checkpoint_misuse.rs"]
mod checkpoint_misuse;
#[path = "end_to_end/circles.rs"]
mod circles;
#[path = "end_to_end/commands.rs"]
mod commands;
#[path = "end_to_end/crash.rs"]
mod crash;
#[path = "end_to_end/cut.rs"]
mod cut;
#[path = "end_to_end/deduction.rs"]
mod deduction;
#[path = "end_to_end/design.rs"]
mod design;
#[path = "end_to_end/drawing.rs"]
mod drawing;
#[path = "end_to_end/escapes.rs"]
mod escapes;
#[path = "end_to_end/explore.rs"]
mod explore;
#[path = "end_to_end/facts.rs"]
mod facts;
#[path = "end_to_end/families.rs"]
mod families;
#[path = "end_to_end/first_solution.rs"]
mod first_solution;
#[path = "end_to_end/guide.rs"]
mod guide;
#[path = "end_to_end/inputs.rs"]
mod inputs;
#[path = "end_to_end/interchange.rs"]
mod interchange;
#[path = "end_to_end/json_schema.rs"]
mod json_schema;
#[path = "end_to_end/labels.rs"]
mod labels;
#[path = "end_to_end/lattices.rs"]
mod lattices;
#[path = "end_to_end/locks.rs"]
mod locks;
#[path = "end_to_end/manners.rs"]
mod manners;
#[path = "end_to_end/measures.rs"]
mod measures;
#[path = "end_to_end/objective.rs"]
mod objective;
#[path = "end_to_end/outputs.rs"]
mod outputs;
#[path = "end_to_end/own_lattices.rs"]
mod own_lattices;
#[path = "end_to_end/pack.rs"]
mod pack;
#[path = "end_to_end/partial.rs"]
mod partial;
#[path = "end_to_end/print.rs"]
mod print;
#[path = "end_to_end/program.rs"]
mod program;
#[path = "end_to_end/puzzles.rs"]
mod puzzles;
#[path = "end_to_end/refuted.rs"]
mod refuted;
#[path = "end_to_end/samples.rs"]
mod samples;
#[path = "end_to_end/schemas.rs"]
mod schemas;
#[path = "end_to_end/search_boards.rs"]
mod search_boards;
#[path = "end_to_end/signals.rs"]
mod signals;
#[path = "end_to_end/solvable.rs"]
mod solvable;
#[path = "end_to_end/starts.rs"]
mod starts;
#[path = "end_to_end/studio.rs"]
mod studio;
#[path = "end_to_end/threads.rs"]
mod threads;
#[path = "end_to_end/thumbnails.rs"]
mod thumbnails;
#[path = "end_to_end/unify.rs"]
mod unify;
#[path = "end_to_end/unwritable.rs"]
mod unwritable;
#[path = "end_to_end/viewer.rs"]
mod viewer;
#[path = "end_to_end/why.rs"]
mod why;
