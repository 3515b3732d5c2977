//! Rerank scores on one scale: a model's logits and probabilities alike in [0, 1].

use serde::Deserialize;

use crate::{Error, Result};

/// What a reranker's raw scores are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Unknown: each call decides. Scores that all lie in [0, 1] are probabilities, else all are logits.
    #[default]
    Auto,
    /// Probabilities.
    Probability,
    /// Logits.
    Logit,
}

impl Scale {
    /// The scale of that public name (`auto`, `probability`, `logit`).
    ///
    /// # Errors
    /// [`Error::Config`] if there is none.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "auto" => Ok(Self::Auto),
            "probability" => Ok(Self::Probability),
            "logit" => Ok(Self::Logit),
            _ => Err(Error::Config(format!(
                "scale must be \"auto\", \"probability\" or \"logit\", given {name:?}"
            ))),
        }
    }
}

/// The scores in [0, 1]: probabilities as they are (what lies outside is brought to the nearer end), logits by
/// `1 / (1 + e^−x)`. NaN, a model's "I do not know", becomes 0 wherever it stands and has no say in what
/// [`Scale::Auto`] decides.
///
/// ```
/// use recallcore::scoring::normalise::{Scale, normalise};
///
/// assert_eq!(normalise(&[0.1, 0.9, f64::NAN], Scale::Auto), [0.1, 0.9, 0.0]);
/// // One score outside [0, 1], and all are logits: 0.1 becomes 1/(1 + e^-0.1).
/// assert_eq!(normalise(&[0.0, -40.0], Scale::Auto), [0.5, 1.0 / (1.0 + 40f64.exp())]);
/// assert_eq!(normalise(&[0.25, -2.0], Scale::Probability), [0.25, 0.0]);
/// assert_eq!(normalise(&[0.0], Scale::Logit), [0.5]);
/// ```
pub fn normalise(scores: &[f64], scale: Scale) -> Vec<f64> {
    let outside = |score: &f64| *score < 0.0 || *score > 1.0;
    let logits = match scale {
        Scale::Auto => scores.iter().any(outside),
        Scale::Probability => false,
        Scale::Logit => true,
    };
    let one = |score: f64| match (score.is_nan(), logits) {
        (true, _) => 0.0,
        (false, true) => sigmoid(score),
        (false, false) => score.clamp(0.0, 1.0),
    };
    // Adding 0 makes −0 equal to 0 in the total order too.
    scores.iter().map(|score| one(*score) + 0.0).collect()
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scores_in_range_pass_unchanged() {
        assert_eq!(normalise(&[0.0, 1.0, 0.5], Scale::Auto), [0.0, 1.0, 0.5]);
        assert_eq!(normalise(&[], Scale::Auto), [0.0; 0]);
    }

    #[test]
    fn infinite_scores_are_the_ends() {
        for scale in [Scale::Auto, Scale::Probability, Scale::Logit] {
            assert_eq!(normalise(&[f64::INFINITY, f64::NEG_INFINITY], scale), [1.0, 0.0], "{scale:?}");
        }
    }

    #[test]
    fn negative_zero_is_zero() {
        let scores = normalise(&[-0.0], Scale::Auto);
        assert_eq!(scores.first().map(|score| score.to_bits()), Some(0));
    }

    #[test]
    fn one_negative_score_does_not_flip_the_scale_of_a_model_that_declares_it() {
        assert_eq!(normalise(&[0.9, -0.001], Scale::Probability), [0.9, 0.0]);
        assert!(normalise(&[0.9, -0.001], Scale::Auto)[0] < 0.72);
    }

    proptest! {
        #[test]
        fn always_in_range_and_never_out_of_order(
            mut scores in proptest::collection::vec(prop_oneof![-50.0f64..50.0, 0.0f64..1.0], 0..20),
            scale in proptest::sample::select(vec![Scale::Auto, Scale::Probability, Scale::Logit]),
        ) {
            scores.sort_by(f64::total_cmp);
            let normalised = normalise(&scores, scale);
            prop_assert!(normalised.iter().all(|score| (0.0..=1.0).contains(score)));
            prop_assert!(normalised.is_sorted());
        }

        #[test]
        fn nan_is_zero_wherever_it_stands_and_changes_nothing_else(
            scores in proptest::collection::vec(-2.0f64..2.0, 0..20), at in 0usize..20,
        ) {
            let plain = normalise(&scores, Scale::Auto);
            let at = at.min(scores.len());
            let mut with_nan = scores.clone();
            with_nan.insert(at, f64::NAN);
            let mut normalised = normalise(&with_nan, Scale::Auto);
            prop_assert_eq!(normalised.remove(at).to_bits(), 0.0f64.to_bits());
            prop_assert_eq!(normalised, plain);
        }
    }
}
