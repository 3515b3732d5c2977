//! Strength that spreads from the entries along temporal and causal links.

use super::Via;
use crate::ranking::{Hit, Row, RowSet, by_score_then_row};
use crate::types::Relation;

/// How often the frontier is advanced.
const ROUNDS: usize = 5;
/// How many rows of the frontier are followed in a round, strongest first.
const ROWS_PER_ROUND: usize = 20;
/// How many ways out of one row are followed, strongest first.
const PATHS_PER_ROW: usize = 10;
/// A weaker link is not followed.
const MIN_WEIGHT: f64 = 0.1;
/// What is left of a strength after one step.
const DECAY: f64 = 0.7;
/// A row no stronger than this leads no further.
const MIN_PARENT: f64 = 0.2;

/// A way from one row to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path {
    /// Where it leads.
    pub target: Row,
    /// The link's weight, in (0, 1].
    pub weight: f64,
    /// What the kind of link is worth.
    pub boost: f64,
    /// How the target will say that it was reached.
    pub via: Via,
}

impl Path {
    /// A way along nearness in time.
    pub(super) fn near(source: Row, target: Row, weight: f64) -> Self {
        Self { target, weight, boost: 1.0, via: Via::Near(source) }
    }

    /// A way along a causal link.
    pub(super) fn causal(source: Row, target: Row, relation: Relation, weight: f64) -> Self {
        let boost = match relation {
            Relation::Causes | Relation::CausedBy => 2.0,
            Relation::Enables | Relation::Prevents => 1.5,
        };
        Self { target, weight, boost, via: Via::Cause(source) }
    }

    fn strength(&self) -> f64 {
        self.weight * self.boost
    }
}

/// A row that strength reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reached {
    /// The row.
    pub row: Row,
    /// The larger of its own proximity and the strength of the strongest path to it.
    pub score: f64,
    /// Its own proximity.
    pub proximity: f64,
    /// The last step of that path.
    pub via: Via,
}

/// Spreads from `entries` (rows and their scores) to at most `budget` other rows, in the order reached.
///
/// A step carries `source score · weight · boost · 0.7`. `paths` gives the ways out of a row; it is shown
/// the rows already reached, so that it need not offer them. Of several paths to a row in one round the
/// strongest counts, then the one from the lowest source row; no order of entries or paths changes the
/// outcome. At most five rounds, twenty rows a round (strongest first) and ten ways out of each.
pub fn spread(
    entries: &[Hit],
    budget: usize,
    mut paths: impl FnMut(Row, &RowSet) -> Vec<Path>,
    mut proximity: impl FnMut(Row) -> f64,
) -> Vec<Reached> {
    let mut visited = RowSet::new();
    for entry in entries {
        visited.grow_and_insert(entry.row as usize);
    }
    let mut frontier = entries.to_vec();
    let mut reached: Vec<Reached> = Vec::new();
    for _ in 0..ROUNDS {
        if frontier.is_empty() || reached.len() >= budget {
            break;
        }
        frontier.sort_by(by_score_then_row);
        let rest = frontier.split_off(frontier.len().min(ROWS_PER_ROUND));
        let sources = std::mem::replace(&mut frontier, rest);
        let arrivals = sources.iter().flat_map(|source| {
            strongest_paths(paths(source.row, &visited), &visited)
                .into_iter()
                .map(|path| (path.target, source.arm_score * path.strength() * DECAY, path.via))
        });
        for (row, carried, via) in strongest_arrivals(arrivals.collect()) {
            if reached.len() >= budget {
                break;
            }
            visited.grow_and_insert(row as usize);
            let proximity = proximity(row);
            let score = proximity.max(carried);
            reached.push(Reached { row, score, proximity, via });
            if score > MIN_PARENT {
                frontier.push(Hit { row, arm_score: score });
            }
        }
    }
    reached
}

/// The ways worth following: one for each target not yet reached, strongest first.
fn strongest_paths(mut paths: Vec<Path>, visited: &RowSet) -> Vec<Path> {
    paths.retain(|path| path.weight >= MIN_WEIGHT && !visited.contains(path.target as usize));
    paths.sort_by(|left, right| {
        left.target
            .cmp(&right.target)
            .then(right.strength().total_cmp(&left.strength()))
            .then(left.via.cmp(&right.via))
    });
    paths.dedup_by_key(|path| path.target);
    paths.sort_by(|left, right| right.strength().total_cmp(&left.strength()));
    paths.truncate(PATHS_PER_ROW);
    paths
}

/// One arrival for each row, the strongest, ordered by strength and then row.
fn strongest_arrivals(mut arrivals: Vec<(Row, f64, Via)>) -> Vec<(Row, f64, Via)> {
    arrivals.sort_by(|left, right| {
        left.0.cmp(&right.0).then(right.1.total_cmp(&left.1)).then(source_of(left.2).cmp(&source_of(right.2)))
    });
    arrivals.dedup_by_key(|arrival| arrival.0);
    arrivals.sort_by(|left, right| right.1.total_cmp(&left.1));
    arrivals
}

