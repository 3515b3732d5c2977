//! The search: from seeds along entities, sources, near links and causal links to scored hits.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::index::{Entity, GraphIndex, strength};
use super::{EntityNumber, GraphHit, GraphRequest};
use crate::ranking::{Hit, Row, RowSet, keep_best};
use crate::types::MemoryKind;

impl GraphIndex {
    /// The memories of `request.kind` that the seeds lead to, best score first, then row ascending.
    ///
    /// `allowed` holds the rows of that kind that the caller may see, `bridge` those of every kind: a
    /// memory outside it is neither a seed nor a source on the way, so that what is filtered out
    /// influences nothing. `neighbours` gives the nearest rows in meaning among some (at most
    /// fifty, above the embedder's link threshold, their similarity as the score).
    ///
    /// Without `request.named` this is link expansion: whatever is connected with a seed is an answer, the
    /// seeds are not. With it, a row answers only if it carries an entity that the query names, was distilled
    /// from one that does, or stands in a causal link with a seed. The seeds then answer too, counting the
    /// entities and causes that connect them with *other* seeds and with the query: left out, the best
    /// memories would lose a rank in fusion to everything around them. Their near link is the one with the
    /// query, their own score.
    ///
    /// A row's entities count each seed entity once, and only through the latest `per_entity` rows of that
    /// entity. An observation counts the larger of two numbers: the seed entities it carries itself, and
    /// the distinct sources it has that share an entity with the seeds' sources.
    /// No seeds, no hits.
    pub fn search(
        &self,
        request: &GraphRequest<'_>,
        allowed: &RowSet,
        bridge: &RowSet,
        neighbours: &dyn Fn(Row, &RowSet) -> Vec<Hit>,
    ) -> Vec<GraphHit> {
        let seeds: Vec<Row> = request
            .seeds
            .iter()
            .take(request.limits.seeds)
            .map(|seed| seed.row)
            .filter(|row| bridge.contains(*row as usize))
            .collect();
        if seeds.is_empty() {
            return Vec::new();
        }
        let pool = if request.named.is_some() { allowed.clone() } else { without(allowed, &seeds) };
        let mut signals = Signals::default();
        self.follow_entities(&seeds, &pool, request, &mut signals);
        match request.kind {
            MemoryKind::World | MemoryKind::Experience => {}
            MemoryKind::Observation => {
                self.follow_sources(&seeds, &pool, bridge, request, &mut signals);
            }
        }
        for seed in &seeds {
            let causal = self.causal_links(*seed).into_iter().map(|(row, _, weight)| (row, weight));
            signals.causal.extend(causal.filter_map(|link| counted(link, &pool)));
        }
        let pool = if request.named.is_some() {
            let answers = signals.keep_answers();
            let as_links = request.seeds.iter().map(|seed| (seed.row, seed.arm_score));
            signals.near.extend(as_links.filter_map(|link| counted(link, &answers)));
            without(&answers, &seeds)
        } else {
            pool
        };
        for seed in &seeds {
            let near = neighbours(*seed, &pool).into_iter().map(|hit| (hit.row, hit.arm_score));
            signals.near.extend(near.filter_map(|link| counted(link, &pool)));
        }
        signals.into_hits(request.depth)
    }

    fn follow_entities(
        &self,
        seeds: &[Row],
        pool: &RowSet,
        request: &GraphRequest<'_>,
        signals: &mut Signals,
    ) {
        let named = request.named.unwrap_or_default();
        let of_query = named.iter().filter_map(|number| self.entity(*number));
        for entity in self.distinct_entities(seeds).into_iter().chain(of_query) {
            let is_named = named.contains(&EntityNumber(entity.number));
            let known = signals.names.entities.len();
            let place = signals.names.place(&entity);
            if place < known {
                continue;
            }
            // A seed shares an entity with the seeds only if another of them carries it too.
            let alone = seeds.iter().filter(|seed| self.carries(**seed, entity.number)).count() == 1;
            if let Some(rows) = self.carrying(entity.number, request.limits) {
                rows.latest_in(pool, request.limits.per_entity, |row| {
                    if is_named || !alone || !seeds.contains(&row) {
                        signals.shared.push((row, place));
                    }
                    if is_named {
                        signals.answers.grow_and_insert(row as usize);
                    }
                });
            }
        }
    }

