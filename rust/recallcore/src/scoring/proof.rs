//! Proof: how many memories bear an observation out.

use super::NEUTRAL;

/// `0.5 + ln(count) / 10`, at most 1; 0.5 without a count or with one below 1.
///
/// It only raises: one proof is what every memory has.
///
/// ```
/// use recallcore::scoring::proof::proof;
///
/// assert_eq!(proof(None), 0.5);
/// assert_eq!(proof(Some(1)), 0.5);
/// assert_eq!(proof(Some(5)), 0.5 + 5f64.ln() / 10.0);
/// assert_eq!(proof(Some(149)), 1.0); // ln 149 is just above 5
/// ```
#[expect(clippy::cast_precision_loss, reason = "a count of proofs is far below 2^53")]
pub fn proof(count: Option<i64>) -> f64 {
    match count {
        Some(count) if count >= 1 => (NEUTRAL + (count as f64).ln() / 10.0).clamp(0.0, 1.0),
        Some(_) | None => NEUTRAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_proof_never_counts_for_less() {
        let proofs: Vec<f64> = (-3..2000).map(|count| proof(Some(count))).collect();
        assert!(proofs.is_sorted());
        assert!(proofs.iter().all(|proof| (0.5..=1.0).contains(proof)));
        assert!((proof(Some(i64::MAX)) - 1.0).abs() < f64::EPSILON);
    }
}
