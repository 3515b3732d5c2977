//! Memories as they come in and as they are given back, in the JSON form that crosses the seam.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::calendar::period_end;
use crate::document::Reads;
use crate::error::{Error, Result};
use crate::tokens::count_tokens;
use crate::types::{MemoryDates, MemoryKind, Micros, Precision, Relation, Seq};

/// The longest text or context, in UTF-8 bytes. A longer one could never be put before a model whole.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// The longest id, in UTF-8 bytes.
pub const MAX_ID_BYTES: usize = 1024;

/// A causal link as the caller gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Public id of the memory that the link leads to.
    pub target: String,
    /// How the linking memory bears on the target.
    pub relation: Relation,
    /// Strength in (0, 1].
    pub weight: f64,
}

/// A memory as the caller gives it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IncomingMemory {
    /// Public id; absent: one is made, ascending with time.
    pub id: Option<String>,
    /// What is remembered; the only part that counts against a token budget.
    pub text: String,
    /// Words around it, searched but never returned as text.
    pub context: Option<String>,
    /// What sort of memory it is.
    pub kind: MemoryKind,
    /// When what it tells began.
    pub occurred_start: Option<Micros>,
    /// When it ended.
    pub occurred_end: Option<Micros>,
    /// How exactly the dates are known.
    pub precision: Precision,
    /// When it was said; absent: now.
    pub mentioned_at: Option<Micros>,
    /// Labels for filters.
    pub tags: Vec<String>,
    /// The caller's JSON object, kept to the letter.
    pub metadata: Box<RawValue>,
    /// Names in it.
    pub entities: Vec<String>,
    /// Whether the caller named the entities, or an extractor did.
    pub entities_given: bool,
    /// Causal links to other memories.
    pub links: Vec<Link>,
    /// Of an observation: the ids of the memories that it was distilled from.
    pub source_ids: Vec<String>,
    /// Of an observation: how many memories bear it out.
    pub proof_count: Option<i64>,
    /// The document it came from.
    pub document_id: Option<String>,
    /// Whether the embedder read only the beginning of the text.
    #[serde(default)]
    pub truncated: bool,
}

impl IncomingMemory {
    /// Checks what the types do not say.
    ///
    /// # Errors
    /// `Input` naming the field, the bound and what was given.
    pub fn check(&self) -> Result<()> {
        if self.text.trim().is_empty() {
            return Err(Error::Input("text is empty, expected at least one visible character".into()));
        }
        check_bytes("text", &self.text, MAX_TEXT_BYTES)?;
        if let Some(context) = &self.context {
            check_bytes("context", context, MAX_TEXT_BYTES)?;
        }
        if let Some(id) = &self.id {
            check_id("id", id)?;
        }
        if let (Some(start), Some(end)) = (self.occurred_start, self.occurred_end)
            && over_before(end, self.precision, start)
        {
            return Err(Error::Input(format!(
                "occurred_end lies {} microseconds before occurred_start",
                i128::from(start) - i128::from(end)
            )));
        }
        if let Some(proof_count) = self.proof_count
            && proof_count < 1
        {
            return Err(Error::Input(format!("proof_count is {proof_count}, expected at least 1")));
        }
        if self.kind != MemoryKind::Observation && !self.source_ids.is_empty() {
            return Err(Error::Input("source_ids belong to an observation, given to another kind".into()));
        }
        self.links.iter().try_for_each(|link| check_weight(link.weight))
    }

    /// The number of tokens of the text.
    pub fn tokens(&self) -> i64 {
        i64::try_from(count_tokens(&self.text)).unwrap_or(i64::MAX)
    }
}

/// Checks that a link's weight lies in (0, 1].
///
/// # Errors
/// `Input` with the weight given.
pub fn check_weight(weight: f64) -> Result<()> {
    if weight > 0.0 && weight <= 1.0 {
        return Ok(());
    }
    Err(Error::Input(format!("link weight is {weight}, expected more than 0 and at most 1")))
}

/// Whether what ends at `end`, or in the period that `end` begins, is over before `start`.
fn over_before(end: Micros, precision: Precision, start: Micros) -> bool {
    match precision {
        Precision::Instant => end < start,
        Precision::Day | Precision::Month | Precision::Year => period_end(end, precision) <= start,
    }
}

fn check_id(what: &str, id: &str) -> Result<()> {
    if id.is_empty() {
        return Err(Error::Input(format!("{what} is empty, expected at least one character")));
    }
    check_bytes(what, id, MAX_ID_BYTES)
}

fn check_bytes(what: &str, text: &str, most: usize) -> Result<()> {
    if text.len() <= most {
        return Ok(());
    }
    Err(Error::Input(format!("{what} has {} bytes of UTF-8, expected at most {most}: split it", text.len())))
}

/// A memory as the bank holds it.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    /// Public id.
    pub id: String,
    /// The bank's own number: ascending, kept on replacement.
    pub seq: Seq,
    /// 1 at first, one more with each replacement.
    pub version: i64,
    /// What is remembered.
    pub text: String,
    /// Words around it.
    pub context: Option<String>,
    /// What sort of memory it is.
    pub kind: MemoryKind,
    /// When what it tells began.
    pub occurred_start: Option<Micros>,
    /// When it ended.
    pub occurred_end: Option<Micros>,
    /// How exactly the dates are known.
    pub precision: Precision,
    /// When it was said.
    pub mentioned_at: Micros,
    /// Labels for filters.
    pub tags: Vec<String>,
    /// The caller's JSON object.
    pub metadata: Box<RawValue>,
    /// Names in it.
    pub entities: Vec<String>,
    /// Whether the caller named the entities.
    pub entities_given: bool,
    /// Causal links to other memories.
    pub links: Vec<Link>,
    /// Of an observation: its sources.
    pub source_ids: Vec<String>,
    /// Of an observation: how many memories bear it out.
    pub proof_count: Option<i64>,
    /// The document it came from.
    pub document_id: Option<String>,
    /// Tokens of the text (`o200k`).
    pub tokens: i64,
    /// Whether the bank holds a vector for it under the active embedder.
    pub has_vector: bool,
    /// Whether the embedder read only the beginning of the text.
    pub truncated: bool,
    /// When it was first retained.
    pub created_at: Micros,
    /// When it was last retained.
    pub updated_at: Micros,
}

impl Record {
    /// How many memories bear it out: as counted by the caller, else an observation's sources.
    pub fn proofs(&self) -> Option<i64> {
        let sources = || i64::try_from(self.source_ids.len()).ok().filter(|sources| *sources > 0);
        self.proof_count.or_else(sources)
    }

    /// Its dates.
    pub fn dates(&self) -> MemoryDates {
        MemoryDates {
            occurred_start: self.occurred_start,
            occurred_end: self.occurred_end,
            precision: self.precision,
            mentioned_at: Some(self.mentioned_at),
        }
    }

    /// What a reranker reads of it, each reading by itself.
    pub fn read(&self, reads: Reads) -> Vec<String> {
        reads.of(&self.text, self.context.as_deref(), self.dates())
    }
}
