//! The vectors themselves: one dense row-major matrix of slots, and which slot belongs to which memory.

use super::vectors::{Vectors, View};
use crate::error::{Error, Result};
use crate::files::{Files, FilesWriter};
use crate::ranking::{Row, RowSet};
use crate::types::Reading;

/// A place in the matrix. A vector keeps its slot until the matrix is compacted.
pub(super) type Slot = u32;

/// No slot: the end of a row's chain.
const NONE: Slot = Slot::MAX;

/// The files of a saved matrix: components, then for each slot its row and its part.
const VECTORS: &str = "vectors.f32";
const ROWS: &str = "vectors.rows";
const PARTS: &str = "vectors.parts";

/// What a slot holds of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The unit vector of the text.
    Text,
    /// The mean of that and of the unit vector of context and text.
    Mean,
}

impl Part {
    fn number(self) -> u8 {
        match self {
            Self::Text => 0,
            Self::Mean => 1,
        }
    }

    fn of_number(number: u8) -> Option<Self> {
        [Self::Text, Self::Mean].into_iter().find(|part| part.number() == number)
    }
}

/// Vectors in slots; the slots of one row are chained, since nearly every row has just one.
pub(super) struct Matrix {
    vectors: Vectors,
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
            vectors: Vectors::new(dimension),
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
        self.vectors.dimension()
    }

    pub(super) fn view(&self) -> View<'_> {
        self.vectors.view()
    }

    pub(super) fn vector(&self, slot: Slot) -> &[f32] {
        self.vectors.view().of(slot)
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
        let alone = self.has_one_part_a_row();
        self.is_live(slot) && (alone || self.slot(self.row(slot), reading) == Some(slot))
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

    /// Writes another vector into a slot; false where the slot cannot be changed.
    pub(super) fn overwrite(&mut self, slot: Slot, unit: &[f32]) -> bool {
        self.vectors.overwrite(slot, unit)
    }

    /// The living slots from `first` on that a query is compared with, those of rows in `allowed`.
    pub(super) fn allowed_slots_from(&self, first: Slot, allowed: &RowSet, reading: Reading) -> Vec<Slot> {
        let count = Slot::try_from(self.row_of.len()).unwrap_or(NONE);
        let read = |slot: &Slot| allowed.contains(self.row(*slot) as usize) && self.is_read(*slot, reading);
        (first..count).filter(read).collect()
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
        self.vectors.push(unit);
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
        let mut vectors = Vectors::new(self.dimension());
        let (mut row_of, mut part_of) = (Vec::new(), Vec::new());
        for slot in self.live_slots() {
            vectors.push(self.vector(slot));
            row_of.push(self.row(slot));
            part_of.push(self.part_of[slot as usize]);
        }
        *self = Self::of_living(vectors, row_of, part_of);
    }

    /// A matrix whose slots are all alive.
    fn of_living(vectors: Vectors, row_of: Vec<Row>, part_of: Vec<Part>) -> Self {
        let slots = row_of.len();
        let rows = row_of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut made = Self { vectors, part_of, ..Self::new(0) };
        made.next.reserve(slots);
        made.first = vec![NONE; rows];
        made.rows.grow(rows);
        made.live.grow(slots);
        made.live.insert_range(..);
        made.live_count = slots;
        for (slot, row) in (0..).zip(&row_of) {
            let first = &mut made.first[*row as usize];
            made.row_count += usize::from(*first == NONE);
            made.next.push(std::mem::replace(first, slot));
            made.rows.insert(*row as usize);
        }
        made.row_of = row_of;
        made
    }

    /// Writes the living slots, in their order.
    pub(super) fn save(&self, files: &mut FilesWriter) -> Result<()> {
        let view = self.view();
        files.write_with(VECTORS, |out| {
            self.live_slots().try_for_each(|slot| out.write_all(bytemuck::cast_slice(view.of(slot))))
        })?;
        files.write_with(ROWS, |out| {
            self.live_slots().try_for_each(|slot| out.write_all(&self.row(slot).to_le_bytes()))
        })?;
        files.write_with(PARTS, |out| {
            self.live_slots().try_for_each(|slot| out.write_all(&[self.part_of[slot as usize].number()]))
        })
    }

    /// Reads what [`Self::save`] wrote; the vectors stay mapped.
    pub(super) fn load(dimension: usize, files: &Files) -> Result<Self> {
        let row_of = files.bytes(ROWS)?.as_u32s()?.to_vec();
        let parts = files.bytes(PARTS)?;
        let part_of = parts.as_slice().iter().map(|number| Part::of_number(*number));
        let part_of = part_of.collect::<Option<Vec<Part>>>().filter(|parts| parts.len() == row_of.len());
        let part_of =
            part_of.ok_or_else(|| Error::Storage("derived vectors do not say what they are of".into()))?;
        let vectors = Vectors::mapped(dimension, files.bytes(VECTORS)?, row_of.len())?;
        Ok(Self::of_living(vectors, row_of, part_of))
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
