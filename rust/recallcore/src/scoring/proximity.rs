//! Proximity: how near to the middle of the window asked about a memory is dated.

use super::NEUTRAL;

/// What a memory's nearness to the middle of the window (0 at the edges, 1 in the middle) is worth: from 0.5 at the
/// edges to 1 in the middle. 0.5 for a memory dated outside the window, or without a window.
///
/// Taken as it is, nearness would set what lies at the window's edge below what lies outside of it.
///
/// ```
/// use recallcore::scoring::proximity::proximity;
///
/// assert_eq!([proximity(Some(1.0)), proximity(Some(0.5)), proximity(Some(0.0)), proximity(None)], [1.0, 0.75, 0.5, 0.5]);
/// ```
pub fn proximity(nearness: Option<f64>) -> f64 {
    nearness.map_or(NEUTRAL, |nearness| NEUTRAL + (1.0 - NEUTRAL) * nearness)
}
