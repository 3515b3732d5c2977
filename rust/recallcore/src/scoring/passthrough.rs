//! The score of candidates that no model has judged: it restates the order and nothing else.

/// The scores of `count` candidates in order: 1 for the first, falling evenly to 0.1 for the last.
///
/// `1 − 0.9·i / max(1, n − 1)`, the passthrough scale of the reference system. A constant would leave the order to
/// the multipliers, and recall would sort by date.
///
/// ```
/// use recallcore::scoring::passthrough::passthrough;
///
/// assert_eq!(passthrough(3), [1.0, 0.55, 0.09999999999999998]);
/// assert_eq!(passthrough(1), [1.0]);
/// ```
pub fn passthrough(count: usize) -> Vec<f64> {
    (0..count).map(|place| rank_score(place, count)).collect()
}

/// The same for candidates that stand in another order: each has the score of its fused rank among the others.
///
/// ```
/// use recallcore::scoring::passthrough::in_order;
///
/// assert_eq!(in_order(&[7, 2, 4]), [0.09999999999999998, 1.0, 0.55]);
/// ```
pub fn in_order(fused_ranks: &[usize]) -> Vec<f64> {
    let mut places: Vec<(usize, usize)> = fused_ranks.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let mut scores = vec![0.0; places.len()];
    for ((_, place), score) in places.iter().zip(passthrough(places.len())) {
        if let Some(slot) = scores.get_mut(*place) {
            *slot = score;
        }
    }
    scores
}

/// The passthrough score of the candidate at `place` (from 0) among `count`.
///
/// ```
/// assert_eq!(recallcore::scoring::passthrough::rank_score(1, 3), 0.55); // 1 − 0.9 · 1/2
/// ```
#[expect(clippy::cast_precision_loss, reason = "a place in a ranking is far below 2^53")]
pub fn rank_score(place: usize, count: usize) -> f64 {
    1.0 - 0.9 * place as f64 / count.saturating_sub(1).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fall_evenly_from_one_to_a_tenth() {
        for (score, expected) in passthrough(4).iter().zip([1.0, 0.7, 0.4, 0.1]) {
            assert!((score - expected).abs() < 1e-12, "{score} {expected}");
        }
        assert!(passthrough(0).is_empty());
    }
}
