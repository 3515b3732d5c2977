use super::*;
use crate::ranking::by_score_then_row;
use proptest::prelude::*;

const SCANNING: SemanticOptions =
    SemanticOptions { exact_below: usize::MAX, force_exact: false, quantisation: Quantisation::I8 };
const READ: Reading = Reading::InContext;
const WALKING: SemanticOptions = SemanticOptions { exact_below: 64, ..SCANNING };

/// Reproducible numbers in [-1, 1): splitmix64 (Steele et al. 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn vector(&mut self, dimension: usize) -> Vec<f32> {
        let component = |bits: u64| f32::from(u16::try_from(bits >> 48).unwrap()) / 32768.0 - 1.0;
        (0..dimension).map(|_| component(self.next())).collect()
    }
}

fn filled(options: SemanticOptions, dimension: usize, count: u32, seed: u64) -> SemanticIndex {
    let mut random = Random(seed);
    let mut index = SemanticIndex::new(dimension, options);
    for row in 0..count {
        index.insert(row, &random.vector(dimension), None).unwrap();
    }
    index.link().unwrap();
    index
}

/// What comes back of an index that was kept in files, which stay as long as the folder.
fn reopened(index: &SemanticIndex, options: SemanticOptions, folder: &tempfile::TempDir) -> SemanticIndex {
    let folder = tempfile::tempdir_in(folder).unwrap().keep();
    let mut writer = FilesWriter::new(&folder).unwrap();
    index.save(&mut writer, &|| Ok(())).unwrap();
    let files = Files::open(&folder, writer.finish().unwrap()).unwrap();
    SemanticIndex::load(index.dimension(), options, &files).unwrap()
}

fn rows(rows: impl IntoIterator<Item = Row>) -> RowSet {
    rows.into_iter().map(|row| row as usize).collect()
}

fn everything(index: &SemanticIndex) -> RowSet {
    index.matrix.rows().clone()
}

/// The obvious answer: the `f64` dot product of every vector that is read, sorted.
fn oracle(
    index: &SemanticIndex,
    query: &[f32],
    reading: Reading,
    allowed: &RowSet,
    depth: usize,
) -> Vec<Hit> {
    let query = dot::unit(query).unwrap();
    let rows = allowed.ones().map(|row| Row::try_from(row).unwrap());
    let similarity = |row| index.vector(row, reading).map(|vector| dot::similarity(&query, vector));
    let mut hits: Vec<Hit> =
        rows.filter_map(|row| similarity(row).map(|arm_score| Hit { row, arm_score })).collect();
    hits.sort_by(by_score_then_row);
    hits.truncate(depth);
    hits
}

fn recall(found: &[Hit], truth: &[Hit]) -> f64 {
    let hit = truth.iter().filter(|hit| found.iter().any(|other| other.row == hit.row)).count();
    f64::from(u32::try_from(hit).unwrap()) / f64::from(u32::try_from(truth.len()).unwrap())
}

#[test]
fn similarity_is_the_cosine_of_the_vectors_given() {
    let mut index = SemanticIndex::new(2, SCANNING);
    index.insert(0, &[3.0, 4.0], None).unwrap();
    index.insert(1, &[-20.0, 0.0], None).unwrap();
    let hits = index.search(&[5.0, 0.0], READ, &rows([0, 1]), 10, None).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [0, 1]);
    assert!((hits[0].arm_score - 0.6).abs() < 1e-7, "{hits:?}");
    assert!((hits[1].arm_score + 1.0).abs() < 1e-12, "{hits:?}");
}

#[test]
fn equal_vectors_come_in_row_order_and_the_cut_keeps_the_first() {
    let mut index = SemanticIndex::new(3, SCANNING);
    for row in (0..100).rev() {
        index.insert(row, &[1.0, 2.0, 3.0], None).unwrap();
    }
    let hits = index.search(&[1.0, 1.0, 0.0], READ, &everything(&index), 7, None).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
}

