//! The four ways to retrieve. Each arm holds its own index and answers with hits in the total order.

pub mod graph;
pub mod keyword;
pub mod semantic;
pub mod temporal;
