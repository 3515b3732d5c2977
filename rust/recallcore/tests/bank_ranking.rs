//! The order of a whole recall over a real bank: cut, rerank, floors, observations, and what each leaves a word about.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;

use recallcore::Error;
use recallcore::bank::{Bank, BankOptions, IncomingMemory};
use recallcore::document::Reads;
use recallcore::recall::{Candidates, FinishOptions, RerankScores, SearchOptions, search};
use recallcore::scoring::margin::Margin;
use serde_json::{Value, json};

const DAY: i64 = 86_400_000_000;
const NOW: i64 = 20_000 * DAY;

/// A bank without vectors, holding these memories: id, text, and what else they have.
fn bank(directory: &Path, memories: &[(&str, &str, Value)]) -> Arc<Bank> {
    let bank = Arc::new(Bank::open(directory, BankOptions::default()).unwrap());
    let incoming: Vec<IncomingMemory> = memories
        .iter()
        .map(|(id, text, more)| {
            let mut memory = json!({
                "id": id, "text": text, "kind": "world", "precision": "instant", "tags": [], "metadata": {},
                "entities": [], "entities_given": true, "links": [], "source_ids": []
            });
            for (key, value) in more.as_object().unwrap() {
                memory[key] = value.clone();
            }
            serde_json::from_value(memory).unwrap()
        })
        .collect();
    bank.retain(&incoming, None, NOW).unwrap();
    bank
}

/// Words of falling weight for "oak", so that the keyword arm's order is that of the list.
fn oaks(count: usize) -> Vec<(String, String)> {
    (0..count).map(|at| (format!("m{at}"), format!("oak{}", " filler".repeat(at)))).collect()
}

fn oak_bank(directory: &Path, count: usize) -> Arc<Bank> {
    let oaks = oaks(count);
    let memories: Vec<(&str, &str, Value)> =
        oaks.iter().map(|(id, text)| (id.as_str(), text.as_str(), json!({}))).collect();
    bank(directory, &memories)
}

fn candidates(bank: &Arc<Bank>, more: &Value) -> Candidates {
    let mut options = json!({
        "arms": ["keyword"], "depth": 50, "fusion": "rrf", "rrf_k": 60.0, "boosts": {}, "rerank_depth": 300,
        "query_time": NOW, "trace": true
    });
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let options: SearchOptions = serde_json::from_value(options).unwrap();
    search(bank, "oak", None, &options).unwrap()
}

fn finish(candidates: &Candidates, scores: Option<&[f64]>, more: &Value) -> Value {
    let rerank = scores.map(|scores| RerankScores::new(scores, None).unwrap());
    serde_json::to_value(candidates.finish(&finishing(more), rerank).unwrap()).unwrap()
}

/// The same where the reranker was asked about some of the head alone.
fn finish_some(candidates: &Candidates, scores: &[f64], asked: &[bool], more: &Value) -> Value {
    let rerank = RerankScores::new(scores, Some(asked)).unwrap();
    serde_json::to_value(candidates.finish(&finishing(more), Some(rerank)).unwrap()).unwrap()
}

fn finishing(more: &Value) -> FinishOptions {
    let alphas = json!({"recency": 0.2, "proximity": 0.2, "proof": 0.1});
    let mut options = json!({
        "max_tokens": 4096, "overflow": "first", "alphas": alphas, "passthrough_alphas": alphas, "scale": "auto",
        "recency": {"decay": "linear", "window_days": 365, "half_life_days": 90, "floor": 0.1},
        "prefer_observations": false, "trace": true
    });
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(options).unwrap()
}

fn ids(selection: &Value) -> Vec<&str> {
    let memories = selection["memories"].as_array().unwrap();
    memories.iter().map(|memory| memory["record"]["id"].as_str().unwrap()).collect()
}