proptest! {
    #[test]
    fn scan_equals_the_oracle_whatever_was_stored_replaced_and_removed(
        // Few distinct components make many ties.
        steps in prop::collection::vec(
            (0u32..40, prop::array::uniform5(-2i8..3), prop::option::of(prop::array::uniform5(-2i8..3)), 0u8..5),
            1..120,
        ),
        query in prop::array::uniform5(-2i8..3),
        reading in prop::sample::select(vec![Reading::Text, Reading::InContext]),
        kept in prop::collection::vec(any::<bool>(), 40),
        depth in 0usize..45,
    ) {
        let floats = |components: [i8; 5]| components.map(f32::from);
        prop_assume!(query != [0; 5]);
        let mut index = SemanticIndex::new(5, SCANNING);
        let mut stored = std::collections::BTreeMap::new();
        for (row, text, context, action) in steps {
            if action == 0 {
                index.remove(row);
                stored.remove(&row);
            } else if text != [0; 5] && context != Some([0; 5]) {
                let context = context.map(floats);
                index.insert(row, &floats(text), context.as_ref().map(<[f32; 5]>::as_slice)).unwrap();
                stored.insert(row, (floats(text), context));
            }
        }
        let allowed: RowSet = kept.iter().enumerate().filter(|(_, kept)| **kept).map(|(row, _)| row).collect();
        let found = index.search(&floats(query), reading, &allowed, depth, None).unwrap();
        prop_assert_eq!(&found, &oracle(&index, &floats(query), reading, &allowed, depth));
        prop_assert_eq!(index.len(), stored.len());
        for hit in found {
            let (text, context) = &stored[&hit.row];
            let cosine = |vector: &[f32]| {
                dot::similarity(&dot::unit(&floats(query)).unwrap(), &dot::unit(vector).unwrap())
            };
            let expected = match (reading, context) {
                (Reading::InContext, Some(context)) => f64::midpoint(cosine(text), cosine(context)),
                (Reading::Text | Reading::InContext, _) => cosine(text),
            };
            prop_assert!((hit.arm_score - expected).abs() < 1e-6, "{} {}", hit.arm_score, expected);
        }
    }

    #[test]
    fn approximate_scores_stay_within_the_slack(seed in any::<u64>(), dimension in 1usize..900) {
        let mut random = Random(seed);
        let (left, right) = (random.vector(dimension), random.vector(dimension));
        let (Some(left), Some(right)) = (dot::unit(&left), dot::unit(&right)) else { return Ok(()) };
        let mut vectors = vectors::Vectors::new(dimension);
        vectors.push(&right);
        let approximate = dot::approximate(&left, vectors.view(), &[0]);
        let exact = dot::similarity(&left, &right);
        let plain: f64 = std::iter::zip(&left, &right).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
        prop_assert!((exact - plain.clamp(-1.0, 1.0)).abs() < 1e-13);
        let error = (f64::from(approximate[0]) - exact).abs();
        prop_assert!(2.0 * error <= f64::from(dot::approximation_slack(dimension)), "{}", error);
    }
}

#[test]
fn scan_finds_the_exact_order_among_nearly_equal_vectors() {
    let mut random = Random(5);
    let mut index = SemanticIndex::new(384, SCANNING);
    let base = random.vector(384);
    for row in 0..3000 {
        let noise = random.vector(384);
        let near: Vec<f32> = std::iter::zip(&base, noise).map(|(x, y)| x + y * 2e-4).collect();
        index.insert(row, &near, None).unwrap();
    }
    let all = everything(&index);
    assert_eq!(index.search(&base, READ, &all, 100, None).unwrap(), oracle(&index, &base, READ, &all, 100));
}

#[test]
fn floor_is_inclusive() {
    let mut index = SemanticIndex::new(2, SCANNING);
    index.insert(0, &[1.0, 0.0], None).unwrap();
    index.insert(1, &[0.0, 1.0], None).unwrap();
    let all = rows([0, 1]);
    let at = |floor| index.search(&[1.0, 0.0], READ, &all, 9, Some(floor)).unwrap().len();
    assert_eq!((at(-1.0), at(0.0), at(1e-9), at(1.0)), (2, 2, 1, 1));
}

