//! Links vectors to their near ones: builds an HNSW graph (Malkov & Yashunin 2018) and keeps its lowest level. The only
//! file that names usearch, which is asked for nothing else.

use std::num::NonZero;

use usearch::{Index, IndexOptions, MetricKind, ScalarKind};

use super::graph::{DEGREE, NOBODY};
use super::matrix::Slot;
use super::rounding::{self, Component as _, Quantisation};
use crate::error::{Error, Result};

/// Candidates considered while a node is linked.
const EXPANSION_ADD: usize = 128;

/// For each slot the near ones' places in `slots`, [`DEGREE`] of them, those left over [`NOBODY`].
///
/// Works on every processor there is, so that who is linked with whom depends a little on which thread came first.
/// Distances are those of vectors rounded by `quantisation`; `largest` is the largest component of all.
pub(super) fn link<'a>(
    slots: &[Slot],
    (dimension, quantisation): (usize, Quantisation),
    largest: f32,
    vector_of: impl Fn(Slot) -> Result<&'a [f32]> + Sync,
) -> Result<Vec<Slot>> {
    let kind = match quantisation {
        Quantisation::I8 => ScalarKind::I8,
        Quantisation::Bf16 => ScalarKind::BF16,
        Quantisation::F32 => ScalarKind::F32,
    };
    let index = Index::new(&IndexOptions {
        dimensions: dimension,
        metric: MetricKind::IP,
        quantization: kind,
        // The lowest level has twice as many.
        connectivity: DEGREE / 2,
        expansion_add: EXPANSION_ADD,
        expansion_search: 1,
        multi: false,
    })
    .map_err(failed)?;
    let count = slots.len();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    index.reserve_capacity_and_threads(count, threads).map_err(failed)?;
    let add = |number: usize, slot: Slot| -> Result<()> {
        let vector = vector_of(slot)?;
        match quantisation {
            Quantisation::I8 => {
                let mut rounded = Vec::with_capacity(dimension);
                rounded.extend(vector.iter().map(|component| i8::of(*component, rounding::steps(largest))));
                index.add(number as u64, &rounded)
            }
            Quantisation::Bf16 | Quantisation::F32 => index.add(number as u64, vector),
        }
        .map_err(failed)
    };
    let share = count.div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let add = &add;
        let parts = slots.chunks(share).zip((0..).step_by(share)).map(|(part, first)| {
            scope.spawn(move || {
                std::iter::zip(first.., part).try_for_each(|(number, slot)| add(number, *slot))
            })
        });
        let running: Vec<_> = parts.collect();
        running.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err(failed("a thread that was linking them broke down")))
        })
    })?;
    let mut links = Vec::with_capacity(count * DEGREE);
    for number in 0..count {
        let near = index.neighbors(number as u64, 0).take(DEGREE);
        links.extend(near.map(|near| Slot::try_from(near).unwrap_or(NOBODY)));
        links.resize((number + 1) * DEGREE, NOBODY);
    }
    Ok(links)
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Storage(format!("vectors cannot be linked: {error}"))
}
