//! Skip-fill: which of the ordered memories go in front of the model, in so many tokens.

pub mod observations;

use serde::Deserialize;

use crate::{Error, Result};

/// The most tokens that a selection may use. 0 is a budget too: nothing fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenBudget {
    max_tokens: u64,
    overflow: Overflow,
}

impl TokenBudget {
    /// A budget of `max_tokens`.
    pub fn new(max_tokens: u64, overflow: Overflow) -> Self {
        Self { max_tokens, overflow }
    }

    /// A budget from a signed number, as other languages hand it over.
    ///
    /// # Errors
    /// [`Error::Config`] if `max_tokens` is negative.
    pub fn from_signed(max_tokens: i64, overflow: Overflow) -> Result<Self> {
        let max_tokens = u64::try_from(max_tokens)
            .map_err(|_| Error::Config(format!("max_tokens must be at least 0, given {max_tokens}")))?;
        Ok(Self::new(max_tokens, overflow))
    }

    /// The same budget, never exceeded.
    #[must_use]
    pub fn strict(self) -> Self {
        Self { overflow: Overflow::Strict, ..self }
    }

    /// The most tokens.
    pub fn max_tokens(self) -> u64 {
        self.max_tokens
    }
}

/// What happens if nothing fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overflow {
    /// The top memory is taken whole and flagged, unless the budget is 0.
    #[default]
    First,
    /// The selection is empty: the budget is never exceeded.
    Strict,
}

impl Overflow {
    /// The rule of that public name (`first`, `strict`).
    ///
    /// # Errors
    /// [`Error::Config`] if there is no such rule.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "first" => Ok(Self::First),
            "strict" => Ok(Self::Strict),
            _ => Err(Error::Config(format!("overflow must be \"first\" or \"strict\", given {name:?}"))),
        }
    }
}

/// Why a memory was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DropReason {
    /// It did not fit in what was left of the budget.
    Budget,
    /// It would have fitted, but `limit` memories were already kept.
    Limit,
}

impl DropReason {
    /// The reason's public name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Budget => "budget",
            Self::Limit => "limit",
        }
    }
}

/// A memory that was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dropped {
    /// Its place in the order given, from 0.
    pub index: usize,
    /// Why.
    pub reason: DropReason,
}

/// What skip-fill kept and dropped; each memory is in exactly one of the two lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Packing {
    /// Places of the kept memories in the order given, ascending.
    pub kept: Vec<usize>,
    /// The others, ascending by place.
    pub dropped: Vec<Dropped>,
    /// Tokens of the kept memories together.
    pub tokens_used: u64,
    /// The one kept memory is larger than the budget.
    pub overflowed: bool,
}

/// Walks the memories' token counts in order and keeps each memory that still fits in `budget`.
///
/// A memory that does not fit is skipped, not the end of the walk, so that a long memory never hides a short one
/// behind it. At most `limit` memories are kept; the walk goes on behind the last one to say why each
/// was dropped. A memory of 0 tokens fits in any budget but that of 0, in which nothing is kept.
///
/// ```
/// use recallcore::packing::{Overflow, TokenBudget, skip_fill};
///
/// let packing = skip_fill(&[50, 90, 30], TokenBudget::new(80, Overflow::First), None);
/// assert_eq!(packing.kept, [0, 2]);
/// assert_eq!(packing.tokens_used, 80);
/// ```
pub fn skip_fill(token_counts: &[u64], budget: TokenBudget, limit: Option<usize>) -> Packing {
    let limit = limit.unwrap_or(usize::MAX);
    let mut packing = Packing::default();
    for (index, &tokens) in token_counts.iter().enumerate() {
        let fits = budget.max_tokens > 0 && tokens <= budget.max_tokens - packing.tokens_used;
        if fits && packing.kept.len() < limit {
            packing.kept.push(index);
            packing.tokens_used += tokens;
        } else {
            let reason = if fits { DropReason::Limit } else { DropReason::Budget };
            packing.dropped.push(Dropped { index, reason });
        }
    }
    if packing.kept.is_empty() && budget.max_tokens > 0 && limit > 0 && budget.overflow == Overflow::First {
        take_top(&mut packing, token_counts);
    }
    packing
}

