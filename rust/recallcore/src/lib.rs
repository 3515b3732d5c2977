//! The engine of recallcore: one bank of memories, four retrieval arms, rank fusion and packing.
//!
//! Pure Rust: nothing here knows of Python. The modules depend on each other one way only:
//! `error` ← `types, files` ← `ranking` ← `analyzer, budget, calendar, filter, tokens` ← `document` and
//! `arms, fusion, scoring, packing` ← `bank` ← `recall`.
#![forbid(unsafe_code)]

pub mod analyzer;
pub mod arms;
pub mod bank;
pub mod budget;
mod calendar;
pub mod document;
pub mod error;
pub mod files;
pub mod filter;
pub mod fusion;
pub mod packing;
pub mod ranking;
pub mod recall;
pub mod scoring;
pub mod tokens;
pub mod types;

pub use error::{Error, Result};
