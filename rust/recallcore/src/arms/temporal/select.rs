//! Choosing entries so that every part of the window has its say.

use std::collections::BTreeMap;

use crate::types::Micros;

/// A row of the pool, as far as the choice is concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dated {
    /// Relevance to the query; higher is better.
    pub relevance: f64,
    /// The date that puts it into a bucket; an absent one means the first bucket.
    pub date: Option<Micros>,
}

/// Chooses at most `limit` of `pool` over equal `buckets` of the window from `start` to `end`, and returns
/// their places in the pool in the order chosen.
///
/// First the most relevant of each bucket, most relevant first, then the second of each, and so on. Dates
/// outside the window fall into its nearest bucket; a window without length is one bucket. A pool no
/// longer than `limit` is returned as it is. Equal relevance keeps the order of the pool.
pub fn select_over_buckets(
    pool: &[Dated],
    (start, end): (Micros, Micros),
    limit: usize,
    buckets: usize,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pool.len()).collect();
    if pool.len() <= limit {
        return order;
    }
    let relevance = |place: usize| pool.get(place).map_or(f64::NEG_INFINITY, |row| row.relevance);
    order.sort_by(|left, right| relevance(*right).total_cmp(&relevance(*left)));
    // More buckets than rows tell the rows no better apart than their dates do; only those that occur are counted.
    let buckets = buckets.max(1);
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut tiers: Vec<(usize, usize)> = Vec::with_capacity(order.len());
    for place in order {
        let date = pool.get(place).and_then(|row| row.date);
        let tier = taken.entry(date.map_or(0, |date| bucket_of(date, start, end, buckets))).or_default();
        tiers.push((*tier, place));
        *tier += 1;
    }
    // The sort is stable, so that within a tier the order by relevance stands.
    tiers.sort_by_key(|(tier, _)| *tier);
    tiers.into_iter().take(limit).map(|(_, place)| place).collect()
}

fn bucket_of(date: Micros, start: Micros, end: Micros, buckets: usize) -> usize {
    let length = i128::from(end) - i128::from(start);
    let inside = i128::from(date) - i128::from(start);
    if length <= 0 || inside <= 0 {
        return 0;
    }
    // At most 2^64 microseconds times a number of buckets: far below the range of i128.
    let bucket = inside.saturating_mul(i128::try_from(buckets).unwrap_or(i128::MAX)) / length;
    usize::try_from(bucket).unwrap_or(usize::MAX).min(buckets.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pool(rows: &[(f64, Micros)]) -> Vec<Dated> {
        rows.iter().map(|(relevance, date)| Dated { relevance: *relevance, date: Some(*date) }).collect()
    }

    #[test]
    fn one_of_each_month_beats_two_of_the_best_month() {
        let year = pool(&[(1.0, 10), (0.99, 11), (0.98, 12), (0.95, 200)]);
        assert_eq!(select_over_buckets(&year, (0, 365), 2, 8), [0, 3]);
    }

    #[test]
    fn within_one_day_the_most_relevant_win() {
        let day = pool(&[(0.4, 5), (0.9, 5), (0.7, 5), (0.95, 5)]);
        assert_eq!(select_over_buckets(&day, (0, 365), 2, 8), [3, 1]);
        assert_eq!(select_over_buckets(&day, (5, 5), 2, 8), [3, 1]);
    }

    #[test]
    fn a_small_pool_is_taken_as_it_is() {
        assert_eq!(select_over_buckets(&pool(&[(0.1, 1), (0.9, 2)]), (0, 9), 2, 8), [0, 1]);
    }

    #[test]
    fn extreme_dates_fall_into_the_outer_buckets() {
        let rows = pool(&[(0.5, i64::MIN), (0.4, i64::MAX), (0.9, 0)]);
        assert_eq!(select_over_buckets(&rows, (i64::MIN, i64::MAX), 2, 2), [2, 0]);
        assert_eq!(select_over_buckets(&rows, (0, 8), 2, 8), [2, 1]);
    }

    proptest! {
        #[test]
        fn no_bucket_has_two_more_than_another_that_still_has_rows(
            rows in proptest::collection::vec((0u8..9, 0i64..80), 0..60), limit in 0usize..30,
        ) {
            let rows: Vec<(f64, Micros)> = rows.into_iter().map(|(r, d)| (f64::from(r), d)).collect();
            let chosen = select_over_buckets(&pool(&rows), (0, 80), limit, 8);
            prop_assert_eq!(chosen.len(), limit.min(rows.len()));
            let count = |bucket: i64, places: &mut dyn Iterator<Item = usize>| {
                places.filter(|place| rows[*place].1 / 10 == bucket).count()
            };
            for a in 0..8 {
                for b in 0..8 {
                    let (in_a, in_b) =
                        (count(a, &mut chosen.iter().copied()), count(b, &mut chosen.iter().copied()));
                    let all_b = count(b, &mut (0..rows.len()));
                    prop_assert!(in_a <= in_b + 1 || in_b == all_b);
                }
            }
            for (place, row) in rows.iter().enumerate() {
                let better = |other: &usize| rows[*other].1 / 10 == row.1 / 10 && rows[*other].0 < row.0;
                prop_assert!(chosen.contains(&place) || !chosen.iter().any(better));
            }
        }
    }
}