fn source_of(via: Via) -> Option<Row> {
    match via {
        Via::Window | Via::Mention => None,
        Via::Near(row) | Via::Cause(row) => Some(row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hit(row: Row, arm_score: f64) -> Hit {
        Hit { row, arm_score }
    }

    /// Spreads over links given as (source, target, weight), all temporal, to undated rows.
    fn over(entries: &[Hit], budget: usize, links: &[(Row, Row, f64)]) -> Vec<Reached> {
        let paths = |row: Row, _: &RowSet| {
            let out = links.iter().filter(|link| link.0 == row);
            out.map(|link| Path::near(row, link.1, link.2)).collect()
        };
        spread(entries, budget, paths, |_| 0.0)
    }

    fn rows(reached: &[Reached]) -> Vec<Row> {
        reached.iter().map(|one| one.row).collect()
    }

    #[test]
    fn a_step_multiplies_parent_weight_boost_and_decay() {
        for (relation, boost) in [
            (Relation::Causes, 2.0),
            (Relation::CausedBy, 2.0),
            (Relation::Enables, 1.5),
            (Relation::Prevents, 1.5),
        ] {
            let paths = |row: Row, _: &RowSet| {
                if row == 0 { vec![Path::causal(0, 1, relation, 0.5)] } else { vec![] }
            };
            let reached = spread(&[hit(0, 0.8)], 9, paths, |_| 0.1);
            assert_eq!(reached.len(), 1);
            assert!((reached[0].score - 0.8 * 0.5 * boost * 0.7).abs() < 1e-12);
            assert_eq!((reached[0].proximity, reached[0].via), (0.1, Via::Cause(0)));
        }
        let near = over(&[hit(0, 1.0)], 9, &[(0, 1, 0.5)]);
        assert!((near[0].score - 0.35).abs() < 1e-12);
        assert_eq!(near[0].via, Via::Near(0));
    }

    #[test]
    fn the_strongest_path_wins() {
        let reached = over(&[hit(0, 0.3), hit(1, 1.0)], 9, &[(0, 7, 1.0), (1, 7, 0.5)]);
        assert_eq!(reached.len(), 1);
        assert_eq!(reached[0].via, Via::Near(1));
        assert!((reached[0].score - 0.35).abs() < 1e-12);
    }

    #[test]
    fn weak_links_and_weak_rows_lead_no_further() {
        assert_eq!(rows(&over(&[hit(0, 1.0)], 9, &[(0, 1, 0.09), (0, 2, 0.1)])), [2]);
        // Row 1 arrives with 0.21, row 2 with 0.14.
        assert_eq!(
            rows(&over(&[hit(0, 1.0)], 9, &[(0, 1, 0.3), (0, 2, 0.2), (1, 3, 1.0), (2, 4, 1.0)])),
            [1, 2, 3]
        );
    }

    #[test]
    fn rounds_rows_paths_and_budget_are_bounded() {
        let fan: Vec<(Row, Row, f64)> = (1..40).map(|target| (0, target, 1.0)).collect();
        assert_eq!(rows(&over(&[hit(0, 1.0)], 99, &fan)), (1..11).collect::<Vec<_>>());
        assert_eq!(rows(&over(&[hit(0, 1.0)], 3, &fan)), [1, 2, 3]);
        assert_eq!(over(&[hit(0, 1.0)], 0, &fan), []);
        let chain = |row: Row, _: &RowSet| vec![Path::causal(row, row + 1, Relation::Causes, 1.0)];
        assert_eq!(rows(&spread(&[hit(0, 1.0)], 99, chain, |_| 0.0)), [1, 2, 3, 4, 5]);
        let entries: Vec<Hit> = (0..150).map(|row| hit(row, 1.0 - f64::from(row) / 200.0)).collect();
        let own: Vec<(Row, Row, f64)> = (0..150).map(|row| (row, 1_000 + row, 0.2)).collect();
        assert_eq!(over(&entries, 999, &own).len(), 100);
    }

    #[test]
    fn rows_already_reached_take_no_place_among_the_ten() {
        let mut links: Vec<(Row, Row, f64)> = (0..12).map(|entry| (99, entry, 1.0)).collect();
        links.push((99, 50, 0.2));
        let entries: Vec<Hit> = (0..12).chain([99]).map(|row| hit(row, 1.0)).collect();
        assert_eq!(rows(&over(&entries, 9, &links)), [50]);
    }

    proptest! {
        #[test]
        fn no_order_of_entries_or_links_matters(
            (links, shuffled) in proptest::collection::vec((0u32..30, 0u32..30, 1u8..5), 0..120)
                .prop_flat_map(|links| (Just(links.clone()), Just(links).prop_shuffle())),
            (entries, other) in proptest::collection::btree_map(0u32..30, 1u8..4, 0..8)
                .prop_map(|entries| entries.into_iter().map(|(row, s)| hit(row, f64::from(s) / 4.0)).collect::<Vec<_>>())
                .prop_flat_map(|entries| (Just(entries.clone()), Just(entries).prop_shuffle())),
            budget in 0usize..30,
        ) {
            let weigh = |links: Vec<(Row, Row, u8)>| -> Vec<(Row, Row, f64)> {
                links.into_iter().map(|(from, to, weight)| (from, to, f64::from(weight) / 4.0)).collect()
            };
            let reached = over(&entries, budget, &weigh(links));
            prop_assert_eq!(&over(&other, budget, &weigh(shuffled)), &reached);
            prop_assert!(reached.len() <= budget);
            let mut seen = rows(&reached);
            seen.extend(entries.iter().map(|entry| entry.row));
            let count = seen.len();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), count);
        }
    }
}
