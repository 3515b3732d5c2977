//! Generations: whatever was folded when, a bank answers as one that was built from its truth alone.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use recallcore::arms::semantic::Facet;
use recallcore::bank::{Bank, BankOptions, FILE_NAME, IncomingMemory, StoredEmbedder, VectorBatch};
use recallcore::recall::{FinishOptions, SearchOptions, search};
use serde_json::{Value, json};

const NOW: i64 = 1_790_000_000_000_000;
const DAY: i64 = 86_400_000_000;
const WORDS: [&str; 8] = ["oak", "elm", "river", "stone", "lantern", "bread", "winter", "song"];

/// Folds only when asked; always exact.
fn options() -> BankOptions {
    BankOptions { exact: Some(true), optimize: false, ..BankOptions::default() }
}

fn open(directory: &Path) -> Arc<Bank> {
    Arc::new(Bank::open(directory, options()).unwrap())
}

fn embedder() -> StoredEmbedder {
    serde_json::from_value(json!({
        "identity": {"name": "test", "revision": "", "dimension": 4, "query_prefix": "", "passage_prefix": "",
                     "pooling": ""},
        "thresholds": {"seed": 0.3, "link": 0.7, "temporal": 0.1}
    }))
    .unwrap()
}

/// A memory that differs by its number in everything that is indexed.
fn memory(number: usize, version: usize) -> (IncomingMemory, Vec<f32>, Vec<f32>) {
    let word = |step: usize| WORDS[(number * 7 + version * 3 + step * 5) % WORDS.len()];
    let days = i64::try_from(number % 40).unwrap();
    let kind = ["world", "experience", "observation"][number % 3];
    let value = json!({
        "id": format!("m{number}"), "text": format!("{} {} {} m{number}", word(0), word(1), word(2)),
        "context": number.is_multiple_of(3).then(|| format!("{} and {}", word(3), word(4))),
        "kind": kind, "precision": "day",
        "occurred_start": (!number.is_multiple_of(4)).then_some(NOW - days * DAY),
        "tags": [format!("t{}", number % 5)], "metadata": {}, "entities": [word(5)], "entities_given": true,
        "links": [], "source_ids": if number % 3 == 2 { vec![format!("m{}", number - 1)] } else { vec![] },
        "document_id": number.is_multiple_of(2).then(|| format!("d{}", number % 7))
    });
    let vector = |shift: usize| {
        (0..4)
            .map(|at| f32::from(u8::try_from((number + version + shift + at * at) % 9).unwrap()) - 3.5)
            .collect()
    };
    (serde_json::from_value(value).unwrap(), vector(0), vector(2))
}

