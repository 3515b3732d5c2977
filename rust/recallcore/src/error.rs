//! One error enum for the whole engine; the binding turns each variant into one Python exception.

/// What can go wrong. Messages say what was wrong, what was expected and what was given,
/// in lower case and without a full stop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option or setting is out of range or contradicts another.
    #[error("{0}")]
    Config(String),
    /// A memory, query or filter given by the caller is not acceptable.
    #[error("{0}")]
    Input(String),
    /// A vector has another length than the bank's vectors.
    #[error("{what} has {given} dimensions, expected {expected}")]
    Dimension {
        /// Which vector: `query vector`, `vector of memory "x"`.
        what: String,
        /// The length given.
        given: usize,
        /// The length the bank holds.
        expected: usize,
    },
    /// A memory or link target that was named does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The disk, or SQLite on it, failed.
    #[error("{0}")]
    Storage(String),
    /// Another writer held the bank for longer than the timeout.
    #[error("{0}")]
    BankLocked(String),
    /// The stored truth is damaged.
    #[error("{0}")]
    BankCorrupt(String),
    /// The bank was written by another version of the format, or is no bank.
    #[error("{0}")]
    BankFormat(String),
    /// Vectors of two embedders would be mixed.
    #[error("{0}")]
    EmbedderMismatch(String),
}

/// The engine's result.
pub type Result<T> = std::result::Result<T, Error>;
