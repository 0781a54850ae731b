//! Tables with an entry for each number of a space.

mod enumeration;
mod pattern_databases;
