//! Observations instead of what they were made from: saying a thing once leaves room for others.

use super::{Packing, TokenBudget, skip_fill};

/// One memory that waits to be packed.
#[derive(Debug, Clone, Copy)]
pub struct Packable<'a> {
    /// Tokens of its text.
    pub tokens: u64,
    /// Of an observation: the places, in the order given, of memories that it makes superfluous.
    pub sources: &'a [usize],
}

/// Packs memories (best first) by [`skip_fill`], leaving out the sources of every observation that is kept; what comes
/// after them moves up. Returns the packing and the places that were left out for an observation, ascending.
///
/// Only an observation that is itself kept makes its sources superfluous: one that does not fit, or comes after the
/// limit, would take them away and give nothing for them. Such a one is given up for good, and should it fit after all
/// once its sources are back, both are kept. Each place is kept, dropped, or left out for an observation.
///
/// ```
/// use recallcore::packing::observations::{Packable, pack_preferring};
/// use recallcore::packing::{Overflow, TokenBudget};
///
/// let memory = |tokens| Packable { tokens, sources: &[] };
/// let observation = Packable { tokens: 20, sources: &[0, 2] };
/// let budget = TokenBudget::new(60, Overflow::First);
/// let (packing, superfluous) = pack_preferring(&[memory(30), observation, memory(30), memory(40)], budget, None);
/// assert_eq!(packing.kept, [1, 3]);
/// assert_eq!(superfluous, [0, 2]);
/// ```
pub fn pack_preferring(
    memories: &[Packable<'_>],
    budget: TokenBudget,
    limit: Option<usize>,
) -> (Packing, Vec<usize>) {
    let mut preferred: Vec<usize> =
        (0..memories.len()).filter(|place| has_sources(memories, *place)).collect();
    loop {
        let mut superfluous = vec![false; memories.len()];
        for source in
            preferred.iter().filter_map(|place| memories.get(*place)).flat_map(|memory| memory.sources)
        {
            if let Some(mark) = superfluous.get_mut(*source) {
                *mark = true;
            }
        }
        let places: Vec<usize> =
            superfluous.iter().enumerate().filter(|(_, mark)| !**mark).map(|(place, _)| place).collect();
        let tokens: Vec<u64> = places.iter().filter_map(|place| Some(memories.get(*place)?.tokens)).collect();
        // Strictly: what is only taken because nothing else fits may not make others superfluous.
        let strict = in_places(skip_fill(&tokens, budget.strict(), limit), &places);
        let before = preferred.len();
        preferred.retain(|place| strict.kept.binary_search(place).is_ok());
        if preferred.len() == before {
            let packing = in_places(skip_fill(&tokens, budget, limit), &places);
            let left_out = superfluous.iter().enumerate().filter(|(_, mark)| **mark);
            return (packing, left_out.map(|(place, _)| place).collect());
        }
    }
}

fn has_sources(memories: &[Packable<'_>], place: usize) -> bool {
    memories.get(place).is_some_and(|memory| !memory.sources.is_empty())
}

/// The packing of a part of the memories, its places those of the whole.
fn in_places(mut packing: Packing, places: &[usize]) -> Packing {
    let whole = |index: usize| places.get(index).copied().unwrap_or(index);
    packing.kept.iter_mut().for_each(|index| *index = whole(*index));
    packing.dropped.iter_mut().for_each(|dropped| dropped.index = whole(dropped.index));
    packing
}

#[cfg(test)]
mod tests {
    use super::super::Overflow;
    use super::*;
    use proptest::prelude::*;

    fn pack(tokens: &[u64], sources: &[Vec<usize>], max: u64, limit: Option<usize>) -> (Packing, Vec<usize>) {
        let memories: Vec<Packable<'_>> = tokens
            .iter()
            .zip(sources)
            .map(|(tokens, sources)| Packable { tokens: *tokens, sources })
            .collect();
        pack_preferring(&memories, TokenBudget::new(max, Overflow::First), limit)
    }

    #[test]
    fn an_observation_that_does_not_fit_takes_nothing_away() {
        let (packing, left_out) = pack(&[10, 10, 90], &[vec![], vec![], vec![0, 1]], 50, None);
        assert_eq!((packing.kept, left_out), (vec![0, 1], vec![]));
    }

    #[test]
    fn an_observation_behind_the_limit_takes_nothing_away() {
        let (packing, left_out) = pack(&[1, 1, 1], &[vec![], vec![], vec![0]], 50, Some(1));
        assert_eq!((packing.kept, left_out), (vec![0], vec![]));
    }

    #[test]
    fn without_observations_it_is_skip_fill() {
        let (packing, left_out) = pack(&[60, 50, 20, 1], &vec![vec![]; 4], 80, None);
        assert_eq!(packing, skip_fill(&[60, 50, 20, 1], TokenBudget::new(80, Overflow::First), None));
        assert!(left_out.is_empty());
    }

    proptest! {
        #[test]
        fn whatever_is_left_out_stands_in_a_kept_observation(
            memories in proptest::collection::vec((0u64..12, proptest::collection::vec(0usize..12, 0..4)), 0..12),
            max in 0u64..60, limit in proptest::option::of(0usize..8),
        ) {
            let count = memories.len();
            // Sources are raw memories: those at even places here; observations stand at odd ones.
            let tokens: Vec<u64> = memories.iter().map(|(tokens, _)| *tokens).collect();
            let sources: Vec<Vec<usize>> = memories.iter().enumerate().map(|(place, (_, sources))| {
                let raw = |source: &usize| source.is_multiple_of(2) && *source < count;
                if place.is_multiple_of(2) { Vec::new() } else { sources.iter().copied().filter(raw).collect() }
            }).collect();
            let (packing, left_out) = pack(&tokens, &sources, max, limit);
            for place in &left_out {
                prop_assert!(packing.kept.iter().any(|kept| sources[*kept].contains(place)), "{}", place);
            }
            prop_assert!(packing.overflowed || packing.tokens_used <= max);
            let mut all: Vec<usize> = packing.kept.iter().copied()
                .chain(packing.dropped.iter().map(|dropped| dropped.index)).chain(left_out).collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }
}