#[test]
fn similarity_in_context_is_the_mean_and_neighbours_are_those_of_the_text() {
    let mut index = SemanticIndex::new(2, SCANNING);
    index.insert(0, &[0.0, 1.0], Some(&[1.0, 0.0])).unwrap();
    index.insert(1, &[1.0, 1.0], None).unwrap();
    let both = rows([0, 1]);
    let similarities = |index: &SemanticIndex, reading| {
        index.similarities(&[1.0, 0.0], reading, &[0]).unwrap()[0].unwrap().to_bits()
    };
    assert_eq!(similarities(&index, Reading::InContext), 0.5f64.to_bits());
    assert_eq!(similarities(&index, Reading::Text), 0.0f64.to_bits());
    let neighbours = index.neighbours(1, &both, 9, 0.0);
    assert!((neighbours[0].arm_score - 0.5f64.sqrt()).abs() < 1e-7, "{neighbours:?}");
    index.insert(0, &[0.0, 1.0], None).unwrap();
    assert_eq!(similarities(&index, Reading::InContext), 0.0f64.to_bits());
    assert_eq!((index.len(), index.matrix.live_count()), (2, 2));
}

#[test]
fn unusable_vectors_are_refused_and_change_nothing() {
    let mut index = SemanticIndex::new(2, SCANNING);
    index.insert(0, &[1.0, 0.0], None).unwrap();
    let error = index.insert(0, &[1.0], None).unwrap_err();
    assert_eq!(error.to_string(), "vector of row 0 has 1 dimensions, expected 2");
    for bad in [[f32::NAN, 1.0], [1.0, f32::INFINITY], [f32::NEG_INFINITY, 0.0], [0.0, -0.0]] {
        assert!(matches!(index.insert(0, &bad, None), Err(Error::Input(_))));
        assert!(matches!(index.search(&bad, READ, &rows([0]), 1, None), Err(Error::Input(_))));
        assert!(matches!(index.similarities(&bad, READ, &[0]), Err(Error::Input(_))));
    }
    assert!(matches!(
        index.search(&[1.0; 3], READ, &rows([0]), 1, None),
        Err(Error::Dimension { given: 3, .. })
    ));
    assert_eq!(index.vector(0, Reading::Text), Some([1.0, 0.0].as_slice()));
}

#[test]
fn extreme_lengths_do_not_lose_the_direction() {
    let mut index = SemanticIndex::new(2, SCANNING);
    index.insert(0, &[f32::MAX, f32::MAX], None).unwrap();
    index.insert(1, &[1e-45, 1e-45], None).unwrap();
    let scores = index.similarities(&[1.0, 1.0], READ, &[0, 1, 2]).unwrap();
    assert!(scores[0].is_some_and(|score| (score - 1.0).abs() < 1e-6), "{scores:?}");
    assert_eq!((scores[0], scores[2]), (scores[1], None));
}

#[test]
fn removed_and_replaced_vectors_are_gone_at_once() {
    for options in [SCANNING, WALKING] {
        let mut index = filled(options, 16, 500, 3);
        let query = index.vector(7, Reading::Text).unwrap().to_vec();
        let opposite: Vec<f32> = query.iter().map(|component| -component).collect();
        assert_eq!(index.search(&query, READ, &everything(&index), 1, None).unwrap()[0].row, 7);
        index.insert(7, &opposite, None).unwrap();
        let all = everything(&index);
        let hits = index.search(&query, READ, &all, 500, None).unwrap();
        assert_eq!((hits.len(), hits[499].row), (500, 7));
        index.remove(7);
        index.remove(7);
        assert!(!index.contains(7) && index.vector(7, Reading::Text).is_none());
        let hits = index.search(&query, READ, &all, 500, None).unwrap();
        assert!(hits.len() == 499 && hits.iter().all(|hit| hit.row != 7));
    }
}

