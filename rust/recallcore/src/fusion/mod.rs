//! Putting rankings together: the formula exists once, here.

pub mod rrf;
