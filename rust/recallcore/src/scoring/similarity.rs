//! Similarity on a scale that embedders share: a bare cosine means something else in each model.

/// The cosines that an embedder's thresholds are: how alike unrelated texts are, and how rarely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchors {
    /// Half of all unrelated pairs are less alike.
    pub temporal: f64,
    /// Nine of ten unrelated pairs are less alike.
    pub seed: f64,
    /// All but one of two hundred unrelated pairs are less alike.
    pub link: f64,
}

/// A cosine as a number in [0, 1] that says the same in every model: straight lines through (−1, 0), (temporal, 0.1),
/// (seed, 0.3), (link, 0.7) and (1, 1).
///
/// 0.1, 0.3 and 0.7 are what the reference system's thresholds are for its own embedder. So a memory above 0.3 is more
/// like the query than nine of ten that have nothing to do with it. It is no probability of being right.
///
/// ```
/// use recallcore::scoring::similarity::{Anchors, on_common_scale};
///
/// // A model in which unrelated texts have cosines around 0.78.
/// let anchors = Anchors { temporal: 0.78, seed: 0.82, link: 0.86 };
/// let scale = |cosine| (on_common_scale(cosine, anchors) * 1000.0).round() / 1000.0;
/// assert_eq!([scale(0.78), scale(0.80), scale(0.82), scale(0.93), scale(1.0)], [0.1, 0.2, 0.3, 0.85, 1.0]);
/// ```
pub fn on_common_scale(cosine: f64, anchors: Anchors) -> f64 {
    let line = [(-1.0, 0.0), (anchors.temporal, 0.1), (anchors.seed, 0.3), (anchors.link, 0.7), (1.0, 1.0)];
    let cosine = cosine.clamp(-1.0, 1.0);
    let mut scaled: f64 = 0.0;
    // Thresholds may coincide, or stand at an end: then the later point counts, and the line jumps.
    for (left, right) in line.iter().zip(line.iter().skip(1)) {
        if cosine >= right.0 {
            scaled = scaled.max(right.1);
        } else if cosine >= left.0 {
            let share = (cosine - left.0) / (right.0 - left.0);
            scaled = scaled.max(left.1 + share * (right.1 - left.1));
        }
    }
    scaled
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn coinciding_thresholds_are_borne() {
        let anchors = Anchors { temporal: 0.5, seed: 0.5, link: 1.0 };
        assert!((on_common_scale(0.5, anchors) - 0.3).abs() < 1e-12);
        assert!((on_common_scale(1.0, anchors) - 1.0).abs() < 1e-12);
        assert!(on_common_scale(-1.0, anchors).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn stays_in_range_and_in_order(
            mut thresholds in proptest::array::uniform3(-1.0f64..=1.0), mut cosines in proptest::collection::vec(-1.1f64..1.1, 0..20),
        ) {
            thresholds.sort_by(f64::total_cmp);
            cosines.sort_by(f64::total_cmp);
            let [temporal, seed, link] = thresholds;
            let anchors = Anchors { temporal, seed, link };
            let scaled: Vec<f64> = cosines.iter().map(|cosine| on_common_scale(*cosine, anchors)).collect();
            prop_assert!(scaled.iter().all(|value| (0.0..=1.0).contains(value)));
            prop_assert!(scaled.is_sorted());
        }
    }
}
