//! The graph over many vectors: rounded copies of them, and which are near which.
//!
//! A graph is built once and never changed: what is added later is scanned beside it, and deadness is the caller's
//! predicate. Callers score what it finds again.

use super::linking;
use super::matrix::Slot;
use super::rounding::{Bf16, Component, Quantisation, largest, steps};
use super::vectors::View;
use super::walk::{Ground, walk};
use crate::error::{Error, Result};
use crate::files::{Bytes, Files, FilesWriter};

/// Links of each vector.
pub(super) const DEGREE: usize = 32;

/// No link.
pub(super) const NOBODY: Slot = Slot::MAX;

/// The files of a saved graph: links, then the vectors by their type.
const LINKS: &str = "graph.links";
const I8S: &str = "graph.i8";
const BF16S: &str = "graph.bf16";

/// Vectors by slot, from 0 on without a gap, linked to their near ones.
pub(super) struct Graph {
    links: Numbers<Slot>,
    values: Values,
}

/// The vectors of a graph.
enum Values {
    I8(Numbers<i8>),
    Bf16(Numbers<Bf16>),
    /// The full vectors serve.
    F32,
}

/// Numbers that are mapped or in memory.
enum Numbers<T> {
    Mapped(Bytes),
    Owned(Vec<T>),
}

impl<T: bytemuck::Pod> Numbers<T> {
    fn of_file(files: &Files, name: &str, expected: usize) -> Result<Self> {
        let bytes = files.bytes(name)?;
        let given = bytes.numbers::<T>()?.len();
        if given != expected {
            return Err(Error::Storage(format!(
                "derived file {name} has {given} numbers, expected {expected}"
            )));
        }
        Ok(Self::Mapped(bytes))
    }

    fn as_slice(&self) -> &[T] {
        match self {
            // Seen to be such numbers when it was taken over.
            Self::Mapped(bytes) => bytes.numbers().unwrap_or_default(),
            Self::Owned(numbers) => numbers,
        }
    }
}

impl Graph {
    /// Links the vectors of some slots, each finite and no longer than 1, and numbers them from 0 on. `go_on` is asked
    /// again and again whether to.
    pub(super) fn build(
        slots: &[Slot],
        (view, quantisation): (View<'_>, Quantisation),
        go_on: &(dyn Fn() -> Result<()> + Sync),
    ) -> Result<Self> {
        let vectors = || slots.iter().map(|slot| view.of(*slot));
        let largest = vectors().fold(0.0f32, |most, vector| most.max(largest(vector)));
        let vector_of = |slot| go_on().map(|()| view.of(slot));
        let links = linking::link(slots, (view.dimension(), quantisation), largest, vector_of)?;
        let values = match quantisation {
            Quantisation::I8 => Values::I8(Numbers::Owned(rounded(vectors(), largest))),
            Quantisation::Bf16 => Values::Bf16(Numbers::Owned(rounded(vectors(), largest))),
            Quantisation::F32 => Values::F32,
        };
        Ok(Self { links: Numbers::Owned(links), values })
    }

    /// Writes the graph.
    pub(super) fn save(&self, files: &mut FilesWriter) -> Result<()> {
        files.write(LINKS, bytemuck::cast_slice(self.links.as_slice()))?;
        match &self.values {
            Values::I8(values) => files.write(I8S, bytemuck::cast_slice(values.as_slice())),
            Values::Bf16(values) => files.write(BF16S, bytemuck::cast_slice(values.as_slice())),
            Values::F32 => Ok(()),
        }
    }

    /// Maps what [`Self::save`] wrote of as many vectors, if it wrote any.
    pub(super) fn load(dimension: usize, count: usize, files: &Files) -> Result<Option<Self>> {
        if !files.has(LINKS) {
            return Ok(None);
        }
        let links = Numbers::of_file(files, LINKS, count * DEGREE)?;
        let values = if files.has(I8S) {
            Values::I8(Numbers::of_file(files, I8S, count * dimension)?)
        } else if files.has(BF16S) {
            Values::Bf16(Numbers::of_file(files, BF16S, count * dimension)?)
        } else {
            Values::F32
        };
        Ok(Some(Self { links, values }))
    }

    pub(super) fn len(&self) -> usize {
        self.links.as_slice().len() / DEGREE
    }

    /// The first slot that it does not know.
    pub(super) fn covered(&self) -> Slot {
        Slot::try_from(self.len()).unwrap_or(NOBODY)
    }

    /// About the `count` slots nearest to a unit vector that `may_return` accepts; fewer only if the walk ran out of
    /// them. `view` has the full vectors.
    pub(super) fn search(
        &self,
        view: View<'_>,
        unit: &[f32],
        count: usize,
        may_return: impl Fn(Slot) -> bool,
    ) -> Vec<Slot> {
        let links = self.links.as_slice();
        match &self.values {
            Values::I8(values) => {
                let query: Vec<i8> = rounded([unit], largest(unit));
                walk(Ground { links, values: values.as_slice() }, &query, count, may_return)
            }
            Values::Bf16(values) => {
                let query: Vec<Bf16> = rounded([unit], largest(unit));
                walk(Ground { links, values: values.as_slice() }, &query, count, may_return)
            }
            Values::F32 => walk(Ground { links, values: view.first(self.len()) }, unit, count, may_return),
        }
    }
}

fn rounded<'a, C: Component>(vectors: impl IntoIterator<Item = &'a [f32]>, largest: f32) -> Vec<C> {
    let steps = steps(largest);
    vectors.into_iter().flatten().map(|component| C::of(*component, steps)).collect()
}
