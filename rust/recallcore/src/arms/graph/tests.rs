//! The graph arm against a slow and obvious reading of its rules, and its promises one by one.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::ranking::RowSet;

/// One memory as the tests keep it: its id is `m<row>` unless said otherwise.
#[derive(Debug, Clone, Default)]
struct Memory {
    observation: bool,
    entities: Vec<String>,
    links: Vec<(String, Relation, f64)>,
    sources: Vec<String>,
}

fn id(row: Row) -> String {
    format!("m{row}")
}

fn put(index: &mut GraphIndex, row: Row, memory: &Memory) {
    let links: Vec<GraphLink> = memory
        .links
        .iter()
        .map(|(target, relation, weight)| GraphLink { target, relation: *relation, weight: *weight })
        .collect();
    let (id, entities) = (id(row), memory.entities.as_slice());
    index.insert(row, GraphMemory { id: &id, entities, links: &links, source_ids: &memory.sources });
}

fn about(entities: &[&str]) -> Memory {
    Memory { entities: entities.iter().map(ToString::to_string).collect(), ..Memory::default() }
}

fn causing(target: Row, weight: f64) -> Memory {
    Memory { links: vec![(id(target), Relation::Causes, weight)], ..Memory::default() }
}

fn distilled(sources: &[Row]) -> Memory {
    Memory { observation: true, sources: sources.iter().map(|row| id(*row)).collect(), ..Memory::default() }
}

fn built(memories: &[Memory]) -> GraphIndex {
    let mut index = GraphIndex::default();
    (0..).zip(memories).for_each(|(row, memory)| put(&mut index, row, memory));
    index
}

fn set(rows: impl IntoIterator<Item = Row>) -> RowSet {
    rows.into_iter().map(|row| row as usize).collect()
}

fn hits(rows: &[Row]) -> Vec<Hit> {
    rows.iter().map(|row| Hit { row: *row, arm_score: 1.0 }).collect()
}

fn alone(_: Row, _: &RowSet) -> Vec<Hit> {
    Vec::new()
}

/// Limits under which no entity is too common, to show what the cap does alone.
fn capped() -> GraphLimits {
    GraphLimits { common_from: usize::MAX, ..GraphLimits::default() }
}

/// A search without near links; everything may be a bridge.
fn reach(index: &GraphIndex, kind: MemoryKind, seeds: &[Row], allowed: &RowSet) -> Vec<GraphHit> {
    let request = GraphRequest { kind, seeds: &hits(seeds), depth: 1_000, limits: capped(), named: None };
    index.search(&request, allowed, &set(0..20_000), &alone)
}

fn rows_of(hits: &[GraphHit]) -> Vec<Row> {
    hits.iter().map(|hit| hit.row).collect()
}

fn names(hit: &GraphHit) -> Vec<&str> {
    hit.shared_entities.iter().map(AsRef::as_ref).collect()
}

// ---- the oracle ----

struct Oracle<'a> {
    truth: &'a BTreeMap<Row, Memory>,
    allowed: &'a RowSet,
    bridge: &'a RowSet,
    per_entity: usize,
}

