//! Looking for damage, in the truth and in what is derived from it.

use rusqlite::Connection;
use serde::Serialize;

use super::connection::sqlite_error;
use super::{Bank, embedders, generation, log};
use crate::error::{Error, Result};

/// Complaints of one kind that are told.
const MOST_TOLD: usize = 20;
/// Memories read at a time.
const CHUNK: i64 = 1024;

/// Something that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where: `memories.sqlite` or `index`.
    pub part: &'static str,
    /// What.
    pub what: String,
}

/// What was looked at, and what was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// What is wrong, the first of each kind.
    pub problems: Vec<Problem>,
    /// What was mended.
    pub repaired: Vec<String>,
    /// Memories that were read.
    pub memories: usize,
    /// Vectors that were read.
    pub vectors: usize,
    /// Files of the newest generation that were compared with their checksums.
    pub files: usize,
}

impl Bank {
    /// Reads everything there is: SQLite's own checks, every memory and vector, every file of the newest generation.
    /// With `repair` a damaged index is made anew from the truth; the truth itself is never touched.
    ///
    /// # Errors
    /// `Storage` if the disk fails, or if a repair does. Damage is no error but a [`Problem`].
    pub fn check(&self, repair: bool) -> Result<CheckReport> {
        let mut report = CheckReport::default();
        self.read(|reader| {
            // One moment for all that is compared.
            let transaction = reader.unchecked_transaction().map_err(sqlite_error)?;
            check_truth(&transaction, &mut report);
            check_index(&transaction, self.file.parent().unwrap_or(&self.file), &mut report);
            Ok(())
        })?;
        let index_is_bad = report.problems.iter().any(|problem| problem.part == INDEX);
        if repair && index_is_bad {
            self.optimize()?;
            report.repaired.push("the index was made anew from memories.sqlite".into());
        }
        Ok(report)
    }
}

const TRUTH: &str = "memories.sqlite";
const INDEX: &str = "index";

fn check_truth(connection: &Connection, report: &mut CheckReport) {
    let complaints = [
        complaints(connection, "PRAGMA integrity_check(20)", |row| row.get(0), "ok"),
        complaints(
            connection,
            "PRAGMA foreign_key_check",
            |row| Ok(format!("a row of {} belongs to nothing", row.get::<_, String>(0)?)),
            "",
        ),
    ];
    for complaint in complaints.into_iter().flatten() {
        tell(report, TRUTH, complaint);
    }
    if let Err(error) = read_all(connection, report) {
        tell(report, TRUTH, error.to_string());
    }
}

/// What a check of SQLite's says, but for the one text that means that all is well.
fn complaints(
    connection: &Connection,
    sql: &str,
    read: impl Fn(&rusqlite::Row<'_>) -> rusqlite::Result<String>,
    fine: &str,
) -> Vec<String> {
    let found: rusqlite::Result<Vec<String>> = connection
        .prepare(sql)
        .and_then(|mut statement| statement.query_map([], |row| read(row)).and_then(Iterator::collect));
    let told = found.unwrap_or_else(|error| vec![sqlite_error(error).to_string()]);
    told.into_iter().filter(|text| text != fine).take(MOST_TOLD).collect()
}

/// Reads every memory and every vector that is searched.
fn read_all(connection: &Connection, report: &mut CheckReport) -> Result<()> {
    let embedder = embedders::active(connection)?;
    let mut after = 0;
    loop {
        let seqs = log::seqs_after(connection, after, CHUNK)?;
        let Some(last) = seqs.last() else { return Ok(()) };
        after = *last;
        for seq in seqs {
            if let Err(error) = read_one(connection, seq, embedder.as_ref(), report) {
                tell(report, TRUTH, format!("memory number {seq}: {error}"));
            }
        }
    }
}

fn read_one(
    connection: &Connection,
    seq: i64,
    embedder: Option<&(i64, embedders::StoredEmbedder)>,
    report: &mut CheckReport,
) -> Result<()> {
    let record = log::read_record(connection, seq)?;
    report.memories += usize::from(record.is_some());
    if let Some((id, stored)) = embedder {
        let vectors = embedders::read_vectors(connection, seq, *id, stored.identity.dimension)?;
        report.vectors += vectors.len();
        if vectors.iter().any(|(_, vector)| !vector.iter().all(|component| component.is_finite())) {
            return Err(Error::BankCorrupt(
                "a stored vector has components that are no finite numbers".into(),
            ));
        }
    }
    Ok(())
}

fn check_index(connection: &Connection, bank: &std::path::Path, report: &mut CheckReport) {
    match generation::newest(connection, bank) {
        Ok(None) => {}
        Ok(Some((_, manifest, files))) => {
            report.files = files.names().count();
            if let Ok(newest) = log::newest_change(connection)
                && manifest.applied > newest
            {
                let what = format!("it holds change {}, and the newest is {newest}", manifest.applied);
                tell(report, INDEX, what);
            }
        }
        Err(error) => tell(report, INDEX, error.to_string()),
    }
}

fn tell(report: &mut CheckReport, part: &'static str, what: String) {
    if report.problems.iter().filter(|problem| problem.part == part).count() < MOST_TOLD {
        report.problems.push(Problem { part, what });
    }
}