#[test]
fn graph_of_any_quantisation_finds_what_a_scan_finds_also_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let scanning = filled(SCANNING, 48, 2000, 11);
    let all = everything(&scanning);
    for quantisation in [Quantisation::I8, Quantisation::Bf16, Quantisation::F32] {
        let options = SemanticOptions { quantisation, ..WALKING };
        let walking = filled(options, 48, 2000, 11);
        // A graph that was kept stays as it was built, whatever is asked for later.
        let loaded = reopened(&walking, WALKING, &folder);
        for index in [&walking, &loaded] {
            assert!(!index.is_exact_for(&all) && scanning.is_exact_for(&all));
            let mut random = Random(12);
            let mut sum = 0.0;
            for _ in 0..50 {
                let query = random.vector(48);
                let found = index.search(&query, READ, &all, 10, None).unwrap();
                assert_eq!(found.len(), 10);
                sum += recall(&found, &scanning.search(&query, READ, &all, 10, None).unwrap());
            }
            assert!(sum / 50.0 >= 0.95, "{quantisation:?}: recall {}", sum / 50.0);
        }
    }
}

#[test]
fn graph_that_lost_vectors_before_it_was_built_knows_which_is_which() {
    let folder = tempfile::tempdir().unwrap();
    for quantisation in [Quantisation::I8, Quantisation::Bf16, Quantisation::F32] {
        let options = SemanticOptions { quantisation, ..WALKING };
        let mut index = filled(options, 16, 600, 91);
        for row in (0..600).step_by(3) {
            index.remove(row);
        }
        let loaded = reopened(&index, options, &folder);
        index.link().unwrap();
        for index in [&index, &loaded] {
            assert!(!index.is_exact_for(&everything(index)));
            for row in (1..600).step_by(60) {
                let query = index.vector(row, Reading::Text).unwrap().to_vec();
                let hits = index.search(&query, READ, &everything(index), 1, None).unwrap();
                assert_eq!(hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [row]);
            }
        }
    }
}

#[test]
fn save_that_is_told_to_stop_while_it_links_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let index = filled(WALKING, 8, 100, 92);
    let mut writer = FilesWriter::new(folder.path()).unwrap();
    let stopped = index.save(&mut writer, &|| Err(Error::Storage("stop".into())));
    assert_eq!(stopped.unwrap_err().to_string(), "stop");
}

#[test]
fn depth_is_filled_under_any_filter() {
    let index = filled(WALKING, 32, 2000, 21);
    let mut random = Random(22);
    for every in [1u32, 2, 5, 7, 40, 1000] {
        let allowed = rows((0..2000).filter(|row| row % every == 0));
        let matching = allowed.count_ones(..);
        let query = random.vector(32);
        for depth in [1, 10, 300, 2500] {
            let hits = index.search(&query, READ, &allowed, depth, None).unwrap();
            assert_eq!(hits.len(), depth.min(matching), "one in {every}, depth {depth}");
            assert!(hits.iter().all(|hit| allowed.contains(hit.row as usize)));
            if index.is_exact_for(&allowed) || depth >= matching {
                assert_eq!(hits, oracle(&index, &query, READ, &allowed, depth));
            }
        }
    }
    assert!(index.is_exact_for(&rows(0..60)));
    assert!(index.search(&random.vector(32), READ, &RowSet::new(), 10, None).unwrap().is_empty());
}

#[test]
fn graph_serves_contexts_and_survives_churn() {
    let mut index = filled(WALKING, 8, 300, 31);
    let mut random = Random(32);
    for round in 0..4000u32 {
        let context = (round % 3 == 0).then(|| random.vector(8));
        index.insert(round % 300, &random.vector(8), context.as_deref()).unwrap();
        if round % 5 == 0 {
            index.remove((round * 7) % 300);
        }
    }
    assert!(index.matrix.dead_count() <= index.matrix.live_count() + DEAD_SLOTS_BORNE);
    let (all, query) = (everything(&index), random.vector(8));
    assert!(!index.is_exact_for(&all));
    let hits = index.search(&query, READ, &all, index.len(), None).unwrap();
    assert_eq!(hits, oracle(&index, &query, READ, &all, index.len()));
}

