//! What the graph holds: for each row its entities, links and sources, and the same ways walked backwards.

use std::sync::Arc;

use caseless::Caseless as _;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::{EntityNumber, GraphLimits, GraphMemory};
use crate::filter::{Interner, NamedPostings, RowPosting};
use crate::ranking::{Row, RowSet};
use crate::types::Relation;

/// The longest name looked for in a text, in words.
pub const MAX_NAME_WORDS: usize = 4;

/// The entities, causal links and sources of every live row.
///
/// Links and sources name public ids, and resolve whenever it is asked: a target may come later, be
/// replaced, or be gone, in which case the link leads nowhere.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct GraphIndex {
    nodes: Vec<Option<Node>>,
    live: usize,
    ids: Interner,
    /// By number of the id.
    places: Vec<Place>,
    /// By folded name.
    entities: NamedPostings,
    /// Rows that some memory was distilled from; a removed row may stay, for no entity leads to it.
    cited: RowSet,
}

/// One row's own record.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Node {
    id: usize,
    /// Distinct, in the memory's order.
    pub(super) entities: Box<[Entity]>,
    links: Box<[Link]>,
    /// By number of the id.
    sources: Box<[usize]>,
}

/// An entity as one memory spells it; the number stands for the folded name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entity {
    pub(super) number: usize,
    pub(super) shown: Arc<str>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Link {
    target: usize,
    relation: Relation,
    weight: f64,
}

/// What is known of a public id, whether or not a live memory has it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Place {
    row: Option<Row>,
    /// Rows with a causal link to the id.
    incoming: RowPosting,
    /// Rows distilled from the id.
    citing: RowPosting,
}

impl GraphIndex {
    /// Adds `row`, or replaces what it held. Links of others to the same id are kept.
    pub fn insert(&mut self, row: Row, memory: GraphMemory<'_>) {
        self.remove(row);
        let id = self.place_of(memory.id);
        let links: Box<[Link]> = memory
            .links
            .iter()
            .filter_map(|link| {
                let weight = strength(link.weight)?;
                Some(Link { target: self.place_of(link.target), relation: link.relation, weight })
            })
            .collect();
        let sources: Box<[usize]> = memory.source_ids.iter().map(|source| self.place_of(source)).collect();
        for link in &links {
            self.places[link.target].incoming.insert(row);
        }
        for source in &sources {
            self.places[*source].citing.insert(row);
            self.note_cited(*source);
        }
        self.places[id].row = Some(row);
        self.note_cited(id);
        let entities = self.insert_entities(row, memory.entities);
        let place = row as usize;
        if self.nodes.len() <= place {
            self.nodes.resize_with(place + 1, || None);
        }
        self.nodes[place] = Some(Node { id, entities, links, sources });
        self.live += 1;
    }

