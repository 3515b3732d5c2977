//! The walk through a graph, from some vectors spread over it to those nearest to a query: the search of the lowest
//! level of HNSW (Malkov & Yashunin 2018, algorithm 2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use pulp::{Arch, Simd, WithSimd};

use super::graph::DEGREE;
use super::matrix::Slot;
use super::rounding::Component;
use crate::ranking::RowSet;

/// Vectors that are looked at to find where to begin. The levels above the lowest do no more, and a walk as broad as
/// ours gains little by a better place.
const SPREAD: usize = 256;

/// Where to begin: the best few of these.
const BEGINNINGS: usize = 4;

/// Bytes that are fetched together.
const CACHE_LINE: usize = 64;

/// The graph: vectors by number, and the numbers of the near ones of each.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a, C> {
    pub(super) links: &'a [Slot],
    pub(super) values: &'a [C],
}

/// About the `breadth` vectors nearest to `query` that `may_return` accepts, in no order; fewer only if the walk came
/// to its end. Equal input gives equal output.
pub(super) fn walk<C: Component>(
    ground: Ground<'_, C>,
    query: &[C],
    breadth: usize,
    may_return: impl Fn(Slot) -> bool,
) -> Vec<Slot> {
    Arch::new().dispatch(Walk { ground, query, breadth, may_return })
}

struct Walk<'a, C, F> {
    ground: Ground<'a, C>,
    query: &'a [C],
    breadth: usize,
    may_return: F,
}

/// Nearness above, the number below, turned so that of two as near the lower one is the better.
type Step = u64;

fn step(nearness: u32, slot: Slot) -> Step {
    u64::from(nearness) << 32 | u64::from(!slot)
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half of 64 bits")]
fn slot_of(step: Step) -> Slot {
    !(step as Slot)
}

/// What was found, and where the walk goes on.
struct Found {
    breadth: usize,
    ahead: BinaryHeap<Step>,
    best: BinaryHeap<Reverse<Step>>,
}

impl Found {
    /// What a vector must exceed to be worth a visit.
    fn bar(&self) -> Step {
        if self.best.len() < self.breadth { 0 } else { self.best.peek().map_or(0, |worst| worst.0) }
    }

    fn consider(&mut self, step: Step, may_return: impl Fn(Slot) -> bool) {
        if step <= self.bar() {
            return;
        }
        self.ahead.push(step);
        if may_return(slot_of(step)) {
            self.best.push(Reverse(step));
            if self.best.len() > self.breadth {
                self.best.pop();
            }
        }
    }
}

impl<C: Component, F: Fn(Slot) -> bool> Walk<'_, C, F> {
    #[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
    #[inline(always)]
    fn vector(&self, slot: Slot) -> &[C] {
        let start = slot as usize * self.query.len();
        self.ground.values.get(start..start + self.query.len()).unwrap_or_default()
    }

    #[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
    #[inline(always)]
    fn nearness(&self, slot: Slot) -> Step {
        step(C::nearness(self.query, self.vector(slot)), slot)
    }

    /// Reads a byte of each cache line of some vectors and does nothing with it: the processor fetches them all at
    /// once, where it would wait for two or three at a time if each were read to its end before the next. A walk
    /// through 100,000 vectors takes two thirds of the time.
    #[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
    #[inline(always)]
    fn fetch(&self, near: &[Slot]) {
        let mut sum = 0u8;
        for slot in near {
            for byte in bytemuck::cast_slice::<C, u8>(self.vector(*slot)).iter().step_by(CACHE_LINE) {
                sum ^= byte;
            }
        }
        std::hint::black_box(sum);
    }

    fn count(&self) -> Slot {
        Slot::try_from(self.ground.links.len() / DEGREE).unwrap_or(Slot::MAX)
    }
}

impl<C: Component, F: Fn(Slot) -> bool> WithSimd for Walk<'_, C, F> {
    type Output = Vec<Slot>;

    #[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<Slot> {
        let count = self.count();
        let mut seen = RowSet::with_capacity(count as usize);
        let mut found = Found { breadth: self.breadth, ahead: BinaryHeap::new(), best: BinaryHeap::new() };
        let apart = (count as usize / SPREAD).max(1);
        let mut spread: Vec<Step> = (0..count).step_by(apart).map(|slot| self.nearness(slot)).collect();
        spread.sort_unstable_by_key(|step| Reverse(*step));
        for step in spread.into_iter().take(BEGINNINGS) {
            seen.insert(slot_of(step) as usize);
            found.consider(step, &self.may_return);
        }
        let (mut near, mut steps) = (Vec::with_capacity(DEGREE), Vec::with_capacity(DEGREE));
        while let Some(step) = found.ahead.pop() {
            if step < found.bar() {
                break;
            }
            let start = slot_of(step) as usize * DEGREE;
            let links = self.ground.links.get(start..start + DEGREE).unwrap_or_default();
            near.clear();
            near.extend(links.iter().filter(|slot| **slot < count && !seen.put(**slot as usize)));
            self.fetch(&near);
            // All distances before the first decision, for a branch that was guessed wrongly ends what runs ahead.
            steps.clear();
            steps.extend(near.iter().map(|slot| self.nearness(*slot)));
            for step in &steps {
                found.consider(*step, &self.may_return);
            }
        }
        found.best.into_iter().map(|step| slot_of(step.0)).collect()
    }
}
