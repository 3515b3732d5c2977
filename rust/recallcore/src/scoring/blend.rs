//! A rerank score beside the place that fusion gave: two opinions on one memory, weighed.

use serde::Deserialize;

use crate::{Error, Result};

/// The share that fusion has in what candidates are ordered by, in [0, 1]; 0 leaves it to the reranker alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub struct Blend(f64);

impl Blend {
    /// Checks a share.
    ///
    /// # Errors
    /// [`Error::Config`] if it lies outside of [0, 1].
    pub fn new(share: f64) -> Result<Self> {
        if !(0.0..=1.0).contains(&share) {
            return Err(Error::Config(format!("the share of fusion must lie in [0, 1], given {share}")));
        }
        Ok(Self(share))
    }

    /// Whether fusion has any share.
    pub fn has_share(self) -> bool {
        self.0 > 0.0
    }

    /// `(1 − share) · rerank + share · fused / best`, both parts in [0, 1]; `best` is the best fused score of the pool.
    ///
    /// ```
    /// use recallcore::scoring::blend::Blend;
    ///
    /// let blend = Blend::new(0.25)?;
    /// assert_eq!(blend.of(0.75, 0.25, 0.5), 0.6875);
    /// assert_eq!(Blend::default().of(0.75, 0.25, 0.5), 0.75);
    /// // Where fusion has nothing to say, its part is 0.
    /// assert_eq!(blend.of(0.75, 0.0, 0.0), 0.5625);
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    pub fn of(self, rerank: f64, fused: f64, best: f64) -> f64 {
        let relative = if best > 0.0 { fused / best } else { 0.0 };
        (1.0 - self.0) * rerank + self.0 * relative
    }
}

impl TryFrom<f64> for Blend {
    type Error = Error;

    fn try_from(share: f64) -> Result<Self> {
        Self::new(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shares_out_of_range_are_refused() {
        for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Blend::new(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_the_rerank_score_and_all_is_the_fused(rerank in 0.0f64..=1.0, fused in 0.0f64..=1.0) {
            prop_assert_eq!(Blend::default().of(rerank, fused, 1.0).to_bits(), rerank.to_bits());
            prop_assert_eq!(Blend::new(1.0).unwrap().of(rerank, fused, 1.0).to_bits(), fused.to_bits());
        }

        #[test]
        fn stays_between_the_two(share in 0.0f64..=1.0, rerank in 0.0f64..=1.0, fused in 0.0f64..=1.0) {
            let blended = Blend::new(share).unwrap().of(rerank, fused, 1.0);
            prop_assert!(blended >= rerank.min(fused) - 1e-12 && blended <= rerank.max(fused) + 1e-12);
        }
    }
}
