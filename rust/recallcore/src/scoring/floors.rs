//! Floors on the final scores: what is too poor to be returned.

use crate::{Error, Result};

/// The least scores, inclusive; absent ones leave nothing out.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Floors {
    similarity: Option<f64>,
    reranker: Option<f64>,
    last: Option<f64>,
}

/// The floor that a candidate lies below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    /// That of the likeness to the query.
    Similarity,
    /// That of the rerank score.
    Reranker,
    /// That of the combined score.
    Final,
}

impl Floor {
    /// The floor's public name, as a reason.
    pub fn name(self) -> &'static str {
        match self {
            Self::Similarity => "similarity_floor",
            Self::Reranker => "reranker_floor",
            Self::Final => "final_floor",
        }
    }
}

impl Floors {
    /// Checks three floors: of the likeness to the query in [0, 1], of the rerank score in [0, 1], and of the combined
    /// score.
    ///
    /// # Errors
    /// [`Error::Config`] if one is not a number.
    pub fn new(similarity: Option<f64>, reranker: Option<f64>, last: Option<f64>) -> Result<Self> {
        for (name, floor) in [("similarity", similarity), ("reranker", reranker), ("final", last)] {
            if floor.is_some_and(f64::is_nan) {
                return Err(Error::Config(format!("the floor {name} must be a number, given NaN")));
            }
        }
        Ok(Self { similarity, reranker, last })
    }

    /// Without the floor of the reranker, which has nothing to hold on to where none ran.
    #[must_use]
    pub fn without_reranker(self) -> Self {
        Self { reranker: None, ..self }
    }

    /// Without the floor of the likeness, which has nothing to hold on to where the query has no vector.
    #[must_use]
    pub fn without_similarity(self) -> Self {
        Self { similarity: None, ..self }
    }

    /// Whether there is a floor of the likeness.
    pub fn has_similarity(self) -> bool {
        self.similarity.is_some()
    }

    /// The first floor that a candidate lies below, if any. One without a vector lies below that of the likeness, one
    /// that the reranker did not see below the reranker's.
    ///
    /// ```
    /// use recallcore::scoring::floors::{Floor, Floors};
    ///
    /// let floors = Floors::new(Some(0.3), Some(0.5), Some(0.4))?;
    /// assert_eq!(floors.above(Some(0.3), Some(0.5), 0.4), None);
    /// assert_eq!(floors.above(Some(0.2), Some(0.9), 0.9), Some(Floor::Similarity));
    /// assert_eq!(floors.above(Some(0.8), Some(0.45), 0.9), Some(Floor::Reranker));
    /// assert_eq!(floors.above(Some(0.8), None, 0.9), Some(Floor::Reranker));
    /// assert_eq!(floors.above(Some(0.8), Some(0.6), 0.39), Some(Floor::Final));
    /// assert_eq!(floors.without_reranker().without_similarity().above(None, None, 0.9), None);
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    pub fn above(self, similarity: Option<f64>, rerank: Option<f64>, combined: f64) -> Option<Floor> {
        let below = |score: f64, floor: Option<f64>| floor.is_some_and(|floor| score < floor);
        if below(similarity.unwrap_or(f64::NEG_INFINITY), self.similarity) {
            return Some(Floor::Similarity);
        }
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
        let nan = Some(f64::NAN);
        for floors in
            [Floors::new(nan, None, None), Floors::new(None, nan, None), Floors::new(None, None, nan)]
        {
            assert!(floors.is_err());
        }
        let highest = Floors::new(None, None, Some(f64::INFINITY)).unwrap();
        assert_eq!(highest.above(None, Some(1.0), 1e300), Some(Floor::Final));
    }
}
