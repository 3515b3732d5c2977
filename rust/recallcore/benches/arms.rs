//! How long a search of the two big arms takes, and how much of the exact answer the graph finds.
//!
//! `cargo bench --bench arms -- 100000` makes up that many memories; with a folder beside it, its `texts.txt` and
//! `queries.txt` (one to a line), `texts.f32` and `queries.f32` (384 components each) are read instead; `-` is no
//! folder. A last `keyword` or `semantic` asks for that arm alone. Times are of one thread, without the analysis of the
//! query. Read them on a quiet machine.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for the terminal, on which nobody depends"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use recallcore::analyzer::{Analysis, analyze};
use recallcore::arms::keyword::{KeywordIndex, KeywordOptions};
use recallcore::arms::semantic::{SemanticIndex, SemanticOptions};
use recallcore::files::{Files, FilesWriter};
use recallcore::ranking::RowSet;
use recallcore::types::Reading;

const DIMENSION: usize = 384;
const DEPTH: usize = 300;
const QUERIES: usize = 200;
const ROUNDS: usize = 5;

fn main() {
    // Cargo adds `--bench`.
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let count = arguments.first().map_or(10_000, |count| count.parse().unwrap());
    let made = match arguments.get(1) {
        Some(folder) if folder != "-" => Corpus::read(Path::new(folder), count),
        Some(_) | None => Corpus::made_up(count),
    };
    println!("{} memories, {} queries, depth {DEPTH}", made.texts.len(), made.queries.len());
    let only = arguments.get(2).map(String::as_str);
    if only != Some("semantic") {
        keyword(&made);
    }
    if only != Some("keyword") {
        semantic(&made);
    }
}

/// Memories and what is asked of them.
struct Corpus {
    texts: Vec<String>,
    vectors: Vec<Vec<f32>>,
    queries: Vec<(String, Vec<f32>)>,
}

impl Corpus {
    fn read(folder: &Path, count: usize) -> Self {
        let lines = |name: &str| -> Vec<String> {
            std::fs::read_to_string(folder.join(name)).unwrap().lines().map(str::to_owned).collect()
        };
        let vectors = |name: &str, count: usize| -> Vec<Vec<f32>> {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            let floats: Vec<f32> =
                bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            floats.chunks(DIMENSION).take(count).map(<[f32]>::to_vec).collect()
        };
        let texts = lines("texts.txt").into_iter().take(count).collect();
        let queries = std::iter::zip(lines("queries.txt"), vectors("queries.f32", QUERIES));
        Self { texts, vectors: vectors("texts.f32", count), queries: queries.collect() }
    }

    /// Words by Zipf's law; vectors in groups of ten, around centres that fill few dimensions, as embeddings do.
    fn made_up(count: usize) -> Self {
        let mut random = Random(7);
        let axes: Vec<Vec<f32>> = (0..48).map(|_| random.vector(DIMENSION)).collect();
        let mut centre = Vec::new();
        let (mut texts, mut vectors) = (Vec::new(), Vec::new());
        for row in 0..count {
            if row % 10 == 0 {
                centre = random.mixed(&axes);
            }
            vectors.push(random.near(&centre));
            let length = 8 + random.below(60);
            texts.push((0..length).map(|_| random.word(0)).collect::<Vec<_>>().join(" "));
        }
        let query = |random: &mut Random| {
            let words: Vec<String> = (0..3 + random.below(5)).map(|_| random.word(100)).collect();
            let near = random.below(count);
            (words.join(" "), random.near(&vectors[near]))
        };
        let queries = (0..QUERIES).map(|_| query(&mut random)).collect();
        Self { texts, vectors, queries }
    }
}

/// Reproducible numbers: splitmix64 (Steele et al. 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// In [0, 1).
    fn share(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap()) / f64::from(u32::MAX)
    }

    /// About normal, of length 1 in the mean.
    fn vector(&mut self, dimension: usize) -> Vec<f32> {
        let mut component = || (0..4).map(|_| self.share() - 0.5).sum::<f64>();
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "made up anyway")]
        (0..dimension).map(|_| (component() * 3f64.sqrt() / (dimension as f64).sqrt()) as f32).collect()
    }

    fn mixed(&mut self, axes: &[Vec<f32>]) -> Vec<f32> {
        let weights = self.vector(axes.len());
        let mut sum = self.vector(DIMENSION).iter().map(|noise| noise * 0.3).collect::<Vec<f32>>();
        for (axis, weight) in std::iter::zip(axes, weights) {
            for (sum, component) in std::iter::zip(&mut sum, axis) {
                *sum += weight * component;
            }
        }
        sum
    }

    fn near(&mut self, centre: &[f32]) -> Vec<f32> {
        std::iter::zip(centre, self.vector(DIMENSION)).map(|(centre, noise)| centre + 0.4 * noise).collect()
    }

    /// A word of a rank past `skipped` of 50,000, likelier the lower its rank.
    fn word(&mut self, skipped: u32) -> String {
        let first = f64::from(skipped) + 1.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 50,000")]
        let mut rank = (first * (50_000.0 / first).powf(self.share())) as u32;
        let mut word = String::new();
        while rank > 0 {
            for (letters, count) in [("bdfgklmnprstvz", 14), ("aeiou", 5)] {
                word.extend(letters.chars().nth((rank % count) as usize));
                rank /= count;
            }
        }
        word
    }
}

