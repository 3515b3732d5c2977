//! The temporal arm: lookups against row-by-row readings, and its promises one by one.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::ranking::RowSet;
use crate::types::{MICROS_PER_DAY, MemoryDates, Precision, Relation};

const HOUR: Micros = MICROS_PER_DAY / 24;
/// 2023-01-01 and 2024-01-01.
const Y2023: Micros = 19_358 * MICROS_PER_DAY;
const Y2024: Micros = 19_723 * MICROS_PER_DAY;
const NOW: Micros = 20_000 * MICROS_PER_DAY;

fn on(start: Micros) -> MemoryDates {
    MemoryDates { occurred_start: Some(start), mentioned_at: Some(NOW), ..MemoryDates::default() }
}

fn known_to(start: Micros, precision: Precision) -> MemoryDates {
    MemoryDates { precision, ..on(start) }
}

fn said(at: Micros) -> MemoryDates {
    MemoryDates { mentioned_at: Some(at), ..MemoryDates::default() }
}

fn built(memories: impl IntoIterator<Item = MemoryDates>) -> TemporalIndex {
    let mut index = TemporalIndex::default();
    (0..).zip(memories).for_each(|(row, memory)| index.insert(row, memory));
    index
}

fn all() -> RowSet {
    (0..10_000).collect()
}

fn window(start: Micros, end: Micros) -> TimeWindow {
    TimeWindow { start: Some(start), end: Some(end) }
}

fn request(window: TimeWindow) -> TemporalRequest {
    TemporalRequest { window, query_time: NOW, depth: 300, relevance_floor: 0.1 }
}

fn equal(rows: &[Row]) -> Vec<Option<f64>> {
    vec![Some(0.5); rows.len()]
}

fn unlinked(_: Row) -> Vec<(Row, Relation, f64)> {
    Vec::new()
}

fn search(index: &TemporalIndex, window: TimeWindow) -> Vec<TemporalHit> {
    index.search(&request(window), &all(), &equal, &unlinked)
}

fn rows_of(hits: &[TemporalHit]) -> Vec<Row> {
    hits.iter().map(|hit| hit.row).collect()
}

fn via_window(hits: &[TemporalHit]) -> Vec<Row> {
    let mut rows: Vec<Row> = hits.iter().filter(|hit| hit.via == Via::Window).map(|hit| hit.row).collect();
    rows.sort_unstable();
    rows
}

// ---- lookups against row-by-row readings ----

fn rows_in(set: &RowSet) -> Vec<Row> {
    set.ones().map(crate::filter::row_at).collect()
}

/// The span of a memory of instant precision, as the tests read it.
fn plain_span(memory: &MemoryDates) -> Option<(Micros, Micros)> {
    match (memory.occurred_start, memory.occurred_end) {
        (Some(start), Some(end)) => Some((start, start.max(end))),
        (Some(at), None) | (None, Some(at)) => Some((at, at)),
        (None, None) => memory.mentioned_at.map(|at| (at, at)),
    }
}

/// Whether some moment of the span is inside; a span without length is one moment, and so is such a window.
fn meets((from, to): (Micros, Micros), start: Micros, end: Micros) -> bool {
    let last = if start == end { end } else { end - 1 };
    let last_of_span = if from == to { to } else { to - 1 };
    from <= last && last_of_span >= start
}

fn a_date() -> impl Strategy<Value = Micros> {
    prop_oneof![0i64..40, (0i64..2_000).prop_map(|hours| hours * HOUR)]
}

