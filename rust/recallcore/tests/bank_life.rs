//! What a bank promises, shown over real files.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use recallcore::Error;
use recallcore::arms::semantic::Facet;
use recallcore::bank::{
    Bank, BankOptions, EmbedderIdentity, FILE_NAME, IncomingMemory, Link, LinkRequest, StoredEmbedder,
    Thresholds, VectorBatch, VectorOf,
};
use recallcore::filter::Filter;
use recallcore::ranking::ArmId;
use recallcore::recall::{FinishOptions, SearchOptions, search};
use recallcore::types::{MemoryKind, Precision, Relation, TimeWindow};

const NOW: i64 = 1_790_000_000_000_000;

fn memory(id: &str, text: &str) -> IncomingMemory {
    IncomingMemory {
        id: Some(id.into()),
        text: text.into(),
        context: None,
        kind: MemoryKind::World,
        occurred_start: None,
        occurred_end: None,
        precision: Precision::Instant,
        mentioned_at: None,
        tags: vec![],
        metadata: serde_json::value::RawValue::from_string("{}".into()).unwrap(),
        entities: vec![],
        entities_given: true,
        links: vec![],
        source_ids: vec![],
        proof_count: None,
        document_id: None,
        truncated: false,
    }
}

fn embedder(name: &str) -> StoredEmbedder {
    StoredEmbedder {
        identity: EmbedderIdentity {
            name: name.into(),
            revision: String::new(),
            dimension: 3,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            pooling: String::new(),
        },
        thresholds: Thresholds { seed: 0.3, link: 0.7, temporal: 0.1 },
    }
}

fn open(directory: &Path) -> Arc<Bank> {
    Arc::new(Bank::open(directory, BankOptions::default()).unwrap())
}

fn options() -> SearchOptions {
    serde_json::from_value(serde_json::json!({
        "arms": ["semantic", "keyword", "graph", "temporal"], "depth": 50, "fusion": "rrf", "rrf_k": 60.0, "boosts": {},
        "rerank_depth": 300, "query_time": NOW
    }))
    .unwrap()
}

/// The whole answer of all four arms, as it crosses the seam.
fn recall(bank: &Arc<Bank>, query: &str, vector: Option<&[f32]>) -> String {
    let mut options = options();
    options.window = Some(TimeWindow { start: Some(NOW - 1_000_000), end: None });
    answer(bank, query, vector, &options)
}

fn answer(bank: &Arc<Bank>, query: &str, vector: Option<&[f32]>, options: &SearchOptions) -> String {
    let finish: FinishOptions = serde_json::from_value(serde_json::json!({
        "max_tokens": 4096, "limit": null, "overflow": "first",
        "recency": {"decay": "linear", "window_days": 365, "half_life_days": 90, "floor": 0.1},
        "alphas": {"recency": 0.2, "proximity": 0.2, "proof": 0.1},
        "passthrough_alphas": {"recency": 0.2, "proximity": 0.2, "proof": 0.1},
        "scale": "auto", "prefer_observations": false, "trace": false
    }))
    .unwrap();
    let selection = search(bank, query, vector, options).unwrap().finish(&finish, None).unwrap();
    serde_json::to_string(&selection).unwrap()
}

/// The ids that the words of a query find.
fn found_ids(bank: &Arc<Bank>, query: &str) -> Vec<String> {
    let keyword_only = SearchOptions { arms: vec![ArmId::Keyword], ..options() };
    let answer: serde_json::Value = serde_json::from_str(&answer(bank, query, None, &keyword_only)).unwrap();
    let memories = answer["memories"].as_array().unwrap();
    memories.iter().map(|m| m["record"]["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_was_retained_is_there_after_a_new_open() {
    let directory = tempfile::tempdir().unwrap();
    {
        let bank = open(directory.path());
        bank.retain(&[memory("a", "Minji works as a nurse\0 in Seoul")], None, NOW).unwrap();
    }
    let bank = open(directory.path());
    let record = bank.get(&["a".into(), "b".into()]).unwrap();
    assert_eq!(record[0].as_ref().unwrap().text, "Minji works as a nurse\0 in Seoul");
    assert!(record[1].is_none());
    assert_eq!(found_ids(&bank, "nurse"), ["a"]);
}

#[test]
fn a_replaced_memory_is_new_everywhere_and_keeps_its_number() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    let first = bank.retain(&[memory("a", "the old harbour"), memory("b", "a lake")], None, NOW).unwrap();
    let second = bank.retain(&[memory("a", "the new station")], None, NOW + 1).unwrap();
    assert_eq!(second.replaced, ["a"]);
    assert_eq!(first.seqs[0], second.seqs[0]);
    assert!(found_ids(&bank, "harbour").is_empty());
    assert_eq!(found_ids(&bank, "station"), ["a"]);
    let record = bank.get(&["a".into()]).unwrap().remove(0).unwrap();
    assert_eq!((record.version, record.created_at, record.updated_at), (2, NOW, NOW + 1));
}

#[test]
fn of_two_equal_ids_in_a_batch_the_last_wins_and_a_note_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    let retained =
        bank.retain(&[memory("a", "first words"), memory("a", "second words")], None, NOW).unwrap();
    assert_eq!(retained.ids, ["a", "a"]);
    assert!(retained.notes[0].contains("2 times"), "{:?}", retained.notes);
    assert!(found_ids(&bank, "first").is_empty());
    assert_eq!(found_ids(&bank, "second"), ["a"]);
}