/// Nothing fitted, so every memory was dropped for its size: the top one is taken whole.
fn take_top(packing: &mut Packing, token_counts: &[u64]) {
    let Some(&tokens) = token_counts.first() else { return };
    packing.dropped.remove(0);
    packing.kept.push(0);
    packing.tokens_used = tokens;
    packing.overflowed = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pack(token_counts: &[u64], max_tokens: u64, limit: Option<usize>, overflow: Overflow) -> Packing {
        skip_fill(token_counts, TokenBudget::new(max_tokens, overflow), limit)
    }

    /// The definition, one question a memory, with nothing carried along.
    fn naive(
        token_counts: &[u64],
        max_tokens: u64,
        limit: usize,
        overflow: Overflow,
    ) -> (Vec<usize>, Vec<Dropped>) {
        let mut kept: Vec<usize> = Vec::new();
        let mut dropped = Vec::new();
        for index in 0..token_counts.len() {
            let total = kept.iter().map(|&i| token_counts[i]).sum::<u64>() + token_counts[index];
            if max_tokens == 0 || total > max_tokens {
                dropped.push(Dropped { index, reason: DropReason::Budget });
            } else if kept.len() == limit {
                dropped.push(Dropped { index, reason: DropReason::Limit });
            } else {
                kept.push(index);
            }
        }
        let may_overflow = overflow == Overflow::First && max_tokens > 0 && limit > 0;
        if may_overflow && kept.is_empty() && !dropped.is_empty() {
            kept.push(0);
            dropped.retain(|memory| memory.index != 0);
        }
        (kept, dropped)
    }

    #[test]
    fn long_memory_does_not_hide_shorter_memory_behind_it() {
        let packing = pack(&[60, 50, 20, 1], 80, None, Overflow::First);
        assert_eq!(packing.kept, [0, 2]);
        assert_eq!(packing.tokens_used, 80);
        let reasons = packing.dropped.iter().map(|memory| (memory.index, memory.reason.name()));
        assert_eq!(reasons.collect::<Vec<_>>(), [(1, "budget"), (3, "budget")]);
        assert!(!packing.overflowed);
    }

    #[test]
    fn top_memory_is_taken_whole_and_flagged_if_nothing_fits() {
        let packing = pack(&[150; 6], 80, None, Overflow::First);
        assert_eq!((packing.kept, packing.tokens_used, packing.overflowed), (vec![0], 150, true));
        assert_eq!(packing.dropped.len(), 5);
    }

    #[test]
    fn strict_budget_is_never_exceeded() {
        let packing = pack(&[150; 6], 80, None, Overflow::Strict);
        assert_eq!((packing.kept, packing.tokens_used, packing.overflowed), (vec![], 0, false));
        assert_eq!(packing.dropped.len(), 6);
    }

    #[test]
    fn top_memory_is_not_forced_in_where_a_shorter_one_fits() {
        let packing = pack(&[150, 10], 80, None, Overflow::First);
        assert_eq!((packing.kept, packing.overflowed), (vec![1], false));
    }

    #[test]
    fn budget_of_zero_keeps_nothing_not_even_an_empty_memory() {
        let packing = pack(&[0, 5], 0, None, Overflow::First);
        assert!(packing.kept.is_empty() && !packing.overflowed);
        assert!(packing.dropped.iter().all(|memory| memory.reason == DropReason::Budget));
    }

    #[test]
    fn limit_is_told_apart_from_the_budget() {
        let packing = pack(&[10, 10, 500, 10], 100, Some(1), Overflow::First);
        assert_eq!(packing.kept, [0]);
        let reasons: Vec<_> = packing.dropped.iter().map(|memory| memory.reason).collect();
        assert_eq!(reasons, [DropReason::Limit, DropReason::Budget, DropReason::Limit]);
    }

    #[test]
    fn limit_of_zero_keeps_nothing_even_where_the_top_may_overflow() {
        assert!(pack(&[150], 80, Some(0), Overflow::First).kept.is_empty());
    }

    #[test]
    fn nothing_in_gives_nothing_out() {
        assert_eq!(pack(&[], 80, None, Overflow::First), Packing::default());
    }

    #[test]
    fn largest_counts_do_not_wrap() {
        let packing = pack(&[u64::MAX - 1, 1, u64::MAX], u64::MAX, None, Overflow::Strict);
        assert_eq!((packing.kept, packing.tokens_used), (vec![0, 1], u64::MAX));
    }

    #[test]
    fn options_out_of_range_are_refused() {
        assert!(TokenBudget::from_signed(-1, Overflow::First).is_err());
        assert_eq!(TokenBudget::from_signed(7, Overflow::First).unwrap().max_tokens(), 7);
        assert_eq!(Overflow::from_name("strict").unwrap(), Overflow::Strict);
        assert_eq!(Overflow::from_name("first").unwrap(), Overflow::First);
        assert!(Overflow::from_name("last").is_err());
    }

    fn rules() -> impl Strategy<Value = Overflow> {
        prop_oneof![Just(Overflow::First), Just(Overflow::Strict)]
    }

    proptest! {
        #[test]
        fn equals_the_naive_walk(
            counts in proptest::collection::vec(0u64..12, 0..12), max in 0u64..30, limit in 0usize..14, overflow in rules(),
        ) {
            let packing = pack(&counts, max, Some(limit), overflow);
            let (kept, dropped) = naive(&counts, max, limit, overflow);
            prop_assert_eq!(packing.tokens_used, kept.iter().map(|&i| counts[i]).sum::<u64>());
            prop_assert_eq!((packing.kept, packing.dropped), (kept, dropped));
        }

        #[test]
        fn budget_holds_order_is_kept_and_no_skipped_memory_fits(
            counts in proptest::collection::vec(0u64..400, 0..40), max in 0u64..2000, overflow in rules(),
        ) {
            let packing = pack(&counts, max, None, overflow);
            prop_assert_eq!(packing.overflowed, packing.tokens_used > max);
            prop_assert!(!packing.overflowed || packing.kept == [0] && overflow == Overflow::First);
            prop_assert!(packing.kept.is_sorted_by(|left, right| left < right));
            prop_assert_eq!(packing.kept.len() + packing.dropped.len(), counts.len());
            if max > 0 && !packing.overflowed {
                let left = max - packing.tokens_used;
                prop_assert!(packing.dropped.iter().all(|memory| counts[memory.index] > left));
            }
        }
    }
}
