//! Putting rankings together: each formula exists once, here.

pub mod boost;
pub mod interleave;
pub mod rrf;

use crate::ranking::{Row, descending};

/// Rankings put together: columns of one length, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fused {
    /// The rows, each once.
    pub rows: Vec<Row>,
    /// Their fused scores.
    pub scores: Vec<f64>,
    /// Their places in the rankings.
    pub ranks: Ranks,
}

/// For each row its place in each ranking, from 1; 0 where it is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranks {
    width: usize,
    flat: Vec<u32>,
}

impl Ranks {
    /// No rows yet, in `width` rankings.
    pub fn new(width: usize) -> Self {
        Self { width, flat: Vec::new() }
    }

    /// Ranks that lie row after row.
    ///
    /// # Errors
    /// [`crate::Error::Input`] if they do not make up whole rows.
    pub fn from_flat(width: usize, flat: Vec<u32>) -> crate::Result<Self> {
        if flat.len().is_multiple_of(width) {
            return Ok(Self { width, flat });
        }
        let given = flat.len();
        Err(crate::Error::Input(format!("{given} ranks do not make up rows of {width}")))
    }

    /// How many rankings there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The ranks row after row.
    pub fn flat(&self) -> &[u32] {
        &self.flat
    }

    /// The ranks of the row at `place`.
    pub fn of(&self, place: usize) -> &[u32] {
        self.flat.get(place * self.width..(place + 1) * self.width).unwrap_or_default()
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.flat.chunks_exact(self.width.max(1))
    }

    /// Adds a row that no ranking holds, and returns its ranks.
    fn push_absent(&mut self) -> &mut [u32] {
        let start = self.flat.len();
        self.flat.resize(start + self.width, 0);
        self.flat.get_mut(start..).unwrap_or_default()
    }
}

/// Puts rankings together: `score` says what a row with these ranks is worth. Score descending, then row ascending.
///
/// Of a row that repeats inside one ranking the first place counts.
fn assemble(rankings: &[&[Row]], score: impl Fn(&[u32]) -> f64) -> Fused {
    let by_row = gather(rankings);
    let scores: Vec<f64> = by_row.ranks.rows().map(score).collect();
    let mut order: Vec<(u64, usize)> =
        scores.iter().enumerate().map(|(place, score)| (descending(*score), place)).collect();
    order.sort_unstable();
    let mut fused = Fused {
        rows: Vec::with_capacity(order.len()),
        scores: Vec::with_capacity(order.len()),
        ranks: Ranks { width: rankings.len(), flat: Vec::with_capacity(by_row.ranks.flat.len()) },
    };
    for (_, place) in order {
        fused.rows.extend(by_row.rows.get(place));
        fused.scores.extend(scores.get(place));
        fused.ranks.flat.extend_from_slice(by_row.ranks.of(place));
    }
    fused
}

/// Rows with their ranks.
struct Ranked {
    rows: Vec<Row>,
    ranks: Ranks,
}

/// Every row of every ranking once, ascending, with its ranks.
fn gather(rankings: &[&[Row]]) -> Ranked {
    // A place is one integer, the row above and the ranking and rank below, for sorting is most of the work here.
    let count = rankings.iter().map(|ranking| ranking.len()).sum();
    let mut places: Vec<u64> = Vec::with_capacity(count);
    let mut below: Vec<(usize, u32)> = Vec::with_capacity(count);
    for (ranking, rows) in rankings.iter().enumerate() {
        for (rank, row) in (1..).zip(rows.iter()) {
            places.push(u64::from(*row) << u32::BITS | below.len() as u64);
            below.push((ranking, rank));
        }
    }
    places.sort_unstable();
    let mut ranked = Ranked {
        rows: Vec::with_capacity(count),
        ranks: Ranks { width: rankings.len(), flat: Vec::with_capacity(count * 2) },
    };
    for group in places.chunk_by(|left, right| left >> u32::BITS == right >> u32::BITS) {
        let row = group.first().map(|place| place >> u32::BITS);
        ranked.rows.extend(row.and_then(|row| Row::try_from(row).ok()));
        let own = ranked.ranks.push_absent();
        // Backwards, so that a row's first place in a ranking is the one that stays.
        for place in group.iter().rev() {
            let at = usize::try_from(place & u64::from(u32::MAX)).ok().and_then(|at| below.get(at));
            if let Some((slot, rank)) = at.and_then(|(ranking, rank)| Some((own.get_mut(*ranking)?, *rank))) {
                *slot = rank;
            }
        }
    }
    ranked
}
