//! BM25F: BM25 over several fields, as Lucene computes it for one.
//!
//! `score = Σ over terms of ln(1 + (N - df + 0.5) / (df + 0.5)) · tf / (tf + k1)` with
//! `tf = Σ over fields of weight · occurrences / (1 - b + b · length / average)`
//!
//! Fields are added before they saturate, so that a term which text and context both hold does not count twice over
//! (Robertson & Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009, §3.4 and §3.6). `df` counts
//! the memories that hold the term in any field, `N` those with any field. Over one field it is "Lucene (accurate)" of
//! Kamphuis et al., *Which BM25 Do You Mean?*, 2020: without the constant factor `k1 + 1` of the older form, which
//! changes no order, and with exact lengths.

/// The two constants of the formula.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    /// How soon a repeated term stops counting; 0.5 by default.
    pub k1: f64,
    /// How much a long field is held against its terms, 0 not at all, 1 fully; 0.75 by default.
    pub b: f64,
}

/// Memories are short: a word that a turn repeats says little more, so `k1` is lower than the 1.2 that suits long
/// documents. `docs/ranking.md` has the figures.
impl Default for Bm25 {
    fn default() -> Self {
        Self { k1: 0.5, b: 0.75 }
    }
}

impl Bm25 {
    /// What `occurrences` in a field of `length` words are worth, were the field as long as the average.
    ///
    /// `average_length` is that of the bank's fields and positive.
    pub(super) fn evened(self, occurrences: u32, length: u32, average_length: f64) -> f64 {
        let relative_length = f64::from(length) / average_length;
        f64::from(occurrences) / (1.0 - self.b + self.b * relative_length)
    }

    /// The share of a term's weight that evened occurrences earn; between 0 and 1.
    pub(super) fn saturation(self, occurrences: f64) -> f64 {
        occurrences / (occurrences + self.k1)
    }
}

/// The weight of a term that `frequency` of `memories` hold (`idf`); positive.
pub(super) fn rarity(memories: u32, frequency: u32) -> f64 {
    let (all, some) = (f64::from(memories), f64::from(frequency));
    ((all - some + 0.5) / (some + 0.5)).ln_1p()
}