#[test]
fn a_batch_with_one_bad_memory_stores_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    let mut linked = memory("b", "linked");
    linked.links.push(Link { target: "nowhere".into(), relation: Relation::Causes, weight: 1.0 });
    let error = bank.retain(&[memory("a", "fine"), linked], None, NOW).unwrap_err();
    assert!(matches!(&error, Error::NotFound(message) if message.contains("nowhere")), "{error}");
    let error = bank.retain(&[memory("a", "fine"), memory("b", "  \n")], None, NOW).unwrap_err();
    assert!(error.to_string().contains("memory 1 of 2"), "{error}");
    assert_eq!(bank.stats().unwrap().memories, 0);
}

#[test]
fn links_within_a_batch_may_point_forward() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    let mut cause = memory("a", "the pipe burst");
    cause.links.push(Link { target: "b".into(), relation: Relation::Causes, weight: 0.5 });
    bank.retain(&[cause, memory("b", "the cellar flooded")], None, NOW).unwrap();
    assert_eq!(bank.get(&["a".into()]).unwrap()[0].as_ref().unwrap().links.len(), 1);
    bank.forget(&["b".into()]).unwrap();
    assert!(bank.get(&["a".into()]).unwrap()[0].as_ref().unwrap().links.is_empty());
}

#[test]
fn a_second_opener_sees_the_first_ones_commits_at_its_next_recall() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (open(directory.path()), open(directory.path()));
    one.retain(&[memory("a", "written by one")], None, NOW).unwrap();
    assert_eq!(found_ids(&two, "written"), ["a"]);
    two.forget(&["a".into()]).unwrap();
    assert!(found_ids(&one, "written").is_empty());
}

#[test]
fn whoever_fell_behind_the_change_log_reads_the_bank_again() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (open(directory.path()), open(directory.path()));
    one.retain(&[memory("a", "alpha"), memory("b", "beta")], None, NOW).unwrap();
    one.forget(&["a".into()]).unwrap();
    let file = rusqlite::Connection::open(directory.path().join(FILE_NAME)).unwrap();
    file.execute("DELETE FROM changes WHERE change < 3", []).unwrap();
    assert!(found_ids(&two, "alpha").is_empty());
    assert_eq!(found_ids(&two, "beta"), ["b"]);
}

#[test]
fn forgotten_text_is_gone_from_the_files() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    bank.retain(&[memory("a", "the word xyzzysecret"), memory("b", "another")], None, NOW).unwrap();
    bank.forget(&["a".into()]).unwrap();
    bank.close();
    for file in std::fs::read_dir(directory.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(11).any(|window| window == b"xyzzysecret"));
    }
}

#[test]
fn an_unrestricted_filter_forgets_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    bank.retain(&[memory("a", "alpha")], None, NOW).unwrap();
    assert!(matches!(bank.forget_where(&Filter::default()), Err(Error::Input(_))));
    let filter: Filter = serde_json::from_value(serde_json::json!({"kinds": ["world"]})).unwrap();
    assert_eq!(bank.forget_where(&filter).unwrap(), ["a"]);
    assert_eq!(bank.stats().unwrap().memories, 0);
}

