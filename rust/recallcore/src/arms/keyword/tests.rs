use super::*;
use crate::analyzer::analyze;
use crate::files::{Files, FilesWriter};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The constants of Lucene and tantivy.
const LUCENE: Bm25 = Bm25 { k1: 1.2, b: 0.75 };

const WORDS: [&str; 12] =
    ["cat", "dog", "bird", "fish", "tree", "house", "river", "stone", "the", "of", "민지", "카메라"];

// Three memories; text lengths 2, 4, 1 (average 7/3), contexts of two of them 2, 1 (average 1.5).
// idf of a term in 3 of 3 memories is ln(1 + .5/3.5), in 1 of 3 ln(8/3).
const CAT_OF_TWO: f64 = 0.064_463_430_922_183_3;
const CAT_TWICE_OF_FOUR: f64 = 0.069_495_892_072_242_24;
const CAT_IN_CONTEXT: f64 = 0.033_382_848_156_130_64;
const BIRD_AND_CAT: f64 = 0.414_511_207_201_995_2;
const DOG_OF_ONE: f64 = 0.079_213_537_997_598_13;
const DOG_IN_CONTEXT: f64 = 0.022_255_232_104_087_093;

fn folding(fold_at: usize) -> KeywordIndex {
    KeywordIndex::with_options(KeywordOptions { bm25: LUCENE, fold_at })
}

fn indexed(fold_at: usize, memories: &[(&str, Option<&str>)]) -> KeywordIndex {
    let mut index = folding(fold_at);
    for (row, (text, context)) in (0..).zip(memories) {
        index.insert(row, &analyze(text), context.map(analyze).as_ref()).unwrap();
    }
    index
}

fn all(count: usize) -> RowSet {
    (0..count).collect()
}

fn search(index: &KeywordIndex, query: &str, depth: usize) -> Vec<(Row, f64)> {
    let hits = index.search(&analyze(query), Reading::InContext, &all(10_000), depth, None).unwrap().hits;
    hits.into_iter().map(|hit| (hit.row, hit.arm_score)).collect()
}

fn assert_scores(found: &[(Row, f64)], expected: &[(Row, f64)]) {
    let rows = |hits: &[(Row, f64)]| hits.iter().map(|(row, _)| *row).collect::<Vec<_>>();
    assert_eq!(rows(found), rows(expected), "{found:?} {expected:?}");
    for ((_, score), (_, wanted)) in std::iter::zip(found, expected) {
        assert!((score - wanted).abs() < 1e-12, "{found:?} {expected:?}");
    }
}

#[test]
fn scores_are_those_computed_by_hand() {
    for fold_at in [1, usize::MAX] {
        let index = indexed(
            fold_at,
            &[("cat dog", None), ("cat cat bird fish", Some("dog house")), ("dog", Some("cat"))],
        );
        assert_scores(
            &search(&index, "cat", 9),
            &[(1, CAT_TWICE_OF_FOUR), (0, CAT_OF_TWO), (2, CAT_IN_CONTEXT)],
        );
        assert_scores(&search(&index, "bird cat", 1), &[(1, BIRD_AND_CAT)]);
        assert_scores(&search(&index, "dog", 9), &[(2, DOG_OF_ONE), (0, CAT_OF_TWO), (1, DOG_IN_CONTEXT)]);
        assert!(search(&index, "river", 9).is_empty());
    }
}

/// A memory as the oracle sees it: occurrences and length of each field.
type Plain = [Option<(BTreeMap<String, u32>, u32)>; 2];

fn plain(analysis: &Analysis) -> Option<(BTreeMap<String, u32>, u32)> {
    let mut terms = BTreeMap::new();
    for term in analysis.terms() {
        *terms.entry(term.text.to_owned()).or_default() += 1;
    }
    (!analysis.is_empty()).then(|| (terms, analysis.field_length()))
}

