//! BM25 as Lucene computes it (Robertson & Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*, 2009,
//! §3.4; the variant is "Lucene (accurate)" of Kamphuis et al., *Which BM25 Do You Mean?*, 2020):
//!
//! `score = Σ over terms of ln(1 + (N - df + 0.5) / (df + 0.5)) · tf / (tf + k1 · (1 - b + b · length / average))`
//!
//! without the constant factor `k1 + 1` of the older form, which changes no order, and with exact lengths.

/// How soon a repeated term stops counting (`k1`).
const SATURATION: f64 = 1.2;

/// How much a long field is held against its terms (`b`): 0 not at all, 1 fully.
const LENGTH_WEIGHT: f64 = 0.75;

/// The weight of a term that `frequency` of `memories` hold (`idf`); positive.
pub(super) fn rarity(memories: u32, frequency: u32) -> f64 {
    let (all, some) = (f64::from(memories), f64::from(frequency));
    ((all - some + 0.5) / (some + 0.5)).ln_1p()
}

/// The share of a term's weight that `occurrences` in a field of `length` words earn; between 0 and 1.
///
/// `average_length` is that of the bank's fields and positive.
pub(super) fn saturation(occurrences: u32, length: u32, average_length: f64) -> f64 {
    let occurrences = f64::from(occurrences);
    let relative_length = f64::from(length) / average_length;
    occurrences / (occurrences + SATURATION * (1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * relative_length))
}