    /// The entities that a text names: those among `names` that some memory carries, in any spelling, and
    /// those that up to [`MAX_NAME_WORDS`] words of `text` in a row spell out. An entity too common to say
    /// anything is left out. Ascending.
    pub fn entities_in(&self, text: &str, names: &[String], limits: GraphLimits) -> Vec<EntityNumber> {
        let text = fold(text);
        let edge = |c: char| !c.is_alphanumeric();
        let words: Vec<&str> = text
            .split_whitespace()
            .map(|word| word.trim_matches(edge))
            .filter(|word| !word.is_empty())
            .collect();
        let spelt = (0..words.len()).flat_map(|start| {
            let rest = words.get(start..).unwrap_or_default();
            (1..=rest.len().min(MAX_NAME_WORDS)).filter_map(|count| Some(rest.get(..count)?.join(" ")))
        });
        let folded = names.iter().map(|name| fold(name)).chain(spelt);
        let mut found: Vec<EntityNumber> = folded
            .filter_map(|name| self.entities.number(&name))
            .filter(|number| self.carrying(*number, limits).is_some())
            .map(EntityNumber)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many different names the memories carry.
    pub fn entity_count(&self) -> usize {
        self.entities.len()
    }

    /// Takes `row` out; one that is absent is left alone.
    pub fn remove(&mut self, row: Row) {
        let Some(node) = self.nodes.get_mut(row as usize).and_then(Option::take) else { return };
        self.live -= 1;
        for entity in &node.entities {
            self.entities.remove(entity.number, row);
        }
        for link in &node.links {
            self.places[link.target].incoming.remove(row);
            self.release_unused(link.target);
        }
        for source in &node.sources {
            self.places[*source].citing.remove(row);
            self.note_cited(*source);
            self.release_unused(*source);
        }
        if self.places[node.id].row == Some(row) {
            self.places[node.id].row = None;
        }
        self.release_unused(node.id);
    }

    /// Every causal link of `row`, as seen from it: the other end, the relation and the weight in (0, 1].
    ///
    /// Links are walked both ways. Seen from its target, `causes` is `caused_by` and the other way round;
    /// `enables` and `prevents` have no word for the way back and keep their name. Order: row, then the
    /// strongest first.
    pub fn causal_links(&self, row: Row) -> Vec<(Row, Relation, f64)> {
        let Some(node) = self.node(row) else { return Vec::new() };
        let mut found: Vec<(Row, Relation, f64)> = node
            .links
            .iter()
            .filter_map(|link| Some((self.places.get(link.target)?.row?, link.relation, link.weight)))
            .collect();
        if let Some(place) = self.places.get(node.id).filter(|place| place.row == Some(row)) {
            place.incoming.for_each(|origin| {
                let links = self.node(origin).map(|other| other.links.iter()).unwrap_or_default();
                let back = links.filter(|link| link.target == node.id);
                found.extend(back.map(|link| (origin, seen_from_target(link.relation), link.weight)));
            });
        }
        found.retain(|(other, _, _)| *other != row);
        found.sort_by(|left, right| {
            left.0.cmp(&right.0).then(right.2.total_cmp(&left.2)).then(left.1.cmp(&right.1))
        });
        found
    }

    pub(super) fn node(&self, row: Row) -> Option<&Node> {
        self.nodes.get(row as usize)?.as_ref()
    }

    /// The live rows that `row` was distilled from.
    pub fn sources(&self, row: Row) -> impl Iterator<Item = Row> {
        let sources = self.node(row).map(|node| node.sources.iter()).unwrap_or_default();
        sources.filter_map(|source| self.places.get(*source)?.row)
    }

    /// Calls `visit` with every row distilled from `row`.
    pub(super) fn for_each_citing(&self, row: Row, visit: impl FnMut(Row)) {
        let place = self.node(row).and_then(|node| self.places.get(node.id));
        if let Some(place) = place.filter(|place| place.row == Some(row)) {
            place.citing.for_each(visit);
        }
    }

    /// The rows that some memory was distilled from, and perhaps removed ones.
    pub(super) fn cited(&self) -> &RowSet {
        &self.cited
    }

    /// Whether `row` carries the entity.
    pub(super) fn carries(&self, row: Row, entity: usize) -> bool {
        self.node(row).is_some_and(|node| node.entities.iter().any(|own| own.number == entity))
    }

    /// An entity by its number, spelt as the oldest memory spells it.
    pub(super) fn entity(&self, number: EntityNumber) -> Option<Entity> {
        let mut spelt = None;
        self.entities.posting(number.0)?.for_each(|row| {
            if spelt.is_none() {
                let node = self.node(row);
                spelt =
                    node.and_then(|node| node.entities.iter().find(|own| own.number == number.0).cloned());
            }
        });
        spelt
    }

    /// The rows that carry an entity, unless it is too common to say anything.
    pub(super) fn carrying(&self, entity: usize, limits: GraphLimits) -> Option<&RowPosting> {
        let most = limits.common_from.max(self.live / limits.common_share.max(1));
        self.entities.posting(entity).filter(|rows| rows.len() <= most)
    }

    fn insert_entities(&mut self, row: Row, names: &[String]) -> Box<[Entity]> {
        let mut found: Vec<(usize, Entity)> = Vec::with_capacity(names.len());
        for (order, name) in names.iter().enumerate() {
            let folded = fold(name);
            if !folded.is_empty() {
                let number = self.entities.insert(&folded, row);
                found.push((order, Entity { number, shown: Arc::from(name.trim()) }));
            }
        }
        found.sort_by_key(|(order, entity)| (entity.number, *order));
        found.dedup_by_key(|(_, entity)| entity.number);
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, entity)| entity).collect()
    }

    fn place_of(&mut self, id: &str) -> usize {
        let number = self.ids.intern(id);
        if self.places.len() <= number {
            self.places.resize_with(number + 1, Place::default);
        }
        number
    }

    fn note_cited(&mut self, id: usize) {
        let place = &self.places[id];
        if let Some(row) = place.row {
            self.cited.grow(row as usize + 1);
            self.cited.set(row as usize, !place.citing.is_empty());
        }
    }

    fn release_unused(&mut self, id: usize) {
        let place = &self.places[id];
        if place.row.is_none() && place.incoming.is_empty() && place.citing.is_empty() {
            self.ids.release(id);
        }
    }
}

/// A weight as it counts: in (0, 1], or none where the link carries nothing.
pub(super) fn strength(weight: f64) -> Option<f64> {
    (weight > 0.0).then(|| weight.min(1.0))
}

fn seen_from_target(relation: Relation) -> Relation {
    match relation {
        Relation::Causes => Relation::CausedBy,
        Relation::CausedBy => Relation::Causes,
        Relation::Enables => Relation::Enables,
        Relation::Prevents => Relation::Prevents,
    }
}

/// An entity's name as it is compared: NFKC, case folded, without outer white space.
///
/// Folding can undo the normal form, so that it is taken again, as Unicode's `NFKC_Casefold` does.
fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.trim().to_ascii_lowercase();
    }
    name.trim().nfkc().default_case_fold().nfkc().collect()
}