/// BM25F as on paper, over every memory.
fn oracle(memories: &BTreeMap<Row, Plain>, query: &Analysis, reading: Reading) -> BTreeMap<Row, f64> {
    let terms: BTreeSet<&str> = query.scored_terms().collect();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap());
    let fields: &[(usize, f64)] = match reading {
        Reading::Text => &[(0, 1.0)],
        Reading::InContext => &[(0, 1.0), (1, 0.3)],
    };
    let average = |column: usize| {
        let lengths: Vec<f64> =
            memories.values().filter_map(|plain| plain[column].as_ref()).map(|f| f64::from(f.1)).collect();
        lengths.iter().sum::<f64>() / count(lengths.len())
    };
    let worded = |plain: &Plain| fields.iter().any(|(column, _)| plain[*column].is_some());
    let all = count(memories.values().filter(|plain| worded(plain)).count());
    let mut scores = BTreeMap::new();
    for term in terms {
        let mut evened = BTreeMap::new();
        for (column, weight) in fields {
            for (row, plain) in memories {
                let Some((terms, length)) = &plain[*column] else { continue };
                let Some(tf) = terms.get(term).copied().map(f64::from) else { continue };
                let norm = 0.25 + 0.75 * f64::from(*length) / average(*column);
                *evened.entry(*row).or_insert(0.0) += weight * tf / norm;
            }
        }
        let df = count(evened.len());
        let idf = (1.0 + (all - df + 0.5) / (df + 0.5)).ln();
        for (row, tf) in evened {
            *scores.entry(row).or_insert(0.0) += idf * tf / (tf + 1.2);
        }
    }
    scores
}

fn sentence(longest: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS.as_slice()), 0..longest)
        .prop_map(|words| words.join(" "))
}

#[derive(Debug, Clone)]
enum Step {
    Insert(Row, String, Option<String>),
    Remove(Row),
    Fold,
    Save,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0u32..30, sentence(12), prop::option::of(sentence(5))).prop_map(|(r, t, c)| Step::Insert(r, t, c)),
        3 => (0u32..32).prop_map(Step::Remove),
        1 => Just(Step::Fold),
        1 => Just(Step::Save),
    ]
}

/// What comes back of an index that was kept in files, which stay as long as the folder.
fn reopened(index: &KeywordIndex, folder: &tempfile::TempDir) -> KeywordIndex {
    let folder = tempfile::tempdir_in(folder).unwrap().keep();
    let mut writer = FilesWriter::new(&folder).unwrap();
    index.save(&mut writer).unwrap();
    let files = Files::open(&folder, writer.finish().unwrap()).unwrap();
    KeywordIndex::load(index.options, &files).unwrap()
}

