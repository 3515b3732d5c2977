//! How the graph keeps its own copy of the vectors: rounded, since what it finds is scored again from the full ones.

use std::borrow::Cow;

/// The number type of a graph's vectors.
///
/// Whichever it is, arm scores are those of the full vectors: it decides only what a search walks past. `docs` of
/// [`SemanticOptions`](super::SemanticOptions) has the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quantisation {
    /// 8-bit integers: the components in 127 steps up to the largest there is.
    #[default]
    I8,
    /// The upper half of an `f32`.
    Bf16,
    /// As they are: no copy is kept.
    F32,
}

impl Quantisation {
    /// Every type, the smallest first.
    pub const ALL: [Self; 3] = [Self::I8, Self::Bf16, Self::F32];
}

/// The vectors of a graph, dense and row-major.
#[derive(Clone, Copy)]
pub(super) enum Codes<'a> {
    I8 { dimension: usize, values: &'a [i8] },
    Bf16 { dimension: usize, values: &'a [u16] },
    F32 { dimension: usize, values: &'a [f32] },
}

impl Codes<'_> {
    pub(super) fn dimension(self) -> usize {
        match self {
            Self::I8 { dimension, .. } | Self::Bf16 { dimension, .. } | Self::F32 { dimension, .. } => dimension,
        }
    }

    /// How many vectors there are.
    pub(super) fn len(self) -> usize {
        let values = match self {
            Self::I8 { values, .. } => values.len(),
            Self::Bf16 { values, .. } => values.len(),
            Self::F32 { values, .. } => values.len(),
        };
        values.checked_div(self.dimension()).unwrap_or(0)
    }
}
