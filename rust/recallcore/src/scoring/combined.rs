//! The combined score: what candidates are finally ordered by.

use serde::{Deserialize, Serialize};

use super::NEUTRAL;
use crate::ranking::descending;
use crate::{Error, Result};

/// By how many places, about, recency may move what no reranker has seen.
const PASSTHROUGH_PLACES: f64 = 2.0;

/// How much each secondary signal may move the rerank score: a signal of 1 raises it by `alpha / 2`, one of 0
/// lowers it by as much.
///
/// JSON: `{"recency", "proximity", "proof"}`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(try_from = "RawAlphas")]
pub struct Alphas {
    recency: f64,
    proximity: f64,
    proof: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAlphas {
    recency: f64,
    proximity: f64,
    proof: f64,
}

impl TryFrom<RawAlphas> for Alphas {
    type Error = Error;

    fn try_from(raw: RawAlphas) -> Result<Self> {
        Self::new(raw.recency, raw.proximity, raw.proof)
    }
}

impl Alphas {
    /// Checks three alphas.
    ///
    /// # Errors
    /// [`Error::Config`] if one lies outside of [0, 2], beyond which a factor could turn negative.
    pub fn new(recency: f64, proximity: f64, proof: f64) -> Result<Self> {
        for (name, alpha) in [("recency", recency), ("proximity", proximity), ("proof", proof)] {
            if !(0.0..=2.0).contains(&alpha) {
                return Err(Error::Config(format!("alpha of {name} must lie in [0, 2], given {alpha}")));
            }
        }
        Ok(Self { recency, proximity, proof })
    }

    /// The same for `count` candidates that no reranker has seen: the alpha of recency is at most `2 / (count − 1)`.
    ///
    /// A passthrough score says that a memory stands before the next, not by how much it is better: a place is worth
    /// `0.9 / (count − 1)`. So much recency moves a memory by about two places, in a pool of any size: of two that
    /// say nearly the same the newer goes first, and no more. Proximity needs a window that somebody asked for, and
    /// proof somebody who counted; they keep their alphas.
    ///
    /// ```
    /// use recallcore::scoring::combined::Alphas;
    ///
    /// assert_eq!(Alphas::default().for_passthrough(201), Alphas::new(0.01, 0.2, 0.1)?);
    /// assert_eq!(Alphas::default().for_passthrough(5), Alphas::default());
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a number of candidates is far below 2^53")]
    pub fn for_passthrough(self, count: usize) -> Self {
        let places = count.saturating_sub(1).max(1) as f64;
        Self { recency: self.recency.min(PASSTHROUGH_PLACES / places), ..self }
    }

    /// What each signal multiplies the rerank score by: `1 + alpha · (signal − 0.5)`.
    ///
    /// ```
    /// use recallcore::scoring::combined::{Alphas, Signals};
    ///
    /// let factors = Alphas::default().factors(Signals { recency: 1.0, proximity: 0.75, proof: 0.5 });
    /// assert_eq!((factors.recency, factors.proximity, factors.proof), (1.1, 1.05, 1.0));
    /// ```
    pub fn factors(self, signals: Signals) -> Factors {
        let factor = |alpha: f64, signal: f64| 1.0 + alpha * (signal - NEUTRAL);
        Factors {
            recency: factor(self.recency, signals.recency),
            proximity: factor(self.proximity, signals.proximity),
            proof: factor(self.proof, signals.proof),
        }
    }
}

impl Default for Alphas {
    /// 0.2, 0.2 and 0.1.
    fn default() -> Self {
        Self { recency: 0.2, proximity: 0.2, proof: 0.1 }
    }
}

/// A memory's secondary signals, each in [0, 1] and neutral at 0.5.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signals {
    /// How recent it is.
    pub recency: f64,
    /// How near to the middle of the window asked about.
    pub proximity: f64,
    /// How well borne out.
    pub proof: f64,
}

impl Signals {
    /// Signals that change nothing.
    pub const NEUTRAL: Self = Self { recency: NEUTRAL, proximity: NEUTRAL, proof: NEUTRAL };
}

/// What a memory's signals multiply its rerank score by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Factors {
    /// In 0.92 … 1.1 by default.
    pub recency: f64,
    /// In 1.0 … 1.1 by default.
    pub proximity: f64,
    /// In 1.0 … 1.05 by default.
    pub proof: f64,
}