#[test]
fn a_reranker_orders_the_head_and_the_tail_stays_below_in_fused_order() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 5);
    let pool = candidates(&bank, &json!({"rerank_depth": 3}));
    assert_eq!(pool.documents(0..usize::MAX, Reads::Document).unwrap().len(), 3);
    let selection = finish(&pool, Some(&[-2.0, 0.5, 3.0]), &json!({"scale": "logit"}));
    assert_eq!(ids(&selection), ["m2", "m1", "m0", "m3", "m4"]);
    assert_eq!(selection["memories"][0]["basis"], "rerank");
    assert_eq!(selection["memories"][3]["scores"]["rerank"], Value::Null);
    assert_eq!(selection["memories"][3]["scores"]["combined"], 0.0);
    assert_eq!(selection["trace"]["pool"][3]["pool_rank"], Value::Null);
    assert_eq!(selection["trace"]["pool"][0]["fused_rank"], 3);
}

#[test]
fn another_number_of_scores_than_documents_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 3);
    let pool = candidates(&bank, &json!({}));
    let two = RerankScores::new(&[0.5, 0.5], None).unwrap();
    assert!(matches!(pool.finish(&finishing(&json!({})), Some(two)), Err(Error::Input(_))));
    assert!(matches!(RerankScores::new(&[0.5, 0.5], Some(&[true])), Err(Error::Input(_))));
}

#[test]
fn what_the_reranker_was_not_asked_about_stands_below_what_it_was_in_fused_order() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 6);
    let pool = candidates(&bank, &json!({"rerank_depth": 5, "boosts": {"keyword": "high"}}));
    let scores = [f64::NAN, 0.0, f64::NAN, 0.4, f64::NAN];
    // m4 was asked about and has no number: it counts as 0, and still stands before what nobody was asked about.
    let asked = [false, true, false, true, true];
    let selection = finish_some(&pool, &scores, &asked, &json!({"scale": "probability"}));
    assert_eq!(ids(&selection), ["m3", "m1", "m4", "m0", "m2", "m5"]);
    let reranks: Vec<&Value> =
        selection["memories"].as_array().unwrap().iter().map(|memory| &memory["scores"]["rerank"]).collect();
    assert_eq!(reranks, [&json!(0.4), &json!(0.0), &json!(0.0), &Value::Null, &Value::Null, &Value::Null]);
    assert_eq!(selection["trace"]["pool"][3]["strategy_boost"], 0.0);
    assert_eq!(selection["trace"]["pool"][3]["pool_rank"], 1);
}

#[test]
fn what_the_reranker_passed_over_keeps_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let pool = candidates(&oak_bank(directory.path(), 5), &json!({}));
    let scores = [f64::NAN, 0.1, f64::NAN, 0.4, 0.2];
    let asked = [false, true, false, true, true];
    let selection = finish_some(&pool, &scores, &asked, &json!({"passed_over": [0, 2], "reached": 5}));
    assert_eq!(ids(&selection), ["m0", "m3", "m2", "m4", "m1"]);
    let memories = selection["memories"].as_array().unwrap();
    let keys: Vec<f64> =
        memories.iter().map(|memory| memory["scores"]["combined"].as_f64().unwrap()).collect();
    assert!(keys.is_sorted_by(|before, after| before >= after), "{keys:?}");
    assert_eq!(memories[0]["scores"]["rerank"], Value::Null);
}

#[test]
fn scores_that_were_not_asked_for_have_no_say_in_the_scale() {
    let directory = tempfile::tempdir().unwrap();
    let pool = candidates(&oak_bank(directory.path(), 3), &json!({}));
    let selection = finish_some(&pool, &[0.2, 0.7, -9.0], &[true, true, false], &json!({}));
    assert_eq!(ids(&selection), ["m1", "m0", "m2"]);
    assert_eq!(selection["memories"][0]["scores"]["rerank"], 0.7);
}

#[test]
fn fusion_has_its_share_in_the_order_and_none_in_the_score() {
    let directory = tempfile::tempdir().unwrap();
    let pool = candidates(&oak_bank(directory.path(), 3), &json!({}));
    let scores = [0.50, 0.40, 0.505];
    assert_eq!(ids(&finish(&pool, Some(&scores), &json!({}))), ["m2", "m0", "m1"]);
    let blended = finish(&pool, Some(&scores), &json!({"blend": 0.5}));
    assert_eq!(ids(&blended), ["m0", "m2", "m1"]);
    assert_eq!(blended["memories"][0]["score"], 0.5);
    assert_eq!(blended["trace"]["pool"][0]["base"], 0.75);
    assert_eq!(blended["trace"]["pool"][1]["base"], 0.5 * 0.505 + 0.5 * 61.0 / 63.0);
}

