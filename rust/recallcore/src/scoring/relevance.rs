//! How likely a memory is to bear on the query at all, from what the arms measured: one number in [0, 1] that means the
//! same in every bank.
//!
//! ```text
//! relevance = 1 / (1 + exp(−(2.5 · lift + 13.6 · covered − 6.8)))
//! lift      = (cosine − typical) / (rare − typical)
//! covered   = bm25 / ideal bm25, evened out for small banks
//! ```
//!
//! `typical` and `rare` are the embedder's own: half and nine tenths of unrelated pairs are less alike. `ideal` is what a
//! memory with every word of the query would score, words that no memory holds included. A logistic regression over
//! questions that a bank can answer and as many that it cannot, from eight pairs of collections in English, German,
//! Chinese and Korean: questions of another conversation, of another half of an encyclopedia, of another field.
//! `docs/relevance.md` has its figures. Where only one of the two is known, the regression over that one stands in.

/// What is known of one memory before a reranker has read it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clues {
    /// How far its cosine lies above that of a typical unrelated pair, in steps of a rare one; none without vectors.
    pub lift: Option<f64>,
    /// The share of the ideal BM25 score that it reaches, in [0, 1]; none where the keyword arm did not run.
    pub covered: Option<f64>,
}

impl Clues {
    /// The relevance; none where nothing is known.
    ///
    /// ```
    /// use recallcore::scoring::relevance::Clues;
    ///
    /// let of = |lift, covered| Clues { lift, covered }.relevance().map(|share| (share * 1000.0).round() / 1000.0);
    /// assert_eq!(of(Some(0.0), Some(0.0)), Some(0.001)); // no word in common, and as alike as anything
    /// assert_eq!(of(Some(2.0), Some(0.4)), Some(0.974)); // alike, and with two fifths of the words
    /// assert_eq!(of(Some(2.0), None), Some(0.818));
    /// assert_eq!(of(None, Some(0.4)), Some(0.918));
    /// assert_eq!(of(None, None), None);
    /// ```
    pub fn relevance(self) -> Option<f64> {
        let evidence = match (self.lift, self.covered) {
            (Some(lift), Some(covered)) => 2.5 * lift + 13.6 * covered - 6.8,
            (Some(lift), None) => 2.7 * lift - 3.9,
            (None, Some(covered)) => 15.8 * covered - 3.9,
            (None, None) => return None,
        };
        Some(1.0 / (1.0 + (-evidence).exp()))
    }
}

/// How far a cosine lies above the typical one of unrelated pairs, in steps to the rare one.
///
/// Where the two coincide nothing is known of the spread, and a cosine of 1 lies three steps above.
///
/// ```
/// use recallcore::scoring::relevance::lift;
///
/// assert_eq!([lift(0.25, 0.25, 0.5), lift(0.75, 0.25, 0.5), lift(1.0, 0.5, 0.5)], [0.0, 2.0, 3.0]);
/// ```
pub fn lift(cosine: f64, typical: f64, rare: f64) -> f64 {
    let step = if rare > typical { rare - typical } else { (1.0 - typical) / 3.0 };
    if step > 0.0 { (cosine - typical) / step } else { 0.0 }
}

/// How much more than a word of one memory a word of none weighs in a bank of about six hundred, where the regression
/// was made.
const USUAL_LEAD: f64 = 1.183;

/// The share of the ideal score that a score reaches, in a bank of so many memories.
///
/// In a bank of three a word that one memory holds weighs less than half of a word that none holds, in one of thousands
/// almost as much. The share is evened out for that, so that a first memory can be found relevant.
///
/// ```
/// use recallcore::scoring::relevance::covered;
///
/// assert!((covered(3.0, 12.0, 600) - 0.25).abs() < 0.001);
/// assert!(covered(3.0, 12.0, 3) > 0.4);
/// ```
pub fn covered(bm25: f64, ideal: f64, memories: u32) -> f64 {
    if ideal <= 0.0 {
        return 0.0;
    }
    let all = f64::from(memories.max(1));
    let (unheld, held_once) = (((all + 0.5) / 0.5).ln_1p(), ((all - 0.5) / 1.5).ln_1p());
    let lead = (unheld / held_once / USUAL_LEAD).max(1.0);
    (lead * bm25 / ideal).clamp(0.0, 1.0)
}

/// The relevance of a memory that a reranker has judged, from what was measured before and its judgement, both in
/// [0, 1]: the odds of the two multiply, as those of independent witnesses do.
///
/// A reranker alone would not do: each has its own idea of what is certain, and one that was trained to choose among
/// passages finds one of them good.
///
/// ```
/// use recallcore::scoring::relevance::judged;
///
/// assert!((judged(0.5, 0.8) - 0.8).abs() < 1e-12);
/// assert!(judged(0.01, 0.3) < 0.01 && judged(0.9, 0.7) > 0.9);
/// ```
pub fn judged(measured: f64, judgement: f64) -> f64 {
    let (yes, no) = (measured * judgement, (1.0 - measured) * (1.0 - judgement));
    // Two that are certain of opposite things: the one that has read the memory is believed.
    if yes + no > 0.0 { yes / (yes + no) } else { judgement }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_to_share_covers_nothing() {
        assert!(covered(0.0, 0.0, 9).abs() < f64::EPSILON);
        assert!((covered(9.0, 9.0, 0) - 1.0).abs() < f64::EPSILON);
        assert!(lift(1.0, 1.0, 1.0).abs() < f64::EPSILON);
    }

    proptest! {
        #[test]
        fn relevance_lies_in_range_and_grows_with_the_evidence(
            low in -30.0f64..30.0, more in 0.0f64..30.0, words in 0.0f64..=1.0, further in 0.0f64..=1.0,
        ) {
            let of = |lift, covered| Clues { lift, covered }.relevance().unwrap();
            let base = of(Some(low), Some(words));
            prop_assert!((0.0..=1.0).contains(&base));
            prop_assert!(of(Some(low + more), Some(words)) >= base);
            prop_assert!(of(Some(low), Some(words.max(further))) >= base);
            prop_assert!(of(None, Some(words.max(further))) >= of(None, Some(words)));
            prop_assert!(of(Some(low + more), None) >= of(Some(low), None));
        }
    }
}