    /// From the seeds' sources by their entities to other sources, and from these to what was distilled
    /// from them. Only rows that something was distilled from take one of an entity's places.
    fn follow_sources(
        &self,
        seeds: &[Row],
        pool: &RowSet,
        bridge: &RowSet,
        request: &GraphRequest<'_>,
        signals: &mut Signals,
    ) {
        let mut own: Vec<Row> = seeds
            .iter()
            .flat_map(|seed| self.sources(*seed))
            .filter(|row| bridge.contains(*row as usize))
            .collect();
        own.sort_unstable();
        own.dedup();
        let mut others = without(bridge, &own);
        others.intersect_with(self.cited());
        let mut connected: Vec<(Row, usize)> = Vec::new();
        for entity in self.distinct_entities(&own) {
            let place = signals.names.place(&entity);
            if let Some(rows) = self.carrying(entity.number, request.limits) {
                rows.latest_in(&others, request.limits.per_entity, |source| connected.push((source, place)));
            }
        }
        connected.sort_unstable();
        for places in connected.chunk_by(|left, right| left.0 == right.0) {
            let Some((source, _)) = places.first() else { continue };
            let named = request.named.unwrap_or_default();
            let is_named = named.iter().any(|entity| self.carries(*source, entity.0));
            self.for_each_citing(*source, |row| {
                if pool.contains(row as usize) {
                    signals.through.push((row, *source));
                    if is_named {
                        signals.answers.grow_and_insert(row as usize);
                    }
                }
            });
        }
        signals.connected = connected;
    }

    /// The entities of `rows`, each once, in the order and spelling of the first row that has it.
    fn distinct_entities(&self, rows: &[Row]) -> Vec<Entity> {
        let mut found = Names::default();
        for row in rows {
            for entity in self.node(*row).map(|node| node.entities.iter()).unwrap_or_default() {
                found.place(entity);
            }
        }
        found.entities
    }
}

fn without(set: &RowSet, rows: &[Row]) -> RowSet {
    let mut rest = set.clone();
    rows.iter().map(|row| *row as usize).filter(|row| *row < set.len()).for_each(|row| rest.remove(row));
    rest
}

/// A link to a row of the pool, its weight in (0, 1]; none where it does not count.
fn counted((row, weight): (Row, f64), pool: &RowSet) -> Option<(Row, f64)> {
    if !pool.contains(row as usize) {
        return None;
    }
    strength(weight).map(|weight| (row, weight))
}

/// Entities in the order in which they were first met; the place in it stands for the entity.
#[derive(Default)]
struct Names {
    entities: Vec<Entity>,
    places: BTreeMap<usize, usize>,
}

impl Names {
    fn place(&mut self, entity: &Entity) -> usize {
        let next = self.entities.len();
        let place = *self.places.entry(entity.number).or_insert(next);
        if place == next {
            self.entities.push(entity.clone());
        }
        place
    }
}

/// Everything that speaks for a row, in columns that one sort each turns into runs by row.
#[derive(Default)]
struct Signals {
    names: Names,
    /// Row and place of an entity shared with a seed.
    shared: Vec<(Row, usize)>,
    /// Observation and one of its sources that shares an entity with the seeds' sources.
    through: Vec<(Row, Row)>,
    /// Such a source and the place of an entity that it shares; ordered.
    connected: Vec<(Row, usize)>,
    near: Vec<(Row, f64)>,
    causal: Vec<(Row, f64)>,
    /// The rows that may answer a query whose names are known.
    answers: RowSet,
}