#[test]
fn a_reranker_that_only_orders_leaves_the_scores_of_the_similarity_or_the_rank() {
    let directory = tempfile::tempdir().unwrap();
    let pool = candidates(&oak_bank(directory.path(), 3), &json!({}));
    let selection = finish(&pool, Some(&[0.1, 0.2, 0.9]), &json!({"order_only": true}));
    assert_eq!(ids(&selection), ["m2", "m1", "m0"]);
    let first = &selection["memories"][0];
    assert_eq!((&first["basis"], &first["scores"]["rerank"]), (&json!("rank"), &json!(0.9)));
    // A floor of the reranker still has something to hold on to.
    let floored = finish(&pool, Some(&[0.1, 0.2, 0.9]), &json!({"order_only": true, "min_reranker": 0.5}));
    assert_eq!(ids(&floored), ["m2"]);
}

/// Whether a reranker that has judged the first of twenty may stop, by the scores of a first slice and a newest one.
fn settled(pool: &Candidates, first: &[f64], newest: &[f64], more: &Value) -> bool {
    let judged = first.len() + newest.len();
    let mut scores = [first, newest].concat();
    scores.resize(20, f64::NAN);
    let asked: Vec<bool> = (0..20).map(|place| place < judged).collect();
    let rerank = RerankScores::new(&scores, Some(&asked)).unwrap();
    pool.settled(&finishing(more), rerank, first.len()..judged, Margin::new(0.1).unwrap()).unwrap()
}

#[test]
fn scoring_may_stop_once_a_slice_lies_below_the_last_score_that_counts() {
    let directory = tempfile::tempdir().unwrap();
    let pool = candidates(&oak_bank(directory.path(), 20), &json!({}));
    let probability = json!({"scale": "probability"});
    let limited = |limit: usize| json!({"scale": "probability", "limit": limit});
    let first = [0.9, 0.8, 0.7, 0.6];
    // At the limit; by a tenth of the last score that counts, and no less.
    assert!(settled(&pool, &first, &[0.62, 0.1], &limited(3)));
    assert!(!settled(&pool, &first, &[0.64, 0.1], &limited(3)));
    assert!(!settled(&pool, &first, &[0.62, 0.1], &limited(4)));
    // Fewer are scored than wanted.
    assert!(!settled(&pool, &first, &[0.1], &limited(6)));
    // Neither limit nor budget: the tenth.
    assert!(!settled(&pool, &first, &[0.1], &probability));
    let nine = [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.5];
    assert!(!settled(&pool, &nine, &[0.4, 0.3], &probability));
    assert!(settled(&pool, &[nine.as_slice(), &[0.5]].concat(), &[0.44, 0.3], &probability));
    // A slice of which nothing could be scored says nothing.
    assert!(!settled(&pool, &[0.9; 12], &[], &limited(3)));
}

#[test]
fn the_last_score_that_counts_is_the_middle_of_what_the_budget_lets_in_or_all_above_a_floor() {
    let directory = tempfile::tempdir().unwrap();
    let pool = candidates(&oak_bank(directory.path(), 20), &json!({}));
    let first = [0.9, 0.8, 0.7, 0.6];
    // One, two, three, … tokens: the best three fit in six.
    let tight = json!({"scale": "probability", "max_tokens": 6});
    assert!(settled(&pool, &first, &[0.7, 0.5], &tight));
    assert!(!settled(&pool, &first, &[0.75, 0.5], &tight));
    let floored = json!({"scale": "probability", "min_reranker": 0.65});
    assert!(settled(&pool, &first, &[0.58, 0.4], &floored));
    assert!(!settled(&pool, &first, &[0.60, 0.4], &floored));
    assert!(!settled(&pool, &[0.9, 0.8], &[0.7, 0.66], &floored));
    // A floor of the combined score asks as much, and of two floors either may be out of reach.
    let last = json!({"scale": "probability", "min_final": 0.65});
    assert!(settled(&pool, &first, &[0.5, 0.4], &last));
    assert!(!settled(&pool, &first, &[0.65, 0.4], &last));
    let both = json!({"scale": "probability", "min_final": 0.65, "min_reranker": 0.1});
    assert!(settled(&pool, &first, &[0.5, 0.4], &both));
    // A limit that is reached says more than the floor.
    let limited = json!({"scale": "probability", "min_reranker": 0.1, "limit": 2});
    assert!(settled(&pool, &first, &[0.7, 0.4], &limited));
}