/// What a tenth, a half, and 19 of 20 runs stay below.
fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    println!("{what:<44} p10 {:8.3} ms   p50 {:8.3}   p95 {:8.3}", at(10), at(50), at(95));
}

fn timed<T>(what: &str, queries: &[T], mut work: impl FnMut(&T) -> usize) {
    let mut times = Vec::new();
    let mut found = 0;
    for query in queries {
        black_box(work(query));
    }
    for _ in 0..ROUNDS {
        for query in queries {
            let start = Instant::now();
            found += black_box(work(query));
            times.push(start.elapsed());
        }
    }
    report(&format!("{what} ({} found)", found / times.len()), times);
}

fn saved(save: impl FnOnce(&mut FilesWriter)) -> (tempfile::TempDir, Files) {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let mut writer = FilesWriter::new(folder.path()).unwrap();
    save(&mut writer);
    let entries = writer.finish().unwrap();
    let bytes: u64 = entries.iter().map(|entry| entry.length).sum();
    println!("saved {} KB in {:.2} s", bytes / 1000, start.elapsed().as_secs_f64());
    let start = Instant::now();
    let files = Files::open(folder.path(), entries).unwrap();
    println!("verified in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    (folder, files)
}

fn keyword(corpus: &Corpus) {
    let start = Instant::now();
    let mut index = KeywordIndex::new();
    for (row, text) in (0..).zip(&corpus.texts) {
        index.insert(row, &analyze(text), None).unwrap();
    }
    println!("keyword: indexed in {:.2} s", start.elapsed().as_secs_f64());
    let everything: RowSet = (0..corpus.texts.len()).collect();
    let queries: Vec<Analysis> = corpus.queries.iter().map(|(query, _)| analyze(query)).collect();
    let (_folder, files) = saved(|writer| index.save(writer).unwrap());
    let start = Instant::now();
    let loaded = KeywordIndex::load(KeywordOptions::default(), &files).unwrap();
    println!("loaded in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let tenth: RowSet = (0..corpus.texts.len()).step_by(10).collect();
    for (what, index) in [("never saved", &index), ("mapped", &loaded)] {
        for (filter, allowed) in [("all", &everything), ("a tenth", &tenth)] {
            timed(&format!("keyword, {what}, {filter}"), &queries, |query| {
                index.search(query, Reading::InContext, allowed, DEPTH, None).unwrap().hits.len()
            });
        }
    }
}

fn semantic(corpus: &Corpus) {
    let everything: RowSet = (0..corpus.vectors.len()).collect();
    let tenth: RowSet = (0..corpus.vectors.len()).step_by(10).collect();
    let graph = SemanticOptions { exact_below: 0, ..SemanticOptions::default() };
    let mut index = SemanticIndex::new(DIMENSION, graph);
    for (row, vector) in (0..).zip(&corpus.vectors) {
        index.insert(row, vector, None).unwrap();
    }
    let (_folder, files) = saved(|writer| index.save(writer, &|| Ok(())).unwrap());
    let start = Instant::now();
    let walking = SemanticIndex::load(DIMENSION, graph, &files).unwrap();
    println!("semantic: loaded in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let exact = SemanticOptions { force_exact: true, ..graph };
    let scanning = SemanticIndex::load(DIMENSION, exact, &files).unwrap();
    let find = |index: &SemanticIndex, query: &[f32], allowed: &RowSet| {
        index.search(query, Reading::InContext, allowed, DEPTH, None).unwrap()
    };
    for (what, index) in [("scan", &scanning), ("graph", &walking)] {
        for (filter, allowed) in [("all", &everything), ("a tenth", &tenth)] {
            timed(&format!("semantic, {what}, {filter}"), &corpus.queries, |(_, query)| {
                find(index, query, allowed).len()
            });
        }
    }
    for head in [10, DEPTH] {
        let mut recalled = 0.0;
        for (_, query) in &corpus.queries {
            let truth = find(&scanning, query, &everything);
            let found = find(&walking, query, &everything);
            let truth = &truth[..head.min(truth.len())];
            let hit = truth.iter().filter(|hit| found[..head.min(found.len())].contains(hit)).count();
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            {
                recalled += hit as f64 / truth.len() as f64;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let recall = recalled / corpus.queries.len() as f64;
        println!("recall@{head}: {recall:.4}");
    }
}