/// Takes the steps; those that save only where there is a folder.
fn apply(index: &mut KeywordIndex, steps: &[Step], folder: Option<&tempfile::TempDir>) {
    for step in steps {
        match step {
            Step::Insert(row, text, context) => {
                let context = context.as_deref().map(analyze);
                index.insert(*row, &analyze(text), context.as_ref()).unwrap();
            }
            Step::Remove(row) => index.remove(*row),
            Step::Fold => index.fold().unwrap(),
            Step::Save => {
                if let Some(folder) = folder {
                    *index = reopened(index, folder);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn scores_equal_the_oracle_wherever_the_postings_are_kept(
        steps in prop::collection::vec(step(), 1..45),
        query in sentence(6),
        reading in prop::sample::select(vec![Reading::Text, Reading::InContext]),
        kept in prop::collection::vec(any::<bool>(), 32),
        depth in 0usize..35,
    ) {
        let mut memories: BTreeMap<Row, Plain> = BTreeMap::new();
        for step in &steps {
            match step {
                Step::Insert(row, text, context) => {
                    let context = context.as_deref().map(analyze);
                    memories.insert(*row, [plain(&analyze(text)), context.as_ref().and_then(plain)]);
                }
                Step::Remove(row) => { memories.remove(row); }
                Step::Fold | Step::Save => {}
            }
        }
        let query = analyze(&query);
        let allowed: RowSet = (0..32).filter(|row| kept[*row]).collect();
        let expected = oracle(&memories, &query, reading);
        let mut answers = Vec::new();
        let folder = tempfile::tempdir().unwrap();
        for (fold_at, folder) in [(1, None), (7, None), (usize::MAX, None), (7, Some(&folder)), (usize::MAX, Some(&folder))] {
            let mut index = folding(fold_at);
            apply(&mut index, &steps, folder);
            prop_assert_eq!(index.len(), memories.len());
            let found = index.search(&query, reading, &all(32), usize::MAX, None).unwrap();
            prop_assert_eq!(found.hits.len(), expected.len());
            prop_assert!(found.hits.iter().all(|hit| hit.arm_score < found.ideal));
            for hit in &found.hits {
                prop_assert!((hit.arm_score - expected[&hit.row]).abs() < 1e-12, "{:?} {:?}", hit, expected);
            }
            // A filter leaves out rows and changes no score; a depth is a head of the whole.
            let filtered = index.search(&query, reading, &allowed, depth, None).unwrap();
            let head: Vec<Hit> =
                found.hits.iter().filter(|hit| allowed.contains(hit.row as usize)).take(depth).copied().collect();
            prop_assert_eq!(&filtered.hits, &head);
            let rows: Vec<Row> = (0..40).collect();
            let by_row = index.scores(&query, reading, &rows).unwrap();
            let of = |row: &Row| found.hits.iter().find(|hit| hit.row == *row).map(|hit| hit.arm_score);
            prop_assert_eq!(by_row, rows.iter().map(of).collect::<Vec<_>>());
            answers.push(found);
        }
        let bits = |found: &KeywordHits| -> Vec<(Row, u64)> {
            found.hits.iter().map(|hit| (hit.row, hit.arm_score.to_bits())).collect()
        };
        for other in &answers[1..] {
            prop_assert_eq!(bits(&answers[0]), bits(other));
            prop_assert_eq!(&answers[0], other);
            prop_assert_eq!(answers[0].ideal.to_bits(), other.ideal.to_bits());
        }
    }
}

#[test]
fn a_word_that_no_memory_holds_raises_the_ideal_and_no_score() {
    let index = indexed(usize::MAX, &[("river stone", None), ("river", None), ("cat", None)]);
    let asked = |query: &str| index.search(&analyze(query), Reading::Text, &all(3), 9, None).unwrap();
    let (known, with_unknown) = (asked("river stone"), asked("river stone unheard"));
    assert_eq!(known.hits, with_unknown.hits);
    let rarity = |frequency: f64| ((3.0 - frequency + 0.5) / (frequency + 0.5)).ln_1p();
    assert!((known.ideal - (rarity(2.0) + rarity(1.0))).abs() < 1e-12);
    assert!((with_unknown.ideal - (rarity(2.0) + rarity(1.0) + rarity(0.0))).abs() < 1e-12);
}

#[test]
fn saving_changes_nothing_and_an_index_without_memories_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut index = indexed(2, &[("cat dog", Some("tree")), ("cat", None), ("?!", None)]);
    index.remove(1);
    let before = (index.segments.len(), index.tail.len(), search(&index, "cat tree", 9));
    let again = reopened(&index, &folder);
    assert_eq!((index.segments.len(), index.tail.len(), search(&index, "cat tree", 9)), before);
    assert_eq!((again.len(), again.segments.len(), again.tail.len()), (2, 1, 0));
    for row in [0, 2] {
        index.remove(row);
    }
    let mut empty = reopened(&index, &folder);
    assert!(empty.is_empty() && search(&empty, "cat", 9).is_empty());
    empty.insert(7, &analyze("cat"), None).unwrap();
    assert_eq!(search(&empty, "cat", 9).len(), 1);
}

#[test]
fn equal_scores_come_in_row_order_and_the_cut_keeps_the_first() {
    let mut index = folding(3);
    for row in (0..20).rev() {
        index.insert(row, &analyze("river stone"), None).unwrap();
    }
    let rows: Vec<Row> = search(&index, "stone", 5).into_iter().map(|(row, _)| row).collect();
    assert_eq!(rows, [0, 1, 2, 3, 4]);
}

#[test]
fn removed_memory_is_gone_at_once_and_depth_is_still_filled() {
    for fold_at in [1, 4, usize::MAX] {
        let mut index = indexed(fold_at, &[("cat", None); 10]);
        for row in 0..5 {
            index.remove(row);
            index.remove(row);
        }
        let found = search(&index, "cat", 4);
        assert_eq!(found.iter().map(|(row, _)| *row).collect::<Vec<_>>(), [5, 6, 7, 8]);
        assert_scores(
            &found,
            &search(&indexed(fold_at, &[("cat", None); 5]), "cat", 4)
                .iter()
                .map(|(row, score)| (row + 5, *score))
                .collect::<Vec<_>>(),
        );
        for row in 5..10 {
            index.remove(row);
        }
        assert!(index.is_empty() && search(&index, "cat", 4).is_empty());
        index.fold().unwrap();
        assert!(index.segments.is_empty());
    }
}

#[test]
fn replaced_memory_is_found_by_its_new_words_only() {
    for fold_at in [1, usize::MAX] {
        let mut index = indexed(fold_at, &[("cat dog", Some("tree")), ("cat", None)]);
        index.insert(0, &analyze("river"), None).unwrap();
        assert!(search(&index, "dog tree", 9).is_empty());
        assert_eq!(search(&index, "river", 9).len(), 1);
        assert_eq!(search(&index, "cat", 9).len(), 1);
        assert_eq!(index.len(), 2);
    }
}

#[test]
fn stop_words_are_searched_only_when_nothing_else_is_left() {
    let index = indexed(1, &[("the cat", None), ("to be or not to be", None)]);
    assert_eq!(search(&index, "to be", 9).iter().map(|(row, _)| *row).collect::<Vec<_>>(), [1]);
    assert_eq!(search(&index, "the cat to be", 9).iter().map(|(row, _)| *row).collect::<Vec<_>>(), [0]);
}

#[test]
fn repeated_query_word_counts_once() {
    let index = indexed(1, &[("cat dog", None), ("cat cat", None), ("bird", None)]);
    assert_eq!(search(&index, "cat dog", 9), search(&index, "cat dog cat cat", 9));
}

#[test]
fn floor_is_inclusive_and_nothing_scores_zero() {
    let index = indexed(1, &[("cat", None), ("dog", None)]);
    let (_, score) = search(&index, "cat", 9)[0];
    let above = |floor| {
        index.search(&analyze("cat"), Reading::InContext, &all(2), 9, Some(floor)).unwrap().hits.len()
    };
    assert_eq!((above(-1.0), above(score), above(score * 1.001)), (1, 1, 0));
}

#[test]
fn query_terms_used_unknown_and_dropped_are_told() {
    let letters = |n: usize| format!("w{n}x");
    let mut index = folding(50);
    // Word n stands in 200 - n memories: the higher n, the rarer.
    for row in 0..200u32 {
        let words: Vec<String> = (0..200 - row as usize).map(letters).collect();
        index.insert(row, &analyze(&words.join(" ")), None).unwrap();
    }
    let few = index.search(&analyze("w3x nowhere w1x w3x"), Reading::InContext, &all(200), 9, None).unwrap();
    assert_eq!(
        few.used,
        analyze("w1x w3x").scored_terms().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    );
    assert!(few.unknown >= 1 && few.dropped == 0);
    let many: Vec<String> = (0..200).map(letters).collect();
    let many = index.search(&analyze(&many.join(" ")), Reading::InContext, &all(200), 300, None).unwrap();
    assert_eq!((many.used.len(), many.dropped > 0), (MAX_QUERY_TERMS, true));
    // Only the memories with one of the rarest words are left.
    assert!(many.hits.len() < 200 && many.used.contains(&"w199x".to_owned()));
}

#[test]
fn segments_stay_few_and_a_small_bank_has_none() {
    let mut index = folding(8);
    for row in 0..7 {
        index.insert(row, &analyze("cat"), None).unwrap();
    }
    assert!(index.segments.is_empty());
    for row in 7..600 {
        index.insert(row, &analyze("cat"), None).unwrap();
    }
    assert!((1..=7).contains(&index.segments.len()), "{}", index.segments.len());
    assert_eq!(search(&index, "cat", 5000).len(), 600);
}

#[test]
fn memories_without_words_are_counted_nowhere() {
    let mut index = indexed(1, &[("cat", Some("!!!")), ("dog cat", None)]);
    let before = search(&index, "cat", 9);
    index.insert(2, &analyze("?!"), Some(&analyze(""))).unwrap();
    assert_eq!(search(&index, "cat", 9), before);
    assert_eq!(index.len(), 3);
    assert!(search(&index, "", 9).is_empty());
}

#[test]
fn index_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<KeywordIndex>();
    let index = indexed(16, &[("cat dog", None); 100]);
    let alone = search(&index, "cat", 50);
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..8).map(|_| scope.spawn(|| search(&index, "cat", 50))).collect();
        assert!(running.into_iter().all(|thread| thread.join().unwrap() == alone));
    });
}

