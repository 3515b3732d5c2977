//! The index against a reading of the truth table, row by row.

use proptest::prelude::*;

use super::*;
use crate::error::Error;
use crate::filter::MAX_GROUP_DEPTH;

#[derive(Debug, Clone)]
struct Memory {
    kind: MemoryKind,
    tags: Vec<String>,
    updated_at: Micros,
    document: Option<String>,
}

fn leaf_holds(memory: &Memory, wanted: &[String], matching: TagsMatch) -> bool {
    let some = wanted.iter().any(|tag| memory.tags.contains(tag));
    let all = wanted.iter().all(|tag| memory.tags.contains(tag));
    let untagged = memory.tags.is_empty();
    match matching {
        TagsMatch::Any => untagged || some,
        TagsMatch::All => untagged || all,
        TagsMatch::AnyStrict => some,
        TagsMatch::AllStrict => !untagged && all,
        TagsMatch::Exact => all && memory.tags.iter().all(|tag| wanted.contains(tag)),
    }
}

fn group_holds(memory: &Memory, group: &TagGroup) -> bool {
    match group {
        TagGroup::Leaf { tags, matching, .. } => leaf_holds(memory, tags, *matching),
        TagGroup::And(members) => members.iter().all(|member| group_holds(memory, member)),
        TagGroup::Or(members) => members.iter().any(|member| group_holds(memory, member)),
        TagGroup::Not(member) => !group_holds(memory, member),
    }
}

fn holds(memory: &Memory, id: &str, filter: &Filter) -> bool {
    let flat = match (&filter.tags, filter.tags_match) {
        (None, TagsMatch::Exact) => memory.tags.is_empty(),
        (None, _) => true,
        (Some(tags), TagsMatch::Exact) => leaf_holds(memory, tags, TagsMatch::Exact),
        (Some(tags), matching) => tags.is_empty() || leaf_holds(memory, tags, matching),
    };
    let excluded = filter.exclude.iter().any(|other| other == id);
    flat && !excluded
        && filter.tag_groups.iter().all(|group| group_holds(memory, group))
        && filter.kinds.as_ref().is_none_or(|kinds| kinds.contains(&memory.kind))
        && filter.ids.as_ref().is_none_or(|ids| ids.iter().any(|wanted| wanted == id))
        && filter.document_id.as_ref().is_none_or(|document| memory.document.as_ref() == Some(document))
        && filter.updated_after.is_none_or(|after| memory.updated_at > after)
        && filter.updated_before.is_none_or(|before| memory.updated_at < before)
}

fn tags() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(prop_oneof!["a", "A", "b", " b", "사용자"], 0..4)
}

fn matching() -> impl Strategy<Value = TagsMatch> {
    proptest::sample::select(vec![
        TagsMatch::Any,
        TagsMatch::All,
        TagsMatch::AnyStrict,
        TagsMatch::AllStrict,
        TagsMatch::Exact,
    ])
}

fn kind() -> impl Strategy<Value = MemoryKind> {
    proptest::sample::select(MemoryKind::ALL.to_vec())
}

fn memory() -> impl Strategy<Value = Memory> {
    (kind(), tags(), 0i64..6, proptest::option::of("[de]"))
        .prop_map(|(kind, tags, updated_at, document)| Memory { kind, tags, updated_at, document })
}

fn group() -> impl Strategy<Value = TagGroup> {
    let leaf = (tags(), matching()).prop_map(|(tags, matching)| TagGroup::Leaf {
        tags,
        matching,
        resolve: Resolve::Exact,
    });
    leaf.prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(TagGroup::And),
            proptest::collection::vec(inner.clone(), 0..4).prop_map(TagGroup::Or),
            inner.prop_map(|member| TagGroup::Not(Box::new(member))),
        ]
    })
}

fn filter() -> impl Strategy<Value = Filter> {
    use proptest::option::weighted;
    (
        weighted(0.3, proptest::collection::vec("[0-9]", 0..12)),
        proptest::collection::vec("[0-9]", 0..3),
        weighted(0.3, proptest::collection::vec(kind(), 0..3)),
        weighted(0.6, tags()),
        matching(),
        proptest::collection::vec(group(), 0..3),
        weighted(0.3, 0i64..6),
        weighted(0.3, 0i64..6),
        weighted(0.2, "[def]"),
    )
        .prop_map(
            |(
                ids,
                exclude,
                kinds,
                tags,
                tags_match,
                tag_groups,
                updated_after,
                updated_before,
                document_id,
            )| Filter {
                ids,
                exclude,
                kinds,
                tags,
                tags_match,
                tag_groups,
                updated_after,
                updated_before,
                document_id,
            },
        )
}

fn put(index: &mut FilterIndex, row: Row, memory: &Memory) {
    index.insert(row, memory.kind, &memory.tags, memory.updated_at, memory.document.as_deref());
}