impl Oracle<'_> {
    fn entities(&self, rows: &BTreeSet<Row>) -> BTreeSet<String> {
        let named = rows.iter().filter_map(|row| self.truth.get(row));
        named.flat_map(|memory| memory.entities.iter().map(|name| name.to_lowercase())).collect()
    }

    fn latest(&self, entity: &str, pool: impl Fn(Row) -> bool) -> Vec<Row> {
        let carries = |memory: &Memory| memory.entities.iter().any(|name| name.to_lowercase() == entity);
        let found = self.truth.iter().rev().filter(|(row, memory)| pool(**row) && carries(memory));
        found.map(|(row, _)| *row).take(self.per_entity).collect()
    }

    fn sources(&self, row: Row) -> BTreeSet<Row> {
        let named: BTreeSet<&String> = self.truth[&row].sources.iter().collect();
        self.truth.keys().copied().filter(|row| named.contains(&id(*row))).collect()
    }

    fn causal(&self, from: Row, to: Row) -> f64 {
        let between = |from: Row, to: Row| {
            let links = self.truth.get(&from).map(|memory| memory.links.clone()).unwrap_or_default();
            links.into_iter().filter(move |link| link.0 == id(to)).map(|link| link.2.clamp(0.0, 1.0))
        };
        between(from, to).chain(between(to, from)).fold(0.0, f64::max)
    }

    fn search(&self, seeds: &[Row], near: &BTreeMap<(Row, Row), f64>, observations: bool) -> Vec<(Row, f64)> {
        let seeds: BTreeSet<Row> =
            seeds.iter().copied().filter(|row| self.bridge.contains(*row as usize)).collect();
        let own: BTreeSet<Row> = seeds
            .iter()
            .filter(|seed| self.truth.contains_key(seed))
            .flat_map(|seed| self.sources(*seed))
            .filter(|row| self.bridge.contains(*row as usize))
            .collect();
        let cited: BTreeSet<Row> = self.truth.keys().flat_map(|row| self.sources(*row)).collect();
        let candidate = |row: Row| self.allowed.contains(row as usize) && !seeds.contains(&row);
        let other =
            |row: Row| self.bridge.contains(row as usize) && !own.contains(&row) && cited.contains(&row);
        let connected: BTreeSet<Row> =
            self.entities(&own).iter().flat_map(|entity| self.latest(entity, other)).collect();
        let mut found = Vec::new();
        for row in self.truth.keys().copied().filter(|row| candidate(*row)) {
            let shared =
                self.entities(&seeds).iter().filter(|e| self.latest(e, candidate).contains(&row)).count();
            let through = if observations { self.sources(row).intersection(&connected).count() } else { 0 };
            let near = seeds.iter().filter_map(|seed| near.get(&(*seed, row))).copied().fold(0.0, f64::max);
            let causal = seeds.iter().map(|seed| self.causal(*seed, row)).fold(0.0, f64::max);
            let count = f64::from(u32::try_from(shared.max(through)).unwrap());
            if count + near + causal > 0.0 {
                found.push((row, (0.5 * count).tanh() + near + causal));
            }
        }
        found.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        found
    }
}

const ROWS: Row = 24;

fn a_memory() -> impl Strategy<Value = Memory> {
    let relation = proptest::sample::select(vec![
        Relation::Causes,
        Relation::CausedBy,
        Relation::Enables,
        Relation::Prevents,
    ]);
    let weight = proptest::sample::select(vec![-1.0, 0.0, 0.25, 0.5, 1.0, 3.0]);
    let links = proptest::collection::vec((0..ROWS + 3, relation, weight), 0..3);
    let sources = proptest::collection::vec(0..ROWS + 3, 0..4);
    let entities = proptest::collection::vec("[a-cA-C]|민지", 0..4);
    (any::<bool>(), entities, links, sources).prop_map(|(observation, entities, links, sources)| Memory {
        observation,
        entities,
        links: links.into_iter().map(|(target, relation, weight)| (id(target), relation, weight)).collect(),
        sources: if observation { sources.into_iter().map(id).collect() } else { Vec::new() },
    })
}

