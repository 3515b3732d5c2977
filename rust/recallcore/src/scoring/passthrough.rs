//! The score of a memory that no model has judged: it restates the order and nothing else.

/// The score of the candidate at `place` (from 0) among `count`: 1 for the first, falling evenly to 0.1.
///
/// `1 − 0.9·i / max(1, n − 1)`, the passthrough scale of the reference system.
#[expect(clippy::cast_precision_loss, reason = "a place in a ranking is far below 2^53")]
pub fn rank_score(place: usize, count: usize) -> f64 {
    1.0 - 0.9 * place as f64 / count.saturating_sub(1).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fall_evenly_from_one_to_a_tenth() {
        let scores: Vec<f64> = (0..4).map(|place| rank_score(place, 4)).collect();
        for (score, expected) in scores.iter().zip([1.0, 0.7, 0.4, 0.1]) {
            assert!((score - expected).abs() < 1e-12, "{scores:?}");
        }
    }

    #[test]
    fn a_single_candidate_has_score_one() {
        assert!((rank_score(0, 1) - 1.0).abs() < f64::EPSILON);
    }
}
