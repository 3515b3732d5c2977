//! Strategy boosts: a caller's wish that one arm should count for more, kept in the space of ranks.
//!
//! Before the rerank cut a boost divides its arm's ranks, so that rank 16 of an arm boosted by 8 stands where rank 2
//! would. The fused score itself never changes: only who is cut does. Multiplying the arm's score instead would lift
//! its whole tail above the other arms' first memories; the tests keep that form as the counter-example.
//! After a real rerank a boost adds a bonus that fades with the rank.

use serde::Deserialize;

use super::Ranks;
use super::rrf::RrfK;
use crate::ranking::{ArmId, descending};
use crate::{Error, Result};

/// How strongly an arm is boosted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Ranks are halved.
    Low,
    /// Ranks are divided by four.
    Medium,
    /// Ranks are divided by eight.
    High,
}

impl Level {
    /// What ranks are divided by before the cut.
    pub fn divisor(self) -> f64 {
        match self {
            Self::Low => 2.0,
            Self::Medium => 4.0,
            Self::High => 8.0,
        }
    }

    /// What rank 1 gains after a rerank.
    pub fn bonus(self) -> f64 {
        match self {
            Self::Low => 0.05,
            Self::Medium => 0.2,
            Self::High => 0.5,
        }
    }
}

/// The level of each arm, by [`ArmId::column`]; by default none is boosted.
///
/// JSON: an object from arm to level, `{"graph": "high"}`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Boosts {
    semantic: Option<Level>,
    keyword: Option<Level>,
    graph: Option<Level>,
    temporal: Option<Level>,
}

impl Boosts {
    /// The same boosts, with one arm's level set.
    #[must_use]
    pub fn with(mut self, arm: ArmId, level: Level) -> Self {
        match arm {
            ArmId::Semantic => self.semantic = Some(level),
            ArmId::Keyword => self.keyword = Some(level),
            ArmId::Graph => self.graph = Some(level),
            ArmId::Temporal => self.temporal = Some(level),
        }
        self
    }

    /// Whether no arm is boosted.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether a boosted arm holds any of these rows.
    pub fn touch(self, ranks: &Ranks) -> bool {
        let held =
            |arm: ArmId| ranks.rows().any(|ranks| ranks.get(arm.column()).is_some_and(|rank| *rank > 0));
        self.levels().any(|(arm, _)| held(arm))
    }

    /// The boosted arms with their levels, in arm order.
    fn levels(self) -> impl Iterator<Item = (ArmId, Level)> {
        let levels = [self.semantic, self.keyword, self.graph, self.temporal];
        ArmId::ALL.into_iter().zip(levels).filter_map(|(arm, level)| Some((arm, level?)))
    }
}

/// By what candidates are cut before the rerank: `fused + Σ (1/(k + rank/divisor) − 1/(k + rank))` over the
/// boosted arms that hold the candidate, the sum taken in arm order before it is added.
///
/// ```
/// use recallcore::fusion::Ranks;
/// use recallcore::fusion::boost::{Boosts, Level, boosted};
/// use recallcore::fusion::rrf::RrfK;
/// use recallcore::ranking::ArmId;
///
/// // Sixtieth in the graph arm alone: 1/120 becomes 1/(60 + 60/8) = 1/67.5.
/// let ranks = Ranks::from_flat(4, vec![0, 0, 60, 0])?;
/// let keys = boosted(&[1.0 / 120.0], &ranks, Boosts::default().with(ArmId::Graph, Level::High), RrfK::default());
/// assert_eq!(keys, [1.0 / 67.5]);
/// # Ok::<(), recallcore::Error>(())
/// ```
pub fn boosted(fused: &[f64], ranks: &Ranks, boosts: Boosts, rrf_k: RrfK) -> Vec<f64> {
    let gains = gains(ranks, boosts, |_, level, rank| {
        rrf_k.reciprocal(rank / level.divisor()) - rrf_k.reciprocal(rank)
    });
    fused.iter().zip(gains).map(|(fused, gain)| fused + gain).collect()
}

/// The same where fused scores are those of [`auto`](super::auto), which are on the scale of rerank scores: what boosts
/// add there, [`strategy_boost`], is added here. Dividing ranks would not do: an arm's own part of such a score does not
/// follow from its rank, so that its deepest would gain more than its best.
///
/// ```
/// use recallcore::fusion::Ranks;
/// use recallcore::fusion::boost::{Boosts, Level, boosted_auto};
/// use recallcore::ranking::ArmId;
///
/// let ranks = Ranks::from_flat(4, vec![1, 0, 0, 0, 3, 0, 0, 0])?;
/// let boosts = Boosts::default().with(ArmId::Semantic, Level::Low);
/// assert_eq!(boosted_auto(&[0.5, 0.5], &ranks, boosts), [0.5 + 0.05, 0.5 + 0.05 * 2.0 / 4.0]);
/// # Ok::<(), recallcore::Error>(())
/// ```
pub fn boosted_auto(fused: &[f64], ranks: &Ranks, boosts: Boosts) -> Vec<f64> {
    fused.iter().zip(strategy_boost(ranks, boosts)).map(|(fused, gain)| fused + gain).collect()
}

