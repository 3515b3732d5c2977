//! Putting rankings together: each formula exists once, here.

pub mod boost;
pub mod interleave;
pub mod rrf;

/// Rankings put together: columns of one length, best first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fused<K> {
    /// The rows, each once.
    pub rows: Vec<K>,
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

/// One place of one row, small enough to be sorted by the thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place<K> {
    row: K,
    ranking: u32,
    rank: u32,
}

/// Every place of every row, by row, then ranking; the first place alone of a row that repeats in a ranking.
fn gather<K: Ord + Copy>(rankings: &[&[K]]) -> Vec<Place<K>> {
    let mut places = Vec::with_capacity(rankings.iter().map(|ranking| ranking.len()).sum());
    for (ranking, rows) in (0..).zip(rankings) {
        places.extend((1..).zip(rows.iter()).map(|(rank, &row)| Place { row, ranking, rank }));
    }
    places.sort_unstable();
    places.dedup_by(|next, first| next.row == first.row && next.ranking == first.ranking);
    places
}

/// Puts gathered places together: `score` says what a row is worth, the order is score descending, then row.
fn assemble<K: Ord + Copy>(
    places: &[Place<K>],
    width: usize,
    score: impl Fn(&[Place<K>]) -> f64,
) -> Fused<K> {
    let mut order: Vec<(f64, K, &[Place<K>])> = places
        .chunk_by(|left, right| left.row == right.row)
        .filter_map(|group| Some((score(group), group.first()?.row, group)))
        .collect();
    order.sort_unstable_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
    let mut fused = Fused {
        rows: Vec::with_capacity(order.len()),
        scores: Vec::with_capacity(order.len()),
        ranks: Ranks { width, flat: Vec::with_capacity(order.len() * width) },
    };
    for (score, row, group) in order {
        fused.rows.push(row);
        fused.scores.push(score);
        let ranks = fused.ranks.push_absent();
        for place in group {
            if let Some(rank) = ranks.get_mut(place.ranking as usize) {
                *rank = place.rank;
            }
        }
    }
    fused
}