fn a_memory() -> impl Strategy<Value = MemoryDates> {
    let date = || proptest::option::of(a_date());
    (date(), date(), date()).prop_map(|(occurred_start, occurred_end, mentioned_at)| MemoryDates {
        occurred_start,
        occurred_end,
        precision: Precision::Instant,
        mentioned_at,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn lookups_equal_a_row_by_row_reading(
        writes in proptest::collection::vec((0u32..60, proptest::option::weighted(0.85, a_memory())), 0..120),
        hidden in proptest::collection::vec(0u32..60, 0..20),
        (from, to) in (a_date(), a_date()),
    ) {
        let mut index = TemporalIndex::default();
        let mut truth = BTreeMap::new();
        for (row, write) in writes {
            if let Some(memory) = write {
                index.insert(row, memory);
                truth.insert(row, memory);
            } else {
                index.remove(row);
                truth.remove(&row);
            }
        }
        let mut allowed = all();
        for row in &hidden {
            allowed.remove(*row as usize);
        }
        let (start, end) = (from.min(to), from.max(to));
        let asked = TemporalRequest { depth: 10, ..request(window(start, end)) };
        let moments = super::index::Moments::of(asked.window).unwrap();
        let inside = |memory: &MemoryDates| plain_span(memory).is_some_and(|span| meets(span, start, end));
        let visible: BTreeMap<Row, MemoryDates> =
            truth.iter().filter(|one| !hidden.contains(one.0)).map(|one| (*one.0, *one.1)).collect();

        let dated: Vec<Row> = visible.iter().filter(|one| inside(one.1)).map(|one| *one.0).collect();
        prop_assert_eq!(rows_in(&index.dated_inside(moments, &allowed)), dated);
        let said_inside = |memory: &MemoryDates| memory.mentioned_at.is_some_and(|at| meets((at, at), start, end));
        let mentioned: Vec<Row> =
            visible.iter().filter(|one| said_inside(one.1) && !inside(one.1)).map(|one| *one.0).collect();
        prop_assert_eq!(rows_in(&index.mentioned_inside(moments, &allowed)), mentioned);
        let few: RowSet = [3usize, 40].into_iter().collect();
        let earliest = truth.values().filter_map(plain_span).map(|span| span.0).min();
        prop_assert_eq!(index.earliest(), earliest);

        for (row, memory) in &truth {
            let near = index.neighbours(*row, &allowed);
            let own = index.date_column(&few);
            prop_assert_eq!(index.neighbours_in(&own, *row, &few), index.neighbours(*row, &few));
            let apart = |other: &MemoryDates| Some(plain_span(other)?.0.abs_diff(plain_span(memory)?.0));
            let mut expected: Vec<(u64, Row)> = visible.iter().filter(|one| one.0 != row)
                .filter_map(|one| Some((apart(one.1)?, *one.0)))
                .filter(|one| one.0 <= MICROS_PER_DAY.unsigned_abs()).collect();
            expected.sort_unstable();
            prop_assert_eq!(near.len(), expected.len().min(20));
            for ((other, weight), (apart, _)) in near.iter().zip(&expected) {
                let hours = f64::from(u32::try_from(apart / 1_000_000).unwrap()) / 3_600.0;
                prop_assert!((weight - (1.0 - hours / 24.0).max(0.3)).abs() < 1e-4);
                prop_assert!(visible.contains_key(other) && other != row);
            }
        }

        let given = index.search(&request(asked.window), &allowed, &equal, &unlinked);
        let rebuilt = truth.iter().rev().fold(TemporalIndex::default(), |mut fresh, (row, memory)| {
            fresh.insert(*row, *memory);
            fresh
        });
        prop_assert_eq!(&rebuilt.search(&request(asked.window), &allowed, &equal, &unlinked), &given);
        let mut seen = rows_of(&given);
        prop_assert!(seen.iter().all(|row| visible.contains_key(row)));
        seen.sort_unstable();
        seen.dedup();
        prop_assert_eq!(seen.len(), given.len());
    }

    #[test]
    fn no_dates_windows_or_times_overflow(
        dates in proptest::collection::vec((any::<Option<i64>>(), any::<Option<i64>>(), any::<Option<i64>>()), 0..12),
        edges in (any::<Option<i64>>(), any::<Option<i64>>()),
        query_time: i64,
        precision in proptest::sample::select(vec![Precision::Instant, Precision::Day, Precision::Month, Precision::Year]),
    ) {
        let index = built(dates.into_iter().map(|(occurred_start, occurred_end, mentioned_at)| {
            MemoryDates { occurred_start, occurred_end, precision, mentioned_at }
        }));
        let window = TimeWindow { start: edges.0, end: edges.1 };
        for hit in index.search(&TemporalRequest { query_time, ..request(window) }, &all(), &equal, &unlinked) {
            prop_assert!(hit.arm_score >= 0.0 && hit.arm_score <= 1.0 && hit.proximity <= hit.arm_score);
        }
        for row in 0..12 {
            let near = index.proximity(row, window, query_time);
            prop_assert!(near.is_none_or(|near| (0.0..=1.0).contains(&near)));
        }
    }
}

// ---- windows ----

#[test]
fn the_start_is_inside_and_the_end_outside() {
    let index = built([on(Y2023), on(Y2023 + 1), on(Y2024 - 1), on(Y2024), on(Y2023 - 1)]);
    assert_eq!(via_window(&search(&index, window(Y2023, Y2024))), [0, 1, 2]);
}

#[test]
fn an_end_known_to_the_month_covers_that_month() {
    let (may, june, july) = (1_682_899_200_000_000, 1_685_577_600_000_000, 1_688_169_600_000_000);
    let both = MemoryDates { occurred_end: Some(june), precision: Precision::Month, ..on(may) };
    let only_end = MemoryDates { occurred_start: None, ..both };
    let exact = MemoryDates { precision: Precision::Instant, ..both };
    let index = built([both, only_end, exact]);
    assert_eq!(via_window(&search(&index, window(july - HOUR, july))), [0, 1]);
    assert!(via_window(&search(&index, window(july, july + HOUR))).is_empty());
}

#[test]
fn a_window_without_length_is_that_moment() {
    let span = MemoryDates { occurred_end: Some(Y2023 + HOUR), ..on(Y2023 - HOUR) };
    let ended = MemoryDates { occurred_end: Some(Y2023), ..on(Y2023 - HOUR) };
    let index = built([on(Y2023), span, ended, on(Y2023 + 1)]);
    let hits = search(&index, window(Y2023, Y2023));
    assert_eq!(via_window(&hits), [0, 1]);
    assert!(hits.iter().filter(|hit| hit.via == Via::Window).all(|hit| hit.proximity > 0.999));
    assert!(hits.iter().filter(|hit| hit.via != Via::Window).all(|hit| hit.proximity == 0.0));
}

#[test]
fn an_open_edge_admits_everything_beyond_and_measures_by_its_stand_in() {
    let index = built([on(NOW - 100 * HOUR), on(NOW - 50 * HOUR), on(NOW - HOUR), on(NOW + HOUR)]);
    let since = TimeWindow { start: Some(NOW - 100 * HOUR), end: None };
    assert_eq!(via_window(&search(&index, since)), [0, 1, 2, 3]);
    assert_eq!(index.proximity(1, since, NOW), Some(1.0));
    assert_eq!(index.proximity(3, since, NOW), Some(0.0));
    let until = TimeWindow { start: None, end: Some(NOW) };
    assert_eq!(via_window(&search(&index, until)), [0, 1, 2]);
    assert_eq!(index.proximity(1, until, NOW), Some(1.0));
    assert_eq!(index.proximity(3, until, NOW), None);
    let after_next_week = TimeWindow { start: Some(NOW + HOUR / 2), end: None };
    assert_eq!(index.proximity(3, after_next_week, NOW), Some(1.0));
}

#[test]
fn a_window_that_ends_before_it_starts_finds_nothing() {
    let year = MemoryDates { precision: Precision::Year, ..on(Y2023) };
    let index = built([year]);
    assert_eq!(search(&index, window(Y2023 + 9 * HOUR, Y2023 + 2 * HOUR)), []);
    assert_eq!(index.proximity(0, window(Y2023 + 9 * HOUR, Y2023 + 2 * HOUR), NOW), None);
}

#[test]
fn a_coarse_date_covers_its_whole_period() {
    let index = built([
        known_to(Y2023, Precision::Year),
        known_to(Y2023, Precision::Month),
        known_to(Y2023, Precision::Day),
        known_to(Y2023, Precision::Instant),
    ]);
    let day = |day: i64| window(Y2023 + day * MICROS_PER_DAY, Y2023 + (day + 1) * MICROS_PER_DAY);
    assert_eq!(via_window(&search(&index, day(0))), [0, 1, 2, 3]);
    assert_eq!(via_window(&search(&index, day(1))), [0, 1]);
    assert_eq!(via_window(&search(&index, day(30))), [0, 1]);
    assert_eq!(via_window(&search(&index, day(31))), [0]);
    assert_eq!(via_window(&search(&index, day(364))), [0]);
    assert_eq!(via_window(&search(&index, day(365))), [0u32; 0]);
    let near = |row| index.proximity(row, window(Y2023, Y2024), NOW).unwrap();
    assert_eq!((near(0), near(3)), (1.0, 0.0));
}

#[test]
fn placeholder_dates_are_missing() {
    let year = |days: i64| Some(days * MICROS_PER_DAY);
    let (year_1, year_9999) = (year(-719_162), year(2_932_532));
    let nothing = MemoryDates { occurred_start: year_1, occurred_end: year_9999, ..MemoryDates::default() };
    let begun = MemoryDates { occurred_end: year_9999, ..on(Y2023) };
    let only_said = MemoryDates { mentioned_at: Some(Y2023 + HOUR), ..nothing };
    let index = built([nothing, begun, only_said]);
    assert_eq!(via_window(&search(&index, TimeWindow { start: None, end: None })), [1, 2]);
    assert_eq!(via_window(&search(&index, window(Y2023, Y2024))), [1, 2]);
    assert_eq!(via_window(&search(&index, window(Y2024, NOW))), [0u32; 0]);
    assert_eq!(index.earliest(), Some(Y2023));
}

// ---- entries ----

#[test]
fn a_year_is_not_all_december() {
    // Two hundred more relevant memories of December and one a month before it.
    let mut memories: Vec<MemoryDates> = (0..200).map(|hours| on(Y2024 - (10 + hours) * HOUR)).collect();
    memories.extend((0..11).map(|month| on(Y2023 + (15 + month * 30) * MICROS_PER_DAY)));
    let index = built(memories);
    let relevance = |rows: &[Row]| {
        rows.iter()
            .map(|row| {
                Some(if *row < 40 {
                    0.9
                } else if *row < 200 {
                    0.3
                } else {
                    0.5
                })
            })
            .collect()
    };
    let year = window(Y2023, Y2024);
    let hits = index.search(&request(year), &all(), &relevance, &unlinked);
    let entries: Vec<Row> = via_window(&hits);
    assert_eq!(entries.len(), 10);
    assert!(entries.iter().filter(|row| **row >= 200).count() >= 7, "{entries:?}");
    assert!(entries.iter().any(|row| *row < 40));
}

#[test]
fn what_happened_in_the_window_comes_before_what_was_only_said_in_it() {
    let today = window(NOW, NOW + MICROS_PER_DAY);
    let mut memories: Vec<MemoryDates> = (0..300).map(|days| on(Y2023 + days * MICROS_PER_DAY)).collect();
    memories.extend([on(NOW + HOUR), said(NOW + 12 * HOUR)]);
    let index = built(memories);
    let relevance = |rows: &[Row]| rows.iter().map(|row| Some(if *row < 300 { 0.9 } else { 0.2 })).collect();
    let hits = index.search(&request(today), &all(), &relevance, &unlinked);
    assert_eq!(rows_of(&hits[..2]), [301, 300]);
    assert_eq!(hits.iter().filter(|hit| hit.via == Via::Mention).count(), 8);
    assert!(hits.iter().filter(|hit| hit.via == Via::Mention).all(|hit| hit.arm_score == 0.0));
    assert_eq!(index.proximity(0, today, NOW), None);
}

#[test]
fn the_oldest_memory_returns_when_it_is_the_most_relevant() {
    let index = built((0..500).map(|day| on(Y2023 + day * HOUR)));
    let relevance = |rows: &[Row]| rows.iter().map(|row| Some(if *row == 0 { 0.9 } else { 0.2 })).collect();
    let hits = index.search(&request(window(Y2023, Y2024)), &all(), &relevance, &unlinked);
    assert!(via_window(&hits).contains(&0));
}

#[test]
fn irrelevant_rows_are_left_out_and_unknown_ones_come_last() {
    let index = built((0..30).map(|hours| on(Y2023 + hours * HOUR)));
    let relevance = |rows: &[Row]| {
        let of = |row: &Row| match row {
            0..5 => Some(0.0999),
            5..10 => Some(0.1),
            10..14 => Some(0.4),
            14..16 => Some(f64::NAN),
            16.. => None,
        };
        rows.iter().map(of).collect()
    };
    let asked = TemporalRequest { depth: 4, ..request(window(Y2023, Y2024)) };
    let mut best = rows_of(&index.search(&asked, &all(), &relevance, &unlinked));
    best.sort_unstable();
    assert_eq!(best, [10, 11, 12, 13]);
    let hits = index.search(&request(window(Y2023, Y2024)), &all(), &relevance, &unlinked);
    assert!(hits.iter().all(|hit| hit.row >= 5));
    let silent = |_: &[Row]| Vec::new();
    assert_eq!(index.search(&asked, &all(), &silent, &unlinked).len(), 4);
}

#[test]
fn a_window_answers_a_question_that_is_like_nothing_in_it_but_after_what_is() {
    let index = built((0..4).map(|hours| on(Y2023 + hours * HOUR)));
    let vague = |rows: &[Row]| vec![Some(0.01); rows.len()];
    let asked = request(window(Y2023, Y2024));
    let hits = index.search(&asked, &all(), &vague, &unlinked);
    assert_eq!(hits.len(), 4);
    assert!(hits.iter().all(|hit| hit.arm_score < 0.0));
    let one = |rows: &[Row]| rows.iter().map(|row| Some(if *row == 0 { 0.5 } else { 0.01 })).collect();
    assert_eq!(rows_of(&index.search(&asked, &all(), &one, &unlinked)).first(), Some(&0));
}

#[test]
fn nearness_to_the_middle_is_the_score_of_an_entry() {
    let quarter = (Y2024 - Y2023) / 4;
    let index = built([on(Y2023 + quarter), on(Y2023 + 2 * quarter), on(Y2023)]);
    let hits = search(&index, window(Y2023, Y2024));
    assert_eq!(rows_of(&hits), [1, 0, 2]);
    assert_eq!(hits.iter().map(|hit| hit.arm_score).collect::<Vec<_>>(), [1.0, 0.5, 0.0]);
    assert_eq!(index.proximity(0, window(Y2023, Y2024), NOW), Some(0.5));
}

// ---- spreading ----

#[test]
fn strength_reaches_neighbours_and_causes_from_an_entrys_own_proximity() {
    // Row 0 is the middle of the day; 1 lies six hours past the window; 2 and 3 are years away.
    let day = window(Y2023, Y2023 + MICROS_PER_DAY);
    let index = built([on(Y2023 + 12 * HOUR), on(Y2023 + 30 * HOUR), on(0), MemoryDates::default()]);
    let links = |row: Row| match row {
        0 => vec![(2, Relation::CausedBy, 0.5), (3, Relation::Enables, 0.2)],
        _ => vec![],
    };
    let hits = index.search(&request(day), &all(), &equal, &links);
    assert_eq!(rows_of(&hits), [0, 2, 3, 1]);
    let expected =
        [(1.0, Via::Window), (0.7, Via::Cause(0)), (0.3, Via::Cause(0)), (0.25 * 0.7, Via::Near(0))];
    for (hit, (score, via)) in hits.iter().zip(expected) {
        if hit.row == 1 {
            // 18 hours leave a quarter, which the least weight raises.
            assert!((hit.arm_score - 0.3 * 0.7).abs() < 1e-12);
        } else {
            assert!((hit.arm_score - score).abs() < 1e-12);
        }
        assert_eq!(hit.via, via);
    }
    let edge = built([on(Y2023), on(Y2023 - HOUR)]);
    assert_eq!(search(&edge, day).last().map(|hit| hit.arm_score), Some(0.0));
}

#[test]
fn rows_that_are_not_allowed_removed_or_irrelevant_are_not_reached() {
    let mut index = built((0..6).map(|hours| on(Y2023 + hours * HOUR)));
    let links = |row: Row| if row == 0 { vec![(5, Relation::Causes, 1.0)] } else { vec![] };
    let narrow = window(Y2023, Y2023 + 1);
    let mut allowed = all();
    allowed.remove(1);
    allowed.remove(5);
    index.remove(2);
    let relevance = |rows: &[Row]| rows.iter().map(|row| Some(if *row == 3 { 0.0 } else { 0.5 })).collect();
    let asked = TemporalRequest { window: window(Y2023 - HOUR, Y2023 + HOUR), ..request(narrow) };
    let mut found = rows_of(&index.search(&asked, &allowed, &relevance, &links));
    found.sort_unstable();
    assert_eq!(found, [0, 4]);
}

#[test]
fn vague_dates_are_near_nothing() {
    let index = built([known_to(Y2023, Precision::Year), known_to(Y2023, Precision::Month), on(Y2023)]);
    assert_eq!(index.neighbours(0, &all()), []);
    assert_eq!(index.neighbours(2, &all()), []);
}

#[test]
fn of_many_rows_at_one_moment_the_neighbours_are_those_retained_beside_it() {
    let index = built((0..5_000).map(|_| said(Y2023)));
    let near: Vec<Row> = index.neighbours(2_500, &all()).into_iter().map(|one| one.0).collect();
    assert_eq!(near, (2_490..2_500).chain(2_501..2_511).collect::<Vec<_>>());
    let some: RowSet = [3, 9, 4_000].into_iter().collect();
    assert_eq!(index.neighbours(2_500, &some), [(3, 1.0), (9, 1.0), (4_000, 1.0)]);
}

#[test]
fn depth_bounds_entries_and_what_is_reached() {
    let index = built((0..100).map(|hours| on(Y2023 + hours * HOUR)));
    for depth in [0, 1, 7, 10, 25] {
        let asked = TemporalRequest { depth, ..request(window(Y2023, Y2023 + 50 * HOUR)) };
        assert_eq!(index.search(&asked, &all(), &equal, &unlinked).len(), depth);
    }
}
