//! Floors on the final scores: what is too poor to be returned.

use crate::{Error, Result};

/// The least scores, inclusive; absent ones leave nothing out.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Floors {
    reranker: Option<f64>,
    last: Option<f64>,
}

/// The floor that a candidate lies below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    /// That of the rerank score.
    Reranker,
    /// That of the combined score.
    Final,
}

impl Floor {
    /// The floor's public name, as a reason.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reranker => "reranker_floor",
            Self::Final => "final_floor",
        }
    }
}

impl Floors {
    /// Checks two floors: of the rerank score in [0, 1], and of the combined score.
    ///
    /// # Errors
    /// [`Error::Config`] if one is not a number.
    pub fn new(reranker: Option<f64>, last: Option<f64>) -> Result<Self> {
        for (name, floor) in [("reranker", reranker), ("final", last)] {
            if floor.is_some_and(f64::is_nan) {
                return Err(Error::Config(format!("the floor {name} must be a number, given NaN")));
            }
        }
        Ok(Self { reranker, last })
    }

    /// Without the floor of the reranker, which has nothing to hold on to where none ran.
    #[must_use]
    pub fn without_reranker(self) -> Self {
        Self { reranker: None, ..self }
    }

    /// The first floor that a candidate lies below, if any. One that the reranker did not see lies below its floor.
    ///
    /// ```
    /// use recallcore::scoring::floors::{Floor, Floors};
    ///
    /// let floors = Floors::new(Some(0.5), Some(0.4))?;
    /// assert_eq!(floors.above(Some(0.5), 0.4), None);
    /// assert_eq!(floors.above(Some(0.45), 0.9), Some(Floor::Reranker));
    /// assert_eq!(floors.above(None, 0.9), Some(Floor::Reranker));
    /// assert_eq!(floors.above(Some(0.6), 0.39), Some(Floor::Final));
    /// assert_eq!(floors.without_reranker().above(None, 0.9), None);
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    pub fn above(self, rerank: Option<f64>, combined: f64) -> Option<Floor> {
        let below = |score: f64, floor: Option<f64>| floor.is_some_and(|floor| score < floor);
        if below(rerank.unwrap_or(f64::NEG_INFINITY), self.reranker) {
            return Some(Floor::Reranker);
        }
        below(combined, self.last).then_some(Floor::Final)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_must_be_a_number_and_may_be_any() {
        assert!(Floors::new(Some(f64::NAN), None).is_err());
        assert!(Floors::new(None, Some(f64::NAN)).is_err());
        let highest = Floors::new(None, Some(f64::INFINITY)).unwrap();
        assert_eq!(highest.above(Some(1.0), 1e300), Some(Floor::Final));
    }
}