/// `rerank × recency × proximity × proof + strategy boost`, multiplied from left to right.
///
/// ```
/// use recallcore::scoring::combined::{Alphas, Signals, combined};
///
/// let factors = |signals| Alphas::default().factors(signals);
/// assert_eq!(combined(0.6, factors(Signals::NEUTRAL), 0.0), 0.6);
/// // Dated today: 0.5 · (1 + 0.2 · (1 − 0.5)).
/// assert_eq!(combined(0.5, factors(Signals { recency: 1.0, ..Signals::NEUTRAL }), 0.0), 0.55);
/// // Four hundred days old, at the floor of linear decay: 0.5 · (1 + 0.2 · (0.1 − 0.5)).
/// assert_eq!(combined(0.5, factors(Signals { recency: 0.1, ..Signals::NEUTRAL }), 0.0), 0.45999999999999996);
/// // First in an arm that is boosted highly.
/// assert_eq!(combined(0.5, factors(Signals::NEUTRAL), 0.5), 1.0);
/// ```
pub fn combined(rerank: f64, factors: Factors, strategy_boost: f64) -> f64 {
    rerank * factors.recency * factors.proximity * factors.proof + strategy_boost
}

/// The places of candidates in their final order: combined score descending, then rerank score descending, then
/// place. A candidate without a rerank score, behind the end of that column, comes after those that have one.
///
/// ```
/// use recallcore::scoring::combined::order;
///
/// assert_eq!(order(&[0.5, 0.9, 0.5], &[0.4, 0.8, 0.5]), [1, 2, 0]);
/// ```
pub fn order(combined: &[f64], rerank: &[f64]) -> Vec<usize> {
    let reranks = rerank.iter().chain(std::iter::repeat(&f64::NEG_INFINITY));
    let mut keys: Vec<(u128, usize)> = combined
        .iter()
        .zip(reranks)
        .map(|(combined, rerank)| u128::from(descending(*combined)) << 64 | u128::from(descending(*rerank)))
        .zip(0..)
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn secondary_signals_cannot_lift_a_poor_match_over_a_good_one() {
        let best = Signals { recency: 1.0, proximity: 1.0, proof: 1.0 };
        assert!(combined(1.0, Alphas::default().factors(best), 0.0) < 1.2706);
        let old = Signals { recency: 0.1, ..Signals::NEUTRAL };
        let fresh = Signals { recency: 1.0, ..Signals::NEUTRAL };
        let of = |rerank, signals| combined(rerank, Alphas::default().factors(signals), 0.0);
        assert!(of(0.85, old) > of(0.60, fresh));
        assert!(of(0.34, old) > of(0.24, fresh));
    }

    #[test]
    fn alphas_out_of_range_are_refused() {
        for bad in [-0.1, 2.1, f64::NAN, f64::INFINITY] {
            assert!(Alphas::new(0.2, bad, 0.1).is_err(), "{bad}");
        }
        let read: Alphas =
            serde_json::from_str(r#"{"recency": 0.2, "proximity": 0.2, "proof": 0.1}"#).unwrap();
        assert_eq!(read, Alphas::default());
    }

    proptest! {
        #[test]
        fn alphas_of_zero_leave_the_rerank_score(rerank in 0.0f64..1.0, signal in 0.0f64..1.0) {
            let none = Alphas::new(0.0, 0.0, 0.0).unwrap();
            let signals = Signals { recency: signal, proximity: signal, proof: signal };
            prop_assert_eq!(combined(rerank, none.factors(signals), 0.0).to_bits(), rerank.to_bits());
        }

        #[test]
        fn equals_two_stable_sorts(scores in proptest::collection::vec((0u8..4, 0u8..4), 0..30)) {
            let combined: Vec<f64> = scores.iter().map(|(score, _)| f64::from(*score)).collect();
            let rerank: Vec<f64> = scores.iter().map(|(_, score)| f64::from(*score)).collect();
            let mut naive: Vec<usize> = (0..scores.len()).collect();
            naive.sort_by(|a, b| rerank[*b].total_cmp(&rerank[*a]));
            naive.sort_by(|a, b| combined[*b].total_cmp(&combined[*a]));
            prop_assert_eq!(order(&combined, &rerank), naive);
        }
    }
}