/// The places of the `depth` candidates with the largest keys: keys descending, then place. Where all fit, they
/// stay as they are.
///
/// ```
/// use recallcore::fusion::boost::cut;
///
/// assert_eq!(cut(&[0.2, 0.9, 0.2], 2), [1, 0]);
/// assert_eq!(cut(&[0.2, 0.9, 0.2], 3), [0, 1, 2]);
/// ```
pub fn cut(keys: &[f64], depth: usize) -> Vec<usize> {
    if keys.len() <= depth {
        return (0..keys.len()).collect();
    }
    let mut ordered: Vec<(u64, usize)> =
        keys.iter().enumerate().map(|(place, key)| (descending(*key), place)).collect();
    // Few are kept of many: those are found first, and sorted alone.
    ordered.select_nth_unstable(depth);
    ordered.truncate(depth);
    ordered.sort_unstable();
    ordered.into_iter().map(|(_, place)| place).collect()
}

/// The places of all candidates: those that [`cut`] keeps, then the others as they stand.
///
/// ```
/// use recallcore::fusion::boost::cut_with_tail;
///
/// assert_eq!(cut_with_tail(&[0.2, 0.9, 0.3, 0.1], 2), [1, 2, 0, 3]);
/// ```
pub fn cut_with_tail(keys: &[f64], depth: usize) -> Vec<usize> {
    let mut order = cut(keys, depth);
    let mut in_head = vec![false; keys.len()];
    for place in &order {
        if let Some(mark) = in_head.get_mut(*place) {
            *mark = true;
        }
    }
    order.extend(in_head.iter().enumerate().filter(|(_, mark)| !**mark).map(|(place, _)| place));
    order
}

/// What each candidate gains after a real rerank: `Σ bonus · divisor / (divisor + rank − 1)` over the boosted arms
/// that hold it, added in arm order. The temporal arm's bonus does not fade, for its first ranks are those nearest to
/// the middle of the window, which is no merit.
///
/// ```
/// use recallcore::fusion::Ranks;
/// use recallcore::fusion::boost::{Boosts, Level, strategy_boost};
/// use recallcore::ranking::ArmId;
///
/// let boosts = Boosts::default().with(ArmId::Graph, Level::High);
/// let ranks = Ranks::from_flat(4, vec![0, 0, 1, 0, 0, 0, 9, 0, 3, 0, 0, 0])?;
/// assert_eq!(strategy_boost(&ranks, boosts), [0.5, 0.25, 0.0]); // 0.5 · 8/8, 0.5 · 8/16, not in the graph arm
/// # Ok::<(), recallcore::Error>(())
/// ```
pub fn strategy_boost(ranks: &Ranks, boosts: Boosts) -> Vec<f64> {
    gains(ranks, boosts, |arm, level, rank| match arm {
        ArmId::Temporal => level.bonus(),
        ArmId::Semantic | ArmId::Keyword | ArmId::Graph => {
            level.bonus() * level.divisor() / (level.divisor() + rank - 1.0)
        }
    })
}

/// For each row the sum of what it gains by each boosted arm that holds it, added in arm order.
fn gains(ranks: &Ranks, boosts: Boosts, gain: impl Fn(ArmId, Level, f64) -> f64) -> Vec<f64> {
    let mut gains = vec![0.0; ranks.rows().count()];
    for (arm, level) in boosts.levels() {
        for (sum, ranks) in gains.iter_mut().zip(ranks.rows()) {
            if let Some(rank) = ranks.get(arm.column()).filter(|rank| **rank > 0) {
                *sum += gain(arm, level, f64::from(*rank));
            }
        }
    }
    gains
}

/// Checks that ranks are those of the four arms.
///
/// # Errors
/// [`Error::Input`] if they are of another number of rankings.
pub fn check_arms(ranks: &Ranks) -> Result<()> {
    if ranks.width() == ArmId::ALL.len() {
        return Ok(());
    }
    Err(Error::Input(format!("ranks are of {} rankings, expected {}", ranks.width(), ArmId::ALL.len())))
}