#[test]
fn floors_leave_out_by_the_score_they_name_and_say_so() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 4);
    let pool = candidates(&bank, &json!({"rerank_depth": 3}));
    let scores = [0.9, 0.2, 0.6];
    let selection = finish(&pool, Some(&scores), &json!({"min_reranker": 0.5}));
    assert_eq!(ids(&selection), ["m0", "m2"]);
    assert_eq!(selection["left_out"], json!({"reranker_floor": 2}));
    // No reranker ran: its floor has nothing to hold on to.
    assert_eq!(ids(&finish(&pool, None, &json!({"min_reranker": 0.5}))).len(), 4);
    let selection = finish(&pool, Some(&scores), &json!({"min_final": 5.0}));
    assert_eq!(selection["memories"], json!([]));
    assert_eq!(selection["dropped"].as_array().unwrap().len(), 4);
}

#[test]
fn every_combined_score_is_what_its_parts_make() {
    let directory = tempfile::tempdir().unwrap();
    let dated = |days: i64| json!({"occurred_start": NOW - days * DAY});
    let bank = bank(
        directory.path(),
        &[
            ("old", "oak", dated(400)),
            ("new", "oak leaf", dated(1)),
            ("month", "oak leaf falls", json!({"occurred_start": NOW - 40 * DAY, "precision": "month"})),
        ],
    );
    let window = json!({"window": {"start": NOW - 10 * DAY, "end": null}, "arms": ["keyword", "temporal"]});
    let selection = finish(
        &candidates(&bank, &window),
        None,
        &json!({"passthrough_alphas": {"recency": 1.0, "proximity": 0.5, "proof": 0.3}}),
    );
    for one in selection["trace"]["pool"].as_array().unwrap() {
        let number = |key: &str| one[key].as_f64().unwrap();
        let product =
            number("base") * number("recency_factor") * number("proximity_factor") * number("proof_factor");
        assert!((number("combined") - product - number("strategy_boost")).abs() < 1e-12, "{one}");
        assert!((number("recency_factor") - (1.0 + (number("recency") - 0.5))).abs() < 1e-12, "{one}");
        assert!(
            (number("proximity_factor") - (1.0 + 0.5 * (number("proximity") - 0.5))).abs() < 1e-12,
            "{one}"
        );
    }
    let of = |id: &str, key: &str| {
        let pool = selection["trace"]["pool"].as_array().unwrap();
        pool.iter().find(|one| one["id"] == id).unwrap()[key].as_f64().unwrap()
    };
    assert!(of("new", "proximity") > 0.5);
    assert!((of("old", "proximity") - 0.5).abs() < f64::EPSILON);
    assert!(of("month", "recency") <= 0.5);
}

#[test]
fn a_returned_observation_stands_for_its_sources_and_a_lost_one_does_not() {
    let directory = tempfile::tempdir().unwrap();
    let bank = bank(
        directory.path(),
        &[
            ("a", "oak one", json!({})),
            ("b", "oak two two", json!({})),
            ("sum", "oak oak oak sums up", json!({"kind": "observation", "source_ids": ["a", "b", "gone"]})),
            ("c", "oak three three three", json!({})),
        ],
    );
    let pool = candidates(&bank, &json!({}));
    let plain = finish(&pool, None, &json!({}));
    assert_eq!(ids(&plain).len(), 4);
    let preferring = finish(&pool, None, &json!({"prefer_observations": true}));
    let kept = ids(&preferring);
    assert!(kept.contains(&"sum") && kept.contains(&"c") && kept.len() == 2, "{kept:?}");
    assert_eq!(preferring["left_out"], json!({"observation": 2}));
    let by_limit = finish(&pool, None, &json!({"prefer_observations": true, "limit": 1}));
    assert_eq!(ids(&by_limit).len(), 1);
}