mod peer {
    //! The engine's own BM25 agrees where its approximations do not bite: lengths of 40 and less are exact in its
    //! norms, and nothing is deleted. It keeps the factor `k1 + 1` and adds in `f32`.

    use super::*;
    use tantivy::collector::TopDocs;
    use tantivy::query::{BooleanQuery, Query, TermQuery};
    use tantivy::schema::{IndexRecordOption, Schema, TEXT};
    use tantivy::{Index, Term, doc};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn scores_agree_with_the_engine(
            texts in prop::collection::vec(prop::collection::vec(0usize..8, 1..38), 1..40),
            query in prop::collection::btree_set(0usize..8, 1..5),
        ) {
            let join = |words: &[usize]| words.iter().map(|word| WORDS[*word]).collect::<Vec<_>>().join(" ");
            let texts: Vec<String> = texts.iter().map(|words| join(words)).collect();
            let mut builder = Schema::builder();
            let field = builder.add_text_field("text", TEXT);
            let engine = Index::create_in_ram(builder.build());
            let mut writer = engine.writer_with_num_threads::<tantivy::TantivyDocument>(1, 15_000_000).unwrap();
            for text in &texts {
                let stems: Vec<String> = analyze(text).terms().map(|term| term.text.to_owned()).collect();
                writer.add_document(doc!(field => stems.join(" "))).unwrap();
            }
            writer.commit().unwrap();
            let query: Vec<usize> = query.into_iter().collect();
            let query = analyze(&join(&query));
            let terms = query.scored_terms().map(|term| -> Box<dyn Query> {
                Box::new(TermQuery::new(Term::from_field_text(field, term), IndexRecordOption::WithFreqs))
            });
            let searcher = engine.reader().unwrap().searcher();
            let top = TopDocs::with_limit(1000).order_by_score();
            let theirs = searcher.search(&BooleanQuery::union(terms.collect()), &top).unwrap();
            let ours = indexed(7, &texts.iter().map(|text| (text.as_str(), None)).collect::<Vec<_>>());
            let ours = ours.search(&query, Reading::InContext, &all(40), 1000, None).unwrap().hits;
            prop_assert_eq!(ours.len(), theirs.len());
            for (hit, (score, _)) in std::iter::zip(&ours, &theirs) {
                let theirs = f64::from(*score) / 2.2;
                prop_assert!((hit.arm_score / theirs - 1.0).abs() < 1e-5, "{:?} {:?}", ours, theirs);
            }
        }
    }
}