#[cfg(test)]
mod tests {
    use super::super::rrf::fuse;
    use super::*;
    use proptest::prelude::*;

    fn boosts(arm: ArmId, level: Level) -> Boosts {
        Boosts::default().with(arm, level)
    }

    fn ranks(flat: &[u32]) -> Ranks {
        Ranks::from_flat(4, flat.to_vec()).unwrap()
    }

    fn close(left: &[f64], right: &[f64]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs())
    }

    #[test]
    fn keys_are_the_reference_values() {
        let k = RrfK::default();
        let graph = [1, 5, 60, 200];
        let flat: Vec<u32> = graph.iter().flat_map(|rank| [0, 0, *rank, 0]).collect();
        let fused: Vec<f64> = graph.iter().map(|rank| k.reciprocal(f64::from(*rank))).collect();
        let keys = boosted(&fused, &ranks(&flat), boosts(ArmId::Graph, Level::High), k);
        let expected = [
            0.016_632_016_632_016_633,
            0.016_494_845_360_824_743,
            0.014_814_814_814_814_815,
            0.011_764_705_882_352_941,
        ];
        assert!(close(&keys, &expected), "{keys:?}");
    }

    #[test]
    fn bonuses_are_the_reference_values() {
        let flat: Vec<u32> = [1, 2, 9, 60].iter().flat_map(|rank| [0, 0, *rank, 0]).collect();
        let gains = strategy_boost(&ranks(&flat), boosts(ArmId::Graph, Level::High));
        assert!(close(&gains, &[0.5, 0.444_444_444_444_444_4, 0.25, 0.059_701_492_537_313_43]), "{gains:?}");
    }

    #[test]
    fn temporal_bonus_does_not_fade() {
        let gains =
            strategy_boost(&ranks(&[0, 0, 0, 1, 0, 0, 0, 300]), boosts(ArmId::Temporal, Level::Medium));
        assert_eq!(gains, [0.2, 0.2]);
    }

    #[test]
    fn json_names_arms_and_levels() {
        let read: Boosts = serde_json::from_str(r#"{"graph": "high", "semantic": null}"#).unwrap();
        assert_eq!(read, boosts(ArmId::Graph, Level::High));
        for json in [r#"{"bm25": "high"}"#, r#"{"graph": "huge"}"#, r#"{"graph": 3}"#] {
            assert!(serde_json::from_str::<Boosts>(json).is_err(), "{json}");
        }
    }

    /// Four arms that found different memories: arm `a` holds `a · 10,000`, `a · 10,000 + 1` and so on.
    fn strangers(lengths: [u32; 4]) -> Vec<Vec<u32>> {
        (0u32..).zip(lengths).map(|(arm, length)| (0..length).map(|at| arm * 10_000 + at).collect()).collect()
    }

    fn survivors(arms: &[Vec<u32>], depth: usize, key: impl Fn(&[f64], &Ranks) -> Vec<f64>) -> Vec<u32> {
        let slices: Vec<&[u32]> = arms.iter().map(Vec::as_slice).collect();
        let fused = fuse(&slices, RrfK::default());
        let kept = cut(&key(&fused.scores, &fused.ranks), depth);
        kept.into_iter().map(|place| fused.rows[place]).collect()
    }

    fn of_arm(rows: &[u32], arm: ArmId) -> usize {
        rows.iter().filter(|row| **row / 10_000 == u32::try_from(arm.column()).unwrap()).count()
    }

    /// The form that the reference once had, `fused + weight / (k + rank)`: it multiplies the arm's own score.
    fn multiplied(fused: &[f64], ranks: &Ranks, arm: ArmId, weight: f64) -> Vec<f64> {
        let gain = |ranks: &[u32]| match ranks[arm.column()] {
            0 => 0.0,
            rank => weight / (60.0 + f64::from(rank)),
        };
        fused.iter().zip(ranks.rows()).map(|(fused, ranks)| fused + gain(ranks)).collect()
    }

    #[test]
    fn multiplying_an_arm_evicts_the_first_of_every_other_and_dividing_its_ranks_does_not() {
        let arms = strangers([300; 4]);
        let multiplied = survivors(&arms, 300, |fused, ranks| multiplied(fused, ranks, ArmId::Graph, 6.0));
        assert_eq!(of_arm(&multiplied, ArmId::Graph), 300);
        assert_eq!(of_arm(&multiplied, ArmId::Semantic), 0);

        let divided = survivors(&arms, 300, |fused, ranks| {
            boosted(fused, ranks, boosts(ArmId::Graph, Level::High), RrfK::default())
        });
        assert!(of_arm(&divided, ArmId::Graph) > 200, "{}", of_arm(&divided, ArmId::Graph));
        for arm in [ArmId::Semantic, ArmId::Keyword, ArmId::Temporal] {
            assert!(of_arm(&divided, arm) >= 27, "{arm:?} keeps {}", of_arm(&divided, arm)); // 300 / (8 + 3)
        }
    }

    fn arm() -> impl Strategy<Value = ArmId> {
        proptest::sample::select(ArmId::ALL.to_vec())
    }

    fn level() -> impl Strategy<Value = Level> {
        proptest::sample::select(vec![Level::Low, Level::Medium, Level::High])
    }

    proptest! {
        #[test]
        fn boosted_arm_reaches_deeper_and_no_other_arm_loses_its_head(
            lengths in proptest::array::uniform4(0u32..400), arm in arm(), level in level(), depth in 1usize..500,
        ) {
            let arms = strangers(lengths);
            let plain = survivors(&arms, depth, |fused, _| fused.to_vec());
            let kept = survivors(&arms, depth, |fused, ranks| {
                boosted(fused, ranks, boosts(arm, level), RrfK::default())
            });
            prop_assert!(of_arm(&kept, arm) >= of_arm(&plain, arm));
            // Ahead of another arm's rank s stand fewer than divisor · s of the boosted arm and at most s of each
            // of the three others.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "2, 4 or 8")]
            let head = depth / (level.divisor() as usize + 3);
            for other in ArmId::ALL.into_iter().filter(|other| *other != arm) {
                let length = lengths[other.column()] as usize;
                prop_assert!(of_arm(&kept, other) >= head.min(length), "{:?}", other);
            }
        }

        #[test]
        fn a_boost_moves_only_its_own_arm(
            rankings in proptest::array::uniform4(proptest::collection::vec(0u32..40, 0..40)), arm in arm(), level in level(),
        ) {
            let slices: Vec<&[u32]> = rankings.iter().map(Vec::as_slice).collect();
            let fused = fuse(&slices, RrfK::default());
            let keys = boosted(&fused.scores, &fused.ranks, boosts(arm, level), RrfK::default());
            for ((key, score), ranks) in keys.iter().zip(&fused.scores).zip(fused.ranks.rows()) {
                let held = ranks[arm.column()] > 0;
                let as_promised = if held { key > score } else { key.to_bits() == score.to_bits() };
                prop_assert!(as_promised);
            }
        }

        #[test]
        fn few_memories_of_boosted_arms_alone_pass_the_head_of_another_arm(
            rankings in proptest::array::uniform4(proptest::collection::vec(0u32..60, 0..60)),
            first in arm(), second in arm(), level in level(),
        ) {
            // Arms share memories here, and up to two of them are boosted.
            let slices: Vec<&[u32]> = rankings.iter().map(Vec::as_slice).collect();
            let fused = fuse(&slices, RrfK::default());
            let keys = boosted(&fused.scores, &fused.ranks, boosts(first, level).with(second, level), RrfK::default());
            let is_boosted = |arm: ArmId| arm == first || arm == second;
            let ranks = &fused.ranks;
            let holders = |place: usize| ArmId::ALL.into_iter().filter(move |arm| ranks.of(place)[arm.column()] > 0);
            let alone = |place: usize| holders(place).count() == 1 && holders(place).all(is_boosted);
            for place in 0..keys.len() {
                let own = holders(place).filter(|arm| !is_boosted(*arm)).map(|arm| ranks.of(place)[arm.column()]).min();
                let Some(rank) = own else { continue };
                let passing = (0..keys.len()).filter(|other| alone(*other) && keys[*other] > keys[place]).count();
                #[expect(clippy::cast_precision_loss, reason = "a few dozen")]
                let passing = passing as f64;
                prop_assert!(passing < 2.0 * level.divisor() * f64::from(rank), "{} pass rank {}", passing, rank);
            }
        }

        #[test]
        fn no_boost_changes_nothing(rankings in proptest::array::uniform4(proptest::collection::vec(0u32..40, 0..40))) {
            let slices: Vec<&[u32]> = rankings.iter().map(Vec::as_slice).collect();
            let fused = fuse(&slices, RrfK::default());
            prop_assert_eq!(boosted(&fused.scores, &fused.ranks, Boosts::default(), RrfK::default()), fused.scores.clone());
            prop_assert!(strategy_boost(&fused.ranks, Boosts::default()).iter().all(|gain| *gain == 0.0));
            prop_assert_eq!(cut(&fused.scores, 10), (0..fused.rows.len().min(10)).collect::<Vec<_>>());
        }
    }
}