#[test]
fn vectors_of_two_embedders_are_never_mixed_and_embedding_anew_switches_them_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    bank.set_embedder(&embedder("first")).unwrap();
    let batch =
        VectorBatch { values: &[1.0, 0.0, 0.0], dimension: 3, of: &[(0, Facet::TEXT)], made_by: None };
    bank.retain(&[memory("a", "alpha"), memory("b", "beta")], Some(batch), NOW).unwrap();
    assert!(matches!(bank.set_embedder(&embedder("second")), Err(Error::EmbedderMismatch(_))));
    let foreign = embedder("second").identity;
    let batch = VectorBatch { made_by: Some(&foreign), ..batch };
    let refused = bank.retain(&[memory("c", "gamma")], Some(batch), NOW);
    assert!(matches!(refused, Err(Error::EmbedderMismatch(_))));

    let waiting = bank.pending(0, 10, false, true).unwrap();
    assert_eq!(waiting.iter().map(|p| p.text.as_str()).collect::<Vec<_>>(), ["beta"]);

    let all: Vec<VectorOf> = bank
        .pending(0, 10, true, true)
        .unwrap()
        .iter()
        .map(|p| VectorOf { seq: p.seq, version: p.version, facet: Facet::TEXT })
        .collect();
    let second = embedder("second");
    bank.put_vectors(&all, &[0.0, 1.0, 0.0, 0.0, 0.0, 1.0], &second, true).unwrap();
    let refused = bank.put_vectors(&all, &[0.0, 1.0, 0.0, 0.0, 0.0, 1.0], &second, false);
    assert!(matches!(refused, Err(Error::EmbedderMismatch(_))));
    assert_eq!(bank.embedder().unwrap().unwrap().identity.name, "first");
    bank.adopt_embedder(&second).unwrap();
    assert_eq!(bank.embedder().unwrap().unwrap().identity.name, "second");
    assert_eq!(bank.stats().unwrap().pending_vectors, 0);
    let answer: serde_json::Value =
        serde_json::from_str(&recall(&bank, "zeta", Some(&[0.0, 0.1, 1.0]))).unwrap();
    assert_eq!(answer["memories"][0]["record"]["id"], "b");
}

#[test]
fn a_query_vector_of_another_embedder_is_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    bank.set_embedder(&embedder("first")).unwrap();
    let batch =
        VectorBatch { values: &[1.0, 0.0, 0.0], dimension: 3, of: &[(0, Facet::TEXT)], made_by: None };
    bank.retain(&[memory("a", "alpha")], Some(batch), NOW).unwrap();
    for (name, state) in [("first", "ran"), ("second", "off")] {
        let options = SearchOptions { made_by: Some(embedder(name).identity), ..options() };
        let answer = answer(&bank, "zeta", Some(&[1.0, 0.0, 0.0]), &options);
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["arms"]["semantic"]["state"], state);
    }
}

#[test]
fn an_iteration_goes_on_behind_a_batch_that_was_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    let memories: Vec<IncomingMemory> = ["a", "b", "c"].iter().map(|id| memory(id, "words")).collect();
    let seqs = bank.retain(&memories, None, NOW).unwrap().seqs;
    bank.forget(&["b".into()]).unwrap();
    let kinds: Filter = serde_json::from_value(serde_json::json!({"kinds": ["world"]})).unwrap();
    for filter in [Filter::default(), kinds] {
        let rest = bank.iterate(seqs[0], 1, &filter).unwrap();
        assert_eq!(rest.iter().map(|record| record.id.as_str()).collect::<Vec<_>>(), ["c"]);
    }
}

#[test]
fn bad_vectors_are_refused_and_nothing_of_the_batch_is_stored() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    bank.set_embedder(&embedder("first")).unwrap();
    for values in [[f32::NAN, 0.0, 0.0], [0.0, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0]] {
        let batch = VectorBatch { values: &values, dimension: 3, of: &[(0, Facet::TEXT)], made_by: None };
        assert!(matches!(bank.retain(&[memory("a", "alpha")], Some(batch), NOW), Err(Error::Input(_))));
    }
    let batch = VectorBatch { values: &[1.0, 0.0], dimension: 2, of: &[(0, Facet::TEXT)], made_by: None };
    assert!(matches!(bank.retain(&[memory("a", "alpha")], Some(batch), NOW), Err(Error::Dimension { .. })));
    assert_eq!(bank.stats().unwrap().memories, 0);
}

