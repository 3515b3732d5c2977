//! Scores in [0, 1]: pure functions, no memories.

pub mod passthrough;