fn a_set() -> impl Strategy<Value = RowSet> {
    proptest::collection::vec(any::<bool>(), ROWS as usize).prop_map(|inside| {
        (0..).zip(inside).filter(|(_, inside)| *inside).map(|(row, _): (usize, bool)| row).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn search_equals_the_slow_reading_after_any_writes(
        writes in proptest::collection::vec((0..ROWS, proptest::option::weighted(0.8, a_memory())), 0..60),
        seeds in proptest::collection::vec(0..ROWS + 2, 0..5),
        near in proptest::collection::vec((0..ROWS, 0..ROWS + 2, 0.0f64..1.5), 0..10),
        visible in a_set(), bridge in a_set(),
        per_entity in 0usize..4,
        observations: bool,
        depth in 0usize..30,
    ) {
        let mut index = GraphIndex::default();
        let mut truth = BTreeMap::new();
        for (row, write) in writes {
            if let Some(memory) = write {
                put(&mut index, row, &memory);
                truth.insert(row, memory);
            } else {
                index.remove(row);
                truth.remove(&row);
            }
        }
        let (mut allowed, mut bridge) = (visible, bridge);
        let live = set(truth.keys().copied());
        bridge.intersect_with(&live);
        allowed.intersect_with(&set(truth.iter().filter(|m| m.1.observation == observations).map(|m| *m.0)));
        bridge.union_with(&allowed);
        let near: BTreeMap<(Row, Row), f64> = near.into_iter().map(|(a, b, w)| ((a, b), f64::min(w, 1.0))).collect();
        let neighbours = |row: Row, _: &RowSet| {
            near.iter().filter(|n| n.0.0 == row).map(|n| Hit { row: n.0.1, arm_score: *n.1 }).collect()
        };
        let kind = if observations { MemoryKind::Observation } else { MemoryKind::World };
        let limits = GraphLimits { per_entity, ..capped() };
        let request = GraphRequest { kind, seeds: &hits(&seeds), depth, limits, named: None };
        let given = index.search(&request, &allowed, &bridge, &neighbours);
        let mut expected = Oracle { truth: &truth, allowed: &allowed, bridge: &bridge, per_entity }
            .search(&seeds, &near, observations);
        expected.truncate(depth);
        prop_assert_eq!(given.iter().map(|hit| (hit.row, hit.arm_score)).collect::<Vec<_>>(), expected);
        for hit in &given {
            prop_assert!(hit.arm_score > 0.0 && !seeds.contains(&hit.row));
        }
        let rebuilt = truth.iter().rev().fold(GraphIndex::default(), |mut fresh, (row, memory)| {
            put(&mut fresh, *row, memory);
            fresh
        });
        prop_assert_eq!(rebuilt.search(&request, &allowed, &bridge, &neighbours), given);
    }
}

// ---- promises ----

#[test]
fn independent_signals_add() {
    let mut memories = vec![about(&["Kim", "Seoul"]), about(&["Kim"]), about(&["Kim", "Seoul"])];
    memories[1].links = vec![(id(0), Relation::CausedBy, 0.3)];
    let index = built(&memories);
    let near = |_: Row, _: &RowSet| vec![Hit { row: 1, arm_score: 0.9 }, Hit { row: 2, arm_score: 0.7 }];
    let request =
        GraphRequest { kind: MemoryKind::World, seeds: &hits(&[0]), depth: 5, limits: capped(), named: None };
    let found = index.search(&request, &set(0..3), &set(0..3), &near);
    assert_eq!(rows_of(&found), [1, 2]);
    assert!((found[0].arm_score - (0.5f64.tanh() + 0.9 + 0.3)).abs() < 1e-12);
    assert!((found[1].arm_score - (1.0f64.tanh() + 0.7)).abs() < 1e-12);
    assert_eq!((found[0].semantic_weight, found[0].causal_weight), (0.9, 0.3));
    assert_eq!(names(&found[1]), ["Kim", "Seoul"]);
}

#[test]
fn spelling_of_an_entity_does_not_part_memories() {
    let index = built(&[
        about(&["Minji", " Straße "]),
        about(&["ＭＩＮＪＩ", "minji"]),
        about(&["STRASSE", "", " "]),
    ]);
    let found = reach(&index, MemoryKind::World, &[0], &set(0..3));
    assert_eq!(rows_of(&found), [1, 2]);
    assert_eq!((names(&found[0]), names(&found[1])), (vec!["Minji"], vec!["Straße"]));
}

#[test]
fn an_entity_of_every_other_memory_leads_nowhere() {
    let mut memories = vec![about(&["me", "Jeju"]), about(&["Jeju"])];
    memories.extend(std::iter::repeat_n(about(&["me"]), 40));
    let index = built(&memories);
    let limits = GraphLimits::default();
    let request =
        GraphRequest { kind: MemoryKind::World, seeds: &hits(&[0]), depth: 100, limits, named: None };
    let found = index.search(&request, &set(0..42), &set(0..42), &alone);
    assert_eq!(rows_of(&found), [1]);
    assert_eq!(index.entities_in("JEJU, me and Busan", &[], limits).len(), 1);
}

#[test]
fn a_name_is_found_in_a_text_word_for_word() {
    let index = built(&[about(&["LGBTQ support group"]), about(&["Minji"]), about(&["C++"])]);
    let limits = GraphLimits::default();
    let named = |text: &str, names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        index.entities_in(text, &names, limits).len()
    };
    for text in ["when was the lgbtq support group?", "minji!", "(ｍｉｎｊｉ)"] {
        assert_eq!(named(text, &[]), 1, "{text}");
    }
    for text in ["", "?!", "the support group", "minjis"] {
        assert_eq!(named(text, &[]), 0, "{text}");
    }
    assert_eq!(named("Minji", &["MINJI", "c++", "nobody"]), 2);
}

#[test]
fn with_names_known_only_what_they_or_a_cause_lead_to_answers() {
    let mut memories =
        vec![about(&["Minji", "Jeju"]), about(&["Minji"]), about(&["Jeju"]), about(&[]), about(&[])];
    memories[3].links = vec![(id(0), Relation::CausedBy, 0.3)];
    let index = built(&memories);
    let limits = GraphLimits::default();
    let named = index.entities_in("what about Minji?", &[], limits);
    let near = |_: Row, _: &RowSet| vec![Hit { row: 1, arm_score: 0.9 }, Hit { row: 4, arm_score: 0.95 }];
    let seeds = [Hit { row: 0, arm_score: 0.8 }];
    let request =
        GraphRequest { kind: MemoryKind::World, seeds: &seeds, depth: 9, limits, named: Some(&named) };
    let found = index.search(&request, &set(0..5), &set(0..5), &near);
    // The near one without the name, and the one that shares only Jeju, are the seed's company, not an answer.
    assert_eq!(rows_of(&found), [1, 0, 3]);
    assert!((found[0].arm_score - (0.5f64.tanh() + 0.9)).abs() < 1e-12);
    // The seed counts its nearness to the query and the name that the query gives, not what only it carries.
    assert!((found[1].arm_score - (0.5f64.tanh() + 0.8)).abs() < 1e-12);
    assert_eq!(names(&found[1]), ["Minji"]);
    let nobody = GraphRequest { named: Some(&[]), ..request };
    assert_eq!(rows_of(&index.search(&nobody, &set(0..5), &set(0..5), &near)), [3]);
}

#[test]
fn a_hub_does_not_flood() {
    let mut memories = vec![about(&["me", "Jeju"])];
    memories.extend(std::iter::repeat_n(about(&["me"]), 5_000));
    memories[7] = about(&["Jeju"]);
    let index = built(&memories);
    let found = reach(&index, MemoryKind::World, &[0], &set(0..5_001));
    assert_eq!(found.len(), 201);
    assert!(found.iter().all(|hit| hit.row == 7 || hit.row > 4_800));
    assert_eq!(found[0].row, 7);
}

#[test]
fn a_selective_filter_is_filled_from_behind_a_hub() {
    let mut memories = vec![about(&["me"])];
    memories.extend(std::iter::repeat_n(about(&["me"]), 5_000));
    let found = reach(&built(&memories), MemoryKind::World, &[0], &set([3, 70, 1_000]));
    assert_eq!(rows_of(&found), [3, 70, 1_000]);
}

#[test]
fn causes_are_followed_both_ways_and_seeds_are_no_answers() {
    let index = built(&[causing(1, 0.4), Memory::default(), causing(1, 0.8), causing(0, 7.0)]);
    let found = reach(&index, MemoryKind::World, &[0, 1], &set(0..4));
    assert_eq!(rows_of(&found), [3, 2]);
    assert_eq!((found[0].causal_weight, found[1].causal_weight), (1.0, 0.8));
    assert_eq!(index.causal_links(1), [(0, Relation::CausedBy, 0.4), (2, Relation::CausedBy, 0.8)]);
    assert_eq!(index.causal_links(0), [(1, Relation::Causes, 0.4), (3, Relation::CausedBy, 1.0)]);
}

#[test]
fn the_strongest_of_many_causes_survives_the_cut_wherever_its_row_is() {
    let mut memories: Vec<Memory> = (0..500).map(|_| causing(0, 0.2)).collect();
    memories[499] = causing(0, 0.9);
    let index = built(&memories);
    let request =
        GraphRequest { kind: MemoryKind::World, seeds: &hits(&[0]), depth: 2, limits: capped(), named: None };
    assert_eq!(rows_of(&index.search(&request, &set(0..500), &set(0..500), &alone)), [499, 1]);
}

#[test]
fn a_weight_that_is_no_strength_makes_no_link() {
    for weight in [0.0, -1.0, f64::NAN] {
        let index = built(&[causing(1, weight), Memory::default()]);
        assert_eq!(reach(&index, MemoryKind::World, &[0], &set(0..2)), []);
    }
}

#[test]
fn a_link_waits_for_its_target_outlives_its_replacement_and_dies_with_its_origin() {
    let mut index = GraphIndex::default();
    put(&mut index, 0, &causing(1, 0.5));
    assert_eq!(index.causal_links(0), []);
    put(&mut index, 1, &about(&["first"]));
    assert_eq!(rows_of(&reach(&index, MemoryKind::World, &[0], &set(0..2))), [1]);
    put(&mut index, 1, &about(&["second"]));
    assert_eq!(rows_of(&reach(&index, MemoryKind::World, &[1], &set(0..2))), [0]);
    index.remove(1);
    assert_eq!(reach(&index, MemoryKind::World, &[0], &set(0..2)), []);
    put(&mut index, 1, &Memory::default());
    index.remove(0);
    assert_eq!(index.causal_links(1), []);
}

#[test]
fn a_removed_row_is_neither_answer_nor_bridge() {
    let memories = [distilled(&[2]), distilled(&[3]), about(&["Kim"]), about(&["Kim"])];
    let mut index = built(&memories);
    assert_eq!(rows_of(&reach(&index, MemoryKind::Observation, &[0], &set(0..2))), [1]);
    index.remove(3);
    assert_eq!(reach(&index, MemoryKind::Observation, &[0], &set(0..2)), []);
    index.remove(3);
    put(&mut index, 3, &about(&["Kim"]));
    index.remove(1);
    assert_eq!(reach(&index, MemoryKind::Observation, &[0], &set(0..2)), []);
}

#[test]
fn observations_score_by_their_distinct_connected_sources() {
    // The seed was distilled from 10; 11, 12 and 13 share its entity; 14 does not.
    let mut index =
        built(&[distilled(&[10]), distilled(&[11, 12, 13, 11]), distilled(&[10, 12]), distilled(&[13, 14])]);
    (10..14).for_each(|row| put(&mut index, row, &about(&["Kim"])));
    put(&mut index, 14, &about(&["Lee"]));
    let found = reach(&index, MemoryKind::Observation, &[0], &set(0..4));
    assert_eq!(rows_of(&found), [1, 2, 3]);
    let expected = [1.5f64.tanh(), 0.5f64.tanh(), 0.5f64.tanh()];
    assert_eq!(found.iter().map(|hit| hit.arm_score).collect::<Vec<_>>(), expected);
    assert_eq!(names(&found[0]), ["Kim"]);
}

#[test]
fn an_observation_is_also_reached_by_the_entities_it_names_itself() {
    let named = |sources: &[Row]| Memory { entities: vec!["Kim".to_owned()], ..distilled(sources) };
    let mut index = built(&[named(&[10]), named(&[11, 12])]);
    (10..13).for_each(|row| put(&mut index, row, &about(&["kim"])));
    let found = reach(&index, MemoryKind::Observation, &[0], &set(0..2));
    assert_eq!(found[0].arm_score.to_bits(), 1.0f64.tanh().to_bits());
    assert_eq!(names(&found[0]), ["Kim"]);
    index.remove(10);
    let found = reach(&index, MemoryKind::Observation, &[0], &set(0..2));
    assert_eq!(found[0].arm_score.to_bits(), 0.5f64.tanh().to_bits());
}

#[test]
fn a_source_that_is_filtered_out_is_no_bridge() {
    let mut index = built(&[distilled(&[10]), distilled(&[11])]);
    (10..12).for_each(|row| put(&mut index, row, &about(&["Kim"])));
    let request = GraphRequest {
        kind: MemoryKind::Observation,
        seeds: &hits(&[0]),
        depth: 5,
        limits: capped(),
        named: None,
    };
    let found = |bridge: &RowSet| index.search(&request, &set(0..2), bridge, &alone).len();
    assert_eq!(found(&set([0, 1, 10, 11])), 1);
    assert_eq!(found(&set([0, 1, 10])), 0);
    assert_eq!(found(&set([0, 1, 11])), 0);
}

#[test]
fn sources_that_nothing_was_distilled_from_take_no_place() {
    let mut index = built(&[distilled(&[10]), distilled(&[11])]);
    (10..600).for_each(|row| put(&mut index, row, &about(&["Kim"])));
    assert_eq!(rows_of(&reach(&index, MemoryKind::Observation, &[0], &set(0..2))), [1]);
}

#[test]
fn no_seed_and_no_depth_find_nothing() {
    let index = built(&[about(&["Kim"]), about(&["Kim"])]);
    assert_eq!(reach(&index, MemoryKind::World, &[], &set(0..2)), []);
    let request =
        GraphRequest { kind: MemoryKind::World, seeds: &hits(&[0]), depth: 0, limits: capped(), named: None };
    assert_eq!(index.search(&request, &set(0..2), &set(0..2), &alone), []);
}

#[test]
fn names_given_back_are_not_mixed_up_with_later_ones() {
    let mut index = built(&[about(&["old"]), about(&["old"])]);
    index.remove(0);
    index.remove(1);
    put(&mut index, 0, &about(&["new"]));
    put(&mut index, 1, &about(&["old"]));
    assert_eq!(reach(&index, MemoryKind::World, &[0], &set(0..2)), []);
}