#[test]
fn interleaving_is_neither_reranked_nor_multiplied() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 3);
    let pool = candidates(&bank, &json!({"fusion": "interleave"}));
    let selection = finish(&pool, Some(&[0.1, 0.2, 0.9]), &json!({}));
    assert_eq!(ids(&selection), ["m0", "m1", "m2"]);
    assert_eq!(selection["memories"][0]["scores"]["combined"], 3.0);
    assert_eq!(selection["memories"][0]["scores"]["rerank"], Value::Null);
}

#[test]
fn boosts_that_do_nothing_say_so_and_why() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 3);
    let note_of = |search: &Value, scores: Option<&[f64]>| {
        finish(&candidates(&bank, search), scores, &json!({}))["notes"].to_string()
    };
    let none = "had no effect: no candidate was cut";
    assert!(note_of(&json!({"boosts": {"keyword": "high"}}), None).contains(none));
    assert!(
        note_of(&json!({"boosts": {"keyword": "high"}, "fusion": "interleave", "rerank_depth": 2}), None)
            .contains("had no effect: interleaving")
    );
    assert!(
        note_of(&json!({"boosts": {"graph": "high"}, "rerank_depth": 2}), None)
            .contains("had no effect: no boosted arm")
    );
    let scores = [0.1, 0.1, 0.1];
    assert!(!note_of(&json!({"boosts": {"keyword": "high"}}), Some(&scores)).contains("no effect"));
    assert!(!note_of(&json!({"boosts": {"keyword": "high"}, "rerank_depth": 2}), None).contains("no effect"));
    let boosted = candidates(&bank, &json!({"boosts": {"keyword": "high"}}));
    assert_eq!(finish(&boosted, Some(&scores), &json!({}))["trace"]["pool"][0]["strategy_boost"], 0.5);
}

#[test]
fn a_traced_recall_says_what_each_stage_took() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 3);
    let selection = finish(&candidates(&bank, &json!({})), None, &json!({}));
    let stages = selection["trace"]["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["filter", "arms", "fuse", "gather", "score", "pack", "read"]);
}

#[test]
fn what_is_excluded_leaves_its_place_to_the_next() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 5);
    let search = json!({"filter": {"exclude": ["m0", "m2", "unknown"]}, "depth": 2});
    assert_eq!(ids(&finish(&candidates(&bank, &search), None, &json!({}))), ["m1", "m3"]);
}

#[test]
fn settings_change_one_by_one_and_null_takes_one_away() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 1);
    let change = |changes: Value| bank.change_settings(changes.as_object().unwrap().clone()).unwrap();
    change(json!({"budget": "low", "max_tokens": 9}));
    assert_eq!(change(json!({"budget": null, "rerank": true})), r#"{"max_tokens":9,"rerank":true}"#);
    assert_eq!(bank.settings().unwrap(), r#"{"max_tokens":9,"rerank":true}"#);
}

#[test]
fn a_memory_that_changes_between_the_calls_has_no_document_and_is_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let bank = oak_bank(directory.path(), 3);
    let pool = candidates(&bank, &json!({}));
    bank.forget(&["m1".to_owned()]).unwrap();
    let documents = pool.documents(0..usize::MAX, Reads::Document).unwrap();
    assert_eq!(documents.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0, 1]);
    let selection = finish(&pool, Some(&[0.1, f64::NAN, 0.9]), &json!({}));
    assert_eq!(ids(&selection), ["m2", "m0"]);
    assert_eq!(selection["left_out"], json!({"forgotten": 1}));
}