#[test]
fn a_path_that_is_a_file_and_a_missing_bank_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert!(
        matches!(Bank::open(&file, BankOptions::default()), Err(Error::Storage(m)) if m.contains("is a file"))
    );
    let options = BankOptions { create: false, ..BankOptions::default() };
    assert!(matches!(Bank::open(&directory.path().join("none"), options), Err(Error::NotFound(_))));
}

#[test]
fn a_damaged_file_is_reported_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(FILE_NAME);
    std::fs::write(
        &file,
        "this is no database, but it is somebody's file and long enough to have a header ...........",
    )
    .unwrap();
    let before = std::fs::read(&file).unwrap();
    assert!(matches!(Bank::open(directory.path(), BankOptions::default()), Err(Error::BankCorrupt(_))));
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn generated_ids_ascend_with_time_and_within_a_batch() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    let nameless = IncomingMemory { id: None, ..memory("", "words") };
    let mut ids = Vec::new();
    for moment in 0..3 {
        ids.extend(bank.retain(&[nameless.clone(), nameless.clone()], None, NOW + moment).unwrap().ids);
    }
    let mut sorted = ids.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(ids, sorted);
}

#[test]
fn after_close_every_call_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let bank = open(directory.path());
    bank.close();
    bank.close();
    assert!(matches!(bank.stats(), Err(Error::Storage(message)) if message.contains("closed")));
    assert!(matches!(bank.retain(&[memory("a", "x")], None, NOW), Err(Error::Storage(_))));
}

/// One random step of a bank's life.
#[derive(Debug, Clone)]
enum Step {
    Retain(u8, u8, u8),
    Forget(u8),
    Link(u8, u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0u8..8, any::<u8>(), any::<u8>()).prop_map(|(id, words, vector)| Step::Retain(id, words, vector)),
        1 => (0u8..8).prop_map(Step::Forget),
        1 => (0u8..8, 0u8..8).prop_map(|(source, target)| Step::Link(source, target)),
    ]
}

fn random_memory(id: u8, words: u8) -> IncomingMemory {
    let pool = ["harbour", "nurse", "민지의", "order", "A-20391", "station", "spring", "lake"];
    let text: Vec<&str> =
        pool.iter().enumerate().filter(|(bit, _)| words >> bit & 1 == 1).map(|(_, w)| *w).collect();
    let mut memory = memory(&id.to_string(), &format!("note {}", text.join(" ")));
    memory.kind = [MemoryKind::World, MemoryKind::Experience, MemoryKind::Observation][usize::from(id) % 3];
    memory.entities = text.iter().take(2).map(|word| (*word).to_owned()).collect();
    memory.occurred_start = words.is_multiple_of(3).then_some(NOW + i64::from(words));
    memory
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// The law behind the change log: a bank that followed every write answers, byte for byte, like one
    /// that was opened after the last.
    #[test]
    fn a_bank_that_followed_along_answers_like_a_fresh_one(steps in proptest::collection::vec(step(), 1..24)) {
        let directory = tempfile::tempdir().unwrap();
        let bank = open(directory.path());
        bank.set_embedder(&embedder("first")).unwrap();
        for (moment, step) in (0..).zip(&steps) {
            match step {
                Step::Retain(id, words, vector) => {
                    let values = [f32::from(*vector), 1.0, f32::from(*words)];
                    let batch = VectorBatch { values: &values, dimension: 3, of: &[(0, Facet::TEXT)], made_by: None };
                    bank.retain(&[random_memory(*id, *words)], Some(batch), NOW + moment).unwrap();
                }
                Step::Forget(id) => drop(bank.forget(&[id.to_string()]).unwrap()),
                Step::Link(source, target) => {
                    let request = LinkRequest {
                        source: source.to_string(), target: target.to_string(), relation: Relation::Causes, weight: 0.5,
                    };
                    // Linking what does not exist is refused, and the bank goes on unchanged.
                    let _ = bank.link(&[request]);
                }
            }
        }
        let fresh = open(directory.path());
        for query in ["harbour", "민지", "A-20391 station", "the note"] {
            prop_assert_eq!(
                recall(&bank, query, Some(&[1.0, 0.5, 100.0])),
                recall(&fresh, query, Some(&[1.0, 0.5, 100.0]))
            );
            prop_assert_eq!(recall(&bank, query, None), recall(&fresh, query, None));
        }
    }
}
