//! How far below a bar a score must lie to be hopeless.

use crate::{Error, Result};

/// The share of a bar by which a score must stay below it, in [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Margin(f64);

impl Margin {
    /// Checks a share.
    ///
    /// # Errors
    /// [`Error::Config`] if it lies outside of [0, 1].
    pub fn new(share: f64) -> Result<Self> {
        if !(0.0..=1.0).contains(&share) {
            return Err(Error::Config(format!("the margin must lie in [0, 1], given {share}")));
        }
        Ok(Self(share))
    }

    /// Whether a score lies below a bar by more than the margin: `score < bar · (1 − margin)`.
    ///
    /// ```
    /// use recallcore::scoring::margin::Margin;
    ///
    /// let margin = Margin::new(0.1)?;
    /// assert!(margin.lies_below(0.53, 0.6) && !margin.lies_below(0.55, 0.6));
    /// // Without a margin an equal score is not below.
    /// assert!(!Margin::default().lies_below(0.6, 0.6));
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    pub fn lies_below(self, score: f64, bar: f64) -> bool {
        score < bar * (1.0 - self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_out_of_range_are_refused() {
        for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Margin::new(bad).is_err(), "{bad}");
        }
    }
}
