//! The components of all vectors by slot: those of a generation where they are mapped, later ones behind them.

use super::matrix::Slot;
use crate::error::{Error, Result};
use crate::files::Bytes;

/// Vectors of one length, dense and row-major.
#[derive(Default)]
pub(super) struct Vectors {
    dimension: usize,
    base: Option<Bytes>,
    base_slots: usize,
    tail: Vec<f32>,
}

impl Vectors {
    pub(super) fn new(dimension: usize) -> Self {
        Self { dimension, ..Self::default() }
    }

    /// Takes over mapped vectors.
    pub(super) fn mapped(dimension: usize, base: Bytes, slots: usize) -> Result<Self> {
        let (given, expected) = (base.as_f32s()?.len(), slots * dimension);
        if given != expected {
            return Err(Error::Storage(format!(
                "derived vectors have {given} components, expected {expected}"
            )));
        }
        Ok(Self { dimension, base: Some(base), base_slots: slots, tail: Vec::new() })
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    pub(super) fn push(&mut self, unit: &[f32]) {
        self.tail.extend_from_slice(unit);
    }

    /// Writes another vector into a slot; false where it is mapped, and cannot be changed.
    pub(super) fn overwrite(&mut self, slot: Slot, unit: &[f32]) -> bool {
        let Some(place) = (slot as usize).checked_sub(self.base_slots) else { return false };
        let start = place * self.dimension;
        self.tail[start..start + self.dimension].copy_from_slice(unit);
        true
    }

    /// All slots in one view, for a loop over many of them.
    pub(super) fn view(&self) -> View<'_> {
        // What is mapped was seen to be floats when it was taken over.
        let base = self.base.as_ref().and_then(|base| base.as_f32s().ok()).unwrap_or_default();
        View { dimension: self.dimension, base, tail: &self.tail }
    }
}

/// Both parts of [`Vectors`].
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    dimension: usize,
    base: &'a [f32],
    tail: &'a [f32],
}

impl<'a> View<'a> {
    pub(super) fn dimension(self) -> usize {
        self.dimension
    }

    /// The first `count` vectors, which are either all mapped or all not.
    pub(super) fn first(self, count: usize) -> &'a [f32] {
        let values = if self.base.is_empty() { self.tail } else { self.base };
        values.get(..count * self.dimension).unwrap_or_default()
    }

    #[inline]
    pub(super) fn of(self, slot: Slot) -> &'a [f32] {
        let start = slot as usize * self.dimension;
        match start.checked_sub(self.base.len()) {
            None => &self.base[start..start + self.dimension],
            Some(start) => &self.tail[start..start + self.dimension],
        }
    }
}