fn rows(set: &RowSet) -> Vec<usize> {
    set.ones().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn index_equals_a_row_by_row_reading(
        writes in proptest::collection::vec((0u32..150, proptest::option::weighted(0.8, memory())), 0..220),
        filters in proptest::collection::vec(filter(), 4),
    ) {
        let mut index = FilterIndex::default();
        let mut truth: Vec<Option<Memory>> = vec![None; 150];
        for (row, write) in writes {
            match &write {
                Some(memory) => put(&mut index, row, memory),
                None => index.remove(row),
            }
            truth[row as usize] = write;
        }
        for filter in filters {
            let given = index.allowed(&filter, &|id| id.parse().ok()).unwrap();
            let expected: Vec<usize> = (0..150)
                .filter(|row| truth[*row].as_ref().is_some_and(|memory| holds(memory, &row.to_string(), &filter)))
                .collect();
            prop_assert_eq!(rows(&given), expected, "{:?}", filter);
        }
        let live: Vec<usize> = (0..150).filter(|row| truth[*row].is_some()).collect();
        prop_assert_eq!(rows(index.live()), live);
        for kind in MemoryKind::ALL {
            let of_kind: Vec<usize> =
                (0..150).filter(|row| truth[*row].as_ref().is_some_and(|memory| memory.kind == kind)).collect();
            prop_assert_eq!(rows(index.kind_rows(kind)), of_kind);
        }
    }
}

/// Row 0 is untagged, row 1 has `a`, row 2 has `a` and `b`, row 3 has `c`.
fn four() -> FilterIndex {
    let mut index = FilterIndex::default();
    for (row, tags) in [(0, vec![]), (1, vec!["a"]), (2, vec!["b", "a", "a"]), (3, vec!["c"])] {
        let tags: Vec<String> = tags.into_iter().map(str::to_owned).collect();
        index.insert(row, MemoryKind::World, &tags, i64::from(row), None);
    }
    index
}

fn ask(index: &FilterIndex, json: &str) -> Vec<usize> {
    rows(&index.allowed(&serde_json::from_str(json).unwrap(), &|_| None).unwrap())
}

#[test]
fn flat_tags_follow_the_truth_table() {
    let index = four();
    for (mode, wanted, expected) in [
        ("any", r#"["a"]"#, vec![0, 1, 2]),
        ("all", r#"["a", "b"]"#, vec![0, 2]),
        ("any_strict", r#"["b", "c"]"#, vec![2, 3]),
        ("all_strict", r#"["a"]"#, vec![1, 2]),
        ("exact", r#"["a", "b", "b"]"#, vec![2]),
        ("exact", "[]", vec![0]),
        ("exact", "null", vec![0]),
        ("any", "[]", vec![0, 1, 2, 3]),
        ("all", "null", vec![0, 1, 2, 3]),
        ("any_strict", "[]", vec![0, 1, 2, 3]),
        ("all_strict", "[]", vec![0, 1, 2, 3]),
        ("any_strict", r#"["A", " a"]"#, vec![]),
    ] {
        let json = format!(r#"{{"tags": {wanted}, "tags_match": "{mode}"}}"#);
        assert_eq!(ask(&index, &json), expected, "{json}");
    }
}

#[test]
fn an_empty_leaf_filters_where_empty_flat_tags_do_not() {
    let index = four();
    for (mode, expected) in [
        ("any", vec![0]),
        ("all", vec![0, 1, 2, 3]),
        ("any_strict", vec![]),
        ("all_strict", vec![1, 2, 3]),
        ("exact", vec![0]),
    ] {
        let json = format!(r#"{{"tag_groups": [{{"tags": [], "match": "{mode}"}}]}}"#);
        assert_eq!(ask(&index, &json), expected, "{json}");
    }
}

#[test]
fn an_empty_and_is_everything_and_an_empty_or_nothing() {
    let index = four();
    assert_eq!(ask(&index, r#"{"tag_groups": [{"and": []}]}"#), [0, 1, 2, 3]);
    assert_eq!(ask(&index, r#"{"tag_groups": [{"or": []}]}"#), [0usize; 0]);
    assert_eq!(ask(&index, r#"{"tag_groups": [{"not": {"or": []}}]}"#), [0, 1, 2, 3]);
}

#[test]
fn both_bounds_of_a_change_are_outside() {
    assert_eq!(ask(&four(), r#"{"updated_after": 0, "updated_before": 3}"#), [1, 2]);
}

#[test]
fn a_group_built_too_deep_is_refused_before_it_is_walked() {
    let mut group = TagGroup::And(Vec::new());
    for _ in 0..MAX_GROUP_DEPTH {
        group = TagGroup::Not(Box::new(group));
    }
    let filter = Filter { tag_groups: vec![group], ..Filter::default() };
    assert!(matches!(four().allowed(&filter, &|_| None), Err(Error::Input(_))));
}

#[test]
fn ten_thousand_tags_on_one_memory_are_found_replaced_and_forgotten() {
    let many: Vec<String> = (0..10_000).map(|tag| format!("tag-{tag}")).collect();
    let mut index = four();
    index.insert(4, MemoryKind::Experience, &many, 0, None);
    let ask = |index: &FilterIndex, tags_match| {
        let filter = Filter { tags: Some(many.clone()), tags_match, ..Filter::default() };
        rows(&index.allowed(&filter, &|_| None).unwrap())
    };
    assert_eq!(ask(&index, TagsMatch::Exact), [4]);
    assert_eq!(ask(&index, TagsMatch::All), [0, 4]);
    index.insert(4, MemoryKind::Experience, &many[1..], 0, None);
    assert_eq!(ask(&index, TagsMatch::AllStrict), [0usize; 0]);
    assert_eq!(ask(&index, TagsMatch::AnyStrict), [4]);
    index.remove(4);
    assert_eq!(ask(&index, TagsMatch::Any), [0]);
}