fn retain(bank: &Bank, numbers: impl IntoIterator<Item = usize>, version: usize) {
    let (mut memories, mut of, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (place, number) in numbers.into_iter().enumerate() {
        let (memory, text, context) = memory(number, version);
        of.push((place, Facet::TEXT));
        values.extend(text);
        if memory.context.is_some() {
            of.push((place, Facet::CONTEXT));
            values.extend(context);
        }
        memories.push(memory);
    }
    let vectors = VectorBatch { values: &values, dimension: 4, of: &of, made_by: None };
    bank.retain(&memories, Some(vectors), NOW).unwrap();
}

/// What a bank answers to some questions, every number of it.
fn answers(bank: &Arc<Bank>) -> Vec<Value> {
    let mut said = Vec::new();
    for (query, fusion, window) in [
        ("oak by the river", "auto", false),
        ("winter song, and bread", "rrf", true),
        ("who has the lantern?", "auto", true),
    ] {
        let options: SearchOptions = serde_json::from_value(json!({
            "arms": ["semantic", "keyword", "graph", "temporal"], "depth": 50, "fusion": fusion, "rrf_k": 60.0,
            "boosts": {}, "rerank_depth": 300, "query_time": NOW, "trace": true,
            "window": window.then(|| json!({"start": NOW - 20 * DAY, "end": NOW - 3 * DAY}))
        }))
        .unwrap();
        let alphas = json!({"recency": 0.2, "proximity": 0.2, "proof": 0.1});
        let finishing: FinishOptions = serde_json::from_value(json!({
            "max_tokens": 4096, "overflow": "first", "alphas": alphas, "passthrough_alphas": alphas, "scale": "auto",
            "recency": {"decay": "linear", "window_days": 365, "half_life_days": 90, "floor": 0.1},
            "prefer_observations": false, "trace": true
        }))
        .unwrap();
        let found = search(bank, query, Some(&[0.5, -1.0, 2.0, 0.25]), &options).unwrap();
        let mut selection = serde_json::to_value(found.finish(&finishing, None).unwrap()).unwrap();
        forget_times(&mut selection);
        said.push(selection);
    }
    said
}

/// How long something took is no answer.
fn forget_times(said: &mut Value) {
    match said {
        Value::Object(fields) => {
            fields.retain(|name, _| name != "micros" && name != "stages");
            fields.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The answers of a bank that has nothing but the truth.
fn rebuilt_answers(bank: &Bank, directory: &Path) -> Vec<Value> {
    bank.close();
    let bare = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(directory).unwrap().flatten() {
        if entry.file_type().unwrap().is_file() {
            std::fs::copy(entry.path(), bare.path().join(entry.file_name())).unwrap();
        }
    }
    let bank = open(bare.path());
    assert_eq!(bank.stats().unwrap().generation, None);
    answers(&bank)
}

fn generation(directory: &Path) -> PathBuf {
    let entries = std::fs::read_dir(directory.join("index")).unwrap().flatten();
    let found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap()
}

fn filled(directory: &Path, count: usize) -> Arc<Bank> {
    let bank = open(directory);
    bank.set_embedder(&embedder()).unwrap();
    retain(&bank, 0..count, 0);
    bank
}

#[test]
fn a_folded_bank_answers_as_before_and_opens_from_its_generation() {
    let home = tempfile::tempdir().unwrap();
    let bank = filled(home.path(), 90);
    let before = answers(&bank);
    assert!(bank.optimize().unwrap());
    assert!(!bank.optimize().unwrap());
    assert_eq!(answers(&bank), before);
    bank.close();
    let bank = open(home.path());
    let stats = bank.stats().unwrap();
    assert!(stats.generation.is_some() && stats.tail == 0 && stats.rebuilt.is_none(), "{stats:?}");
    assert_eq!(answers(&bank), before);
    retain(&bank, 80..110, 1);
    bank.forget(&["m3".into(), "m85".into()]).unwrap();
    assert_eq!(bank.stats().unwrap().tail, 32);
    let with_tail = answers(&bank);
    assert_ne!(with_tail, before);
    assert!(bank.optimize().unwrap());
    assert_eq!(answers(&bank), with_tail);
    generation(home.path());
    assert_eq!(rebuilt_answers(&bank, home.path()), with_tail);
}

#[test]
fn another_handle_reads_on_while_its_generation_is_replaced() {
    let home = tempfile::tempdir().unwrap();
    let (writer, reader) = (filled(home.path(), 40), open(home.path()));
    writer.optimize().unwrap();
    let second = open(home.path());
    retain(&writer, 40..60, 0);
    writer.optimize().unwrap();
    let expected = answers(&writer);
    assert_eq!(answers(&reader), expected);
    assert_eq!(answers(&second), expected);
    assert!(second.stats().unwrap().tail >= 20);
    second.optimize().unwrap();
    assert_eq!(second.stats().unwrap().generation, writer.stats().unwrap().generation);
    assert_eq!(answers(&second), expected);
}

#[test]
fn every_damage_to_every_file_is_noticed_and_the_truth_answers() {
    let home = tempfile::tempdir().unwrap();
    let bank = filled(home.path(), 70);
    bank.optimize().unwrap();
    retain(&bank, 70..75, 0);
    let expected = answers(&bank);
    bank.close();
    let folder = generation(home.path());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            let inner = std::fs::read_dir(entry.path()).unwrap().flatten();
            names.extend(
                inner.map(|entry| entry.path()).filter(|path| path.extension() != Some("lock".as_ref())),
            );
        } else {
            names.push(entry.path());
        }
    }
    assert!(names.len() >= 12, "{names:?}");
    for path in names {
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        if let Some(byte) = flipped.get_mut(whole.len() / 2) {
            *byte ^= 4;
        }
        let damages = [
            Some(whole[..whole.len() / 2].to_vec()),
            Some(vec![0; whole.len()]),
            Some(flipped),
            Some([whole.as_slice(), b"x"].concat()),
            None,
        ];
        for damage in damages {
            if damage.as_ref() == Some(&whole) {
                continue; // An empty file has no half.
            }
            match damage {
                Some(bytes) => std::fs::write(&path, bytes).unwrap(),
                None => std::fs::remove_file(&path).unwrap(),
            }
            let bank = open(home.path());
            let stats = bank.stats().unwrap();
            assert!(stats.rebuilt.is_some() && stats.generation.is_none(), "{}", path.display());
            assert_eq!(answers(&bank), expected, "{}", path.display());
            bank.close();
            std::fs::write(&path, &whole).unwrap();
        }
    }
    let bank = open(home.path());
    assert_eq!(bank.stats().unwrap().rebuilt, None);
    std::fs::remove_dir_all(home.path().join("index")).unwrap();
    assert_eq!(answers(&bank), expected);
    assert!(bank.optimize().unwrap());
    assert_eq!(answers(&open(home.path())), expected);
}

#[test]
fn the_index_of_another_history_is_not_read() {
    let (home, earlier) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let bank = filled(home.path(), 30);
    bank.close();
    std::fs::copy(home.path().join(FILE_NAME), earlier.path().join(FILE_NAME)).unwrap();
    let bank = open(home.path());
    retain(&bank, 30..50, 0);
    bank.optimize().unwrap();
    bank.close();
    // The earlier truth is laid back beside the later index, and goes on otherwise.
    std::fs::copy(earlier.path().join(FILE_NAME), home.path().join(FILE_NAME)).unwrap();
    let bank = open(home.path());
    retain(&bank, 30..60, 5);
    let said = answers(&bank);
    assert_eq!(bank.stats().unwrap().generation, None);
    assert_eq!(rebuilt_answers(&bank, home.path()), said);
}

#[test]
fn a_long_tail_is_folded_in_the_background_and_a_close_ends_that() {
    let home = tempfile::tempdir().unwrap();
    let bank = Arc::new(
        Bank::open(home.path(), BankOptions { exact: Some(true), ..BankOptions::default() }).unwrap(),
    );
    bank.set_embedder(&embedder()).unwrap();
    retain(&bank, 0..1500, 0);
    let expected = answers(&bank);
    let mut looks = 0;
    while bank.stats().unwrap().generation.is_none() {
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert_eq!(answers(&bank), expected);
        looks += 1;
        assert!(looks < 1500, "not folded: {:?}", bank.stats().unwrap());
    }
    assert_eq!(answers(&bank), expected);
    assert_eq!(bank.stats().unwrap().fold_failed, None);
    retain(&bank, 1500..4000, 0);
    bank.close();
    let bank = open(home.path());
    assert_eq!(bank.stats().unwrap().memories, 4000);
}

#[test]
fn folds_readers_and_writers_go_on_side_by_side() {
    let home = tempfile::tempdir().unwrap();
    let bank = filled(home.path(), 60);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let fold = scope.spawn(|| {
            let mut folds = 0;
            while !done.load(Ordering::Relaxed) {
                bank.optimize().unwrap();
                folds += 1;
            }
            folds
        });
        let other = scope.spawn(|| {
            let bank = open(home.path());
            while !done.load(Ordering::Relaxed) {
                bank.optimize().unwrap();
            }
        });
        let read = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                answers(&bank);
            }
        });
        for round in 0..40 {
            retain(&bank, (60 + round * 3)..(66 + round * 3), round);
            bank.forget(&[format!("m{}", round * 2)]).unwrap();
        }
        done.store(true, Ordering::Relaxed);
        assert!(fold.join().unwrap() > 0);
        other.join().unwrap();
        read.join().unwrap();
    });
    let said = answers(&bank);
    assert_eq!(rebuilt_answers(&bank, home.path()), said);
}

#[derive(Debug, Clone)]
enum Step {
    Retain(usize, usize),
    Forget(usize),
    Fold,
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (0..60usize, 1..9usize).prop_map(|(from, count)| Step::Retain(from, count)),
        3 => (0..60usize).prop_map(Step::Forget),
        2 => Just(Step::Fold),
        1 => Just(Step::Reopen),
    ];
    proptest::collection::vec(step, 1..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_was_folded_when_the_answers_are_those_of_the_truth(steps in steps()) {
        let home = tempfile::tempdir().unwrap();
        let mut bank = filled(home.path(), 20);
        for (version, step) in steps.into_iter().enumerate() {
            match step {
                Step::Retain(from, count) => retain(&bank, from..from + count, version),
                Step::Forget(number) => drop(bank.forget(&[format!("m{number}")]).unwrap()),
                Step::Fold => drop(bank.optimize().unwrap()),
                Step::Reopen => {
                    bank.close();
                    bank = open(home.path());
                }
            }
        }
        let said = answers(&bank);
        prop_assert_eq!(rebuilt_answers(&bank, home.path()), said);
    }
}