#[test]
fn neighbours_are_the_nearest_others() {
    for options in [SCANNING, WALKING] {
        let index = filled(options, 16, 400, 41);
        for row in [0, 17, 399] {
            let vector = index.vector(row, Reading::Text).unwrap().to_vec();
            let mut others = everything(&index);
            others.set(row as usize, false);
            let mut expected = oracle(&index, &vector, Reading::Text, &others, 20);
            expected.retain(|hit| hit.arm_score >= 0.3);
            assert_eq!(index.neighbours(row, &everything(&index), 20, 0.3), expected);
            let few = rows([2, 17, 201, 350]);
            let mut expected = oracle(&index, &vector, Reading::Text, &few, 20);
            expected.retain(|hit| hit.row != row);
            assert_eq!(index.neighbours(row, &few, 20, -1.0), expected);
        }
        assert_eq!(index.neighbours(0, &everything(&index), 1000, -1.0).len(), MAX_NEIGHBOURS);
        assert!(index.neighbours(9999, &everything(&index), 5, -1.0).is_empty());
    }
}

#[test]
fn many_searches_at_once_agree_with_one_alone() {
    for options in [SCANNING, WALKING] {
        let index = filled(options, 24, 1500, 51);
        let (all, query) = (everything(&index), Random(52).vector(24));
        let alone = index.search(&query, READ, &all, 50, None).unwrap();
        std::thread::scope(|scope| {
            let search =
                || (0..20).map(|_| index.search(&query, READ, &all, 50, None).unwrap()).collect::<Vec<_>>();
            let running: Vec<_> = (0..48).map(|_| scope.spawn(search)).collect();
            for thread in running {
                assert!(thread.join().unwrap().iter().all(|hits| *hits == alone));
            }
        });
    }
}

#[test]
fn what_was_saved_answers_as_before_and_goes_on() {
    for options in [SCANNING, WALKING] {
        let mut whole = filled(options, 24, 900, 61);
        whole.remove(5);
        whole.insert(6, &[1.0; 24], Some(&[0.5; 24])).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut loaded = reopened(&whole, options, &folder);
        assert_eq!((loaded.len(), loaded.graph.is_some()), (whole.len(), options == WALKING));
        let mut random = Random(62);
        for row in 880..1100 {
            let (text, context) = (random.vector(24), (row % 2 == 0).then(|| random.vector(24)));
            for index in [&mut whole, &mut loaded] {
                index.insert(row, &text, context.as_deref()).unwrap();
                index.remove(row - 600);
            }
        }
        let all = everything(&whole);
        assert_eq!(everything(&loaded), all);
        for reading in [Reading::Text, Reading::InContext] {
            for depth in [10, 2000] {
                let query = random.vector(24);
                let expected = oracle(&whole, &query, reading, &all, depth);
                let found = loaded.search(&query, reading, &all, depth, None).unwrap();
                assert_eq!(found.len(), expected.len());
                if options == SCANNING || depth >= all.count_ones(..) {
                    assert_eq!(found, expected);
                } else {
                    assert!(recall(&found, &expected) >= 0.8);
                }
            }
        }
    }
}

#[test]
fn what_came_after_the_graph_is_found_beside_it() {
    let mut index = filled(WALKING, 16, 500, 81);
    let far = vec![1.0; 16];
    index.insert(700, &far, None).unwrap();
    index.insert(3, &far, None).unwrap();
    assert!(index.graph.is_some());
    let hits = index.search(&far, READ, &everything(&index), 2, None).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.row).collect::<Vec<_>>(), [3, 700]);
}

#[test]
fn forced_exactness_builds_no_graph() {
    let index = filled(SemanticOptions { exact_below: 4, force_exact: true, ..SCANNING }, 8, 50, 71);
    assert!(index.graph.is_none() && index.is_exact_for(&everything(&index)));
}