impl Signals {
    /// Drops what speaks for rows that may not answer, and returns those that may.
    fn keep_answers(&mut self) -> RowSet {
        let mut answers = std::mem::take(&mut self.answers);
        for (row, _) in &self.causal {
            answers.grow_and_insert(*row as usize);
        }
        self.shared.retain(|link| answers.contains(link.0 as usize));
        self.through.retain(|link| answers.contains(link.0 as usize));
        answers
    }

    fn into_hits(mut self, depth: usize) -> Vec<GraphHit> {
        // Each entity leads to a row once, and each source to an observation once: nothing counts double.
        self.shared.sort_unstable();
        self.through.sort_unstable();
        strongest(&mut self.near);
        strongest(&mut self.causal);
        let scored = keep_best(self.scores(), depth);
        scored.into_iter().map(|hit| self.explain(hit)).collect()
    }

    fn scores(&self) -> Vec<Hit> {
        let (mut shared, mut through) = (self.shared.as_slice(), self.through.as_slice());
        let (mut near, mut causal) = (self.near.as_slice(), self.causal.as_slice());
        let mut hits = Vec::new();
        loop {
            let heads = [first_row(shared), first_row(through), first_row(near), first_row(causal)];
            let Some(row) = heads.into_iter().flatten().min() else { return hits };
            let entities = take_run(&mut shared, row).len().max(take_run(&mut through, row).len());
            let near = take_run(&mut near, row).first().map_or(0.0, |link| link.1);
            let causal = take_run(&mut causal, row).first().map_or(0.0, |link| link.1);
            hits.push(Hit { row, arm_score: score(entities, near, causal) });
        }
    }

    fn explain(&self, hit: Hit) -> GraphHit {
        let own = run(&self.shared, hit.row).iter();
        let of_sources = run(&self.through, hit.row).iter().flat_map(|link| run(&self.connected, link.1));
        let mut places: Vec<usize> = own.chain(of_sources).map(|link| link.1).collect();
        places.sort_unstable();
        places.dedup();
        let shown = |place: usize| self.names.entities.get(place).map(|entity| Arc::clone(&entity.shown));
        GraphHit {
            row: hit.row,
            arm_score: hit.arm_score,
            shared_entities: places.into_iter().filter_map(shown).collect(),
            semantic_weight: run(&self.near, hit.row).first().map_or(0.0, |link| link.1),
            causal_weight: run(&self.causal, hit.row).first().map_or(0.0, |link| link.1),
        }
    }
}

/// The arm's score: `tanh(0.5 · entities) + near + causal`.
fn score(entities: usize, near: f64, causal: f64) -> f64 {
    // Beyond the 32-bit range tanh has long been 1.
    let entities = f64::from(u32::try_from(entities).unwrap_or(u32::MAX));
    (0.5 * entities).tanh() + near + causal
}

/// Orders by row and keeps the largest weight of each.
fn strongest(links: &mut Vec<(Row, f64)>) {
    links.sort_unstable_by(|left, right| left.0.cmp(&right.0).then(right.1.total_cmp(&left.1)));
    links.dedup_by_key(|link| link.0);
}

fn first_row<T>(links: &[(Row, T)]) -> Option<Row> {
    links.first().map(|link| link.0)
}

/// Takes the run of `row` off the front of a column ordered by row.
fn take_run<'a, T>(rest: &mut &'a [(Row, T)], row: Row) -> &'a [(Row, T)] {
    let length = rest.iter().take_while(|link| link.0 == row).count();
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
}

/// The run of `row` within a column ordered by row.
fn run<T>(links: &[(Row, T)], row: Row) -> &[(Row, T)] {
    let start = links.partition_point(|link| link.0 < row);
    let end = links.partition_point(|link| link.0 <= row);
    links.get(start..end).unwrap_or_default()
}
