//! The vectors themselves: one dense row-major matrix of slots, and which slot belongs to which memory.

use crate::error::{Error, Result};
use crate::ranking::{Row, RowSet};
use crate::types::Reading;

/// A place in the matrix. A vector keeps its slot until the matrix is compacted.
pub(super) type Slot = u32;

/// No slot: the end of a row's chain.
const NONE: Slot = Slot::MAX;

/// What a slot holds of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The unit vector of the text.
    Text,
    /// The mean of that and of the unit vector of context and text.
    Mean,
}

/// Vectors in slots; the slots of one row are chained, since nearly every row has just one.
pub(super) struct Matrix {
    dimension: usize,
    values: Vec<f32>,
    row_of: Vec<Row>,
    part_of: Vec<Part>,
    next: Vec<Slot>,
    live: RowSet,
    live_count: usize,
    first: Vec<Slot>,
    rows: RowSet,
    row_count: usize,
}

impl Matrix {
    pub(super) fn new(dimension: usize) -> Self {
        Self {
            dimension,
            values: Vec::new(),
            row_of: Vec::new(),
            part_of: Vec::new(),
            next: Vec::new(),
            live: RowSet::new(),
            live_count: 0,
            first: Vec::new(),
            rows: RowSet::new(),
            row_count: 0,
        }
    }

    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn vector(&self, slot: Slot) -> &[f32] {
        let start = slot as usize * self.dimension;
        &self.values[start..start + self.dimension]
    }

    pub(super) fn row(&self, slot: Slot) -> Row {
        self.row_of[slot as usize]
    }

    /// The rows that have a vector.
    pub(super) fn rows(&self) -> &RowSet {
        &self.rows
    }

    pub(super) fn row_count(&self) -> usize {
        self.row_count
    }

    pub(super) fn live_count(&self) -> usize {
        self.live_count
    }

    pub(super) fn dead_count(&self) -> usize {
        self.row_of.len() - self.live_count
    }

    fn has_one_part_a_row(&self) -> bool {
        self.live_count == self.row_count
    }

    /// Whether a query is compared with this slot: alive, and the one of its row that is read.
    pub(super) fn is_read(&self, slot: Slot, reading: Reading) -> bool {
        self.is_live(slot) && self.slot(self.row(slot), reading) == Some(slot)
    }

    fn is_live(&self, slot: Slot) -> bool {
        self.live.contains(slot as usize)
    }

    /// Every live slot, ascending.
    pub(super) fn live_slots(&self) -> impl Iterator<Item = Slot> {
        (0..).zip(&self.row_of).map(|(slot, _)| slot).filter(|slot| self.is_live(*slot))
    }

    /// The live slots of one row.
    fn slots(&self, row: Row) -> impl Iterator<Item = Slot> {
        let some = |slot: Slot| (slot != NONE).then_some(slot);
        let first = self.first.get(row as usize).copied().and_then(some);
        std::iter::successors(first, move |slot| some(self.next[*slot as usize]))
    }

    /// The live slot of one part of a row.
    pub(super) fn slot_of(&self, row: Row, part: Part) -> Option<Slot> {
        self.slots(row).find(|slot| self.part_of[*slot as usize] == part)
    }

    /// The live slot that a query is compared with.
    pub(super) fn slot(&self, row: Row, reading: Reading) -> Option<Slot> {
        match reading {
            Reading::Text => self.slot_of(row, Part::Text),
            Reading::InContext => self.slot_of(row, Part::Mean).or_else(|| self.slot_of(row, Part::Text)),
        }
    }

    /// The slots that a query is compared with, one for each row in `allowed` that has any, rows ascending.
    pub(super) fn allowed_slots(&self, allowed: &RowSet, reading: Reading) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(self.row_count);
        let simple = self.has_one_part_a_row();
        for row in self.rows.intersection(allowed) {
            let first = self.first[row];
            let slot = if simple {
                Some(first)
            } else {
                Row::try_from(row).ok().and_then(|row| self.slot(row, reading))
            };
            slots.extend(slot);
        }
        slots
    }

    /// Writes another vector into a slot.
    pub(super) fn overwrite(&mut self, slot: Slot, unit: &[f32]) {
        let start = slot as usize * self.dimension;
        self.values[start..start + self.dimension].copy_from_slice(unit);
    }

    /// Adds a slot at the end; the slot that the part had before dies.
    pub(super) fn push(&mut self, row: Row, part: Part, unit: &[f32]) -> Result<Slot> {
        let count = self.row_of.len();
        let slot = Slot::try_from(count)
            .ok()
            .filter(|slot| *slot != NONE)
            .ok_or_else(|| Error::Storage(format!("a bank has room for {NONE} vectors, given one more")))?;
        if let Some(old) = self.slot_of(row, part) {
            self.unchain(row, old);
        }
        if self.first.len() <= row as usize {
            self.first.resize(row as usize + 1, NONE);
        }
        self.values.extend_from_slice(unit);
        self.row_of.push(row);
        self.part_of.push(part);
        self.next.push(self.first[row as usize]);
        self.first[row as usize] = slot;
        self.live.grow_and_insert(count);
        self.live_count += 1;
        if !self.rows.contains(row as usize) {
            self.rows.grow_and_insert(row as usize);
            self.row_count += 1;
        }
        Ok(slot)
    }

    /// Kills the slot of one part of a row, if there is one.
    pub(super) fn remove_slot(&mut self, row: Row, part: Part) {
        if let Some(slot) = self.slot_of(row, part) {
            self.unchain(row, slot);
        }
    }

    /// Kills every slot of a row.
    pub(super) fn remove(&mut self, row: Row) {
        if !self.rows.contains(row as usize) {
            return;
        }
        let slots: Vec<Slot> = self.slots(row).collect();
        for slot in slots {
            self.live.set(slot as usize, false);
            self.live_count -= 1;
        }
        self.first[row as usize] = NONE;
        self.rows.set(row as usize, false);
        self.row_count -= 1;
    }

    /// Moves the live slots together, in their order. Every slot number changes its meaning.
    pub(super) fn compact(&mut self) {
        let mut packed = Self::new(self.dimension);
        packed.first = vec![NONE; self.first.len()];
        packed.values.reserve(self.live_count * self.dimension);
        let living: Vec<Slot> = self.live_slots().collect();
        for (count, slot) in living.into_iter().enumerate() {
            let row = self.row(slot);
            packed.values.extend_from_slice(self.vector(slot));
            packed.row_of.push(row);
            packed.part_of.push(self.part_of[slot as usize]);
            packed.live.grow_and_insert(count);
        }
        packed.live_count = packed.row_of.len();
        for (slot, row) in (0..).zip(&packed.row_of) {
            packed.next.push(packed.first[*row as usize]);
            packed.first[*row as usize] = slot;
        }
        std::mem::swap(&mut packed.rows, &mut self.rows);
        packed.row_count = self.row_count;
        *self = packed;
    }

    /// Takes one slot out of its row's chain; the row keeps its place among the rows.
    fn unchain(&mut self, row: Row, slot: Slot) {
        let after = self.next[slot as usize];
        let before = self.slots(row).find(|other| self.next[*other as usize] == slot);
        match before {
            Some(before) => self.next[before as usize] = after,
            None => self.first[row as usize] = after,
        }
        self.live.set(slot as usize, false);
        self.live_count -= 1;
    }
}
