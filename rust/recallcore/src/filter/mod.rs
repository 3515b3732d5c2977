//! Which memories a caller may see: kinds, tags, tag groups, documents and times, answered as a set of rows.
//!
//! The filter is the lowest layer that knows of scope. Arms receive the set it yields and nothing else, so
//! that no arm can return, or be cut short by, a memory that the caller filtered out.

mod fuzzy;
mod index;
mod interner;
mod posting;
mod request;

pub use fuzzy::{resolve_tags, tag_similarity};
pub use index::FilterIndex;
pub use request::{Filter, MAX_GROUP_DEPTH, Resolve, TagGroup, TagsMatch};

pub(crate) use interner::{Interner, NamedPostings};
pub(crate) use posting::{RowPosting, row_at};
