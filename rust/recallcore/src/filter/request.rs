//! What a caller asks for: the filter as data, read from JSON, with no index in sight.

use serde::{Deserialize, Serialize};

use super::fuzzy::is_fuzzy;
use crate::error::{Error, Result};
use crate::types::{MemoryKind, Micros};

/// The deepest nesting of tag groups that a filter may have; a lone leaf has depth 1.
pub const MAX_GROUP_DEPTH: usize = 32;

/// How a memory's tags `t` are held against the tags `T` asked for. Tags are compared byte for byte:
/// case counts, nothing is trimmed, and repetitions in either list mean nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TagsMatch {
    /// Untagged, or at least one tag in common.
    #[default]
    Any,
    /// Untagged, or every tag of `T` present.
    All,
    /// At least one tag in common.
    AnyStrict,
    /// Tagged, and every tag of `T` present.
    AllStrict,
    /// The same set of tags; with an empty `T`, the untagged memories.
    Exact,
}

/// Whether a leaf's tags are the bank's to the letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolve {
    /// They are.
    #[default]
    Exact,
    /// They may be misspelt: [`resolve_tags`](super::resolve_tags) says what they stand for.
    Fuzzy,
}

/// A condition on tags, as a tree.
///
/// JSON: `{"tags": [...], "match": "any_strict", "resolve": "exact"}` (the last two may be left out),
/// `{"and": [...]}`, `{"or": [...]}` or `{"not": node}`; any other key, or two forms in one node, is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawNode", into = "RawNode")]
pub enum TagGroup {
    /// One comparison. An empty list still filters, unlike the filter's flat tags: `any_strict` matches
    /// nothing, `all_strict` every tagged memory, `any` and `exact` the untagged ones, `all` everything.
    Leaf {
        /// The tags asked for.
        tags: Vec<String>,
        /// How they are compared; JSON default `any_strict`.
        matching: TagsMatch,
        /// Whether they may be misspelt; JSON default `exact`.
        resolve: Resolve,
    },
    /// Every member holds; an empty list holds for everything.
    And(Vec<TagGroup>),
    /// Some member holds; an empty list holds for nothing.
    Or(Vec<TagGroup>),
    /// The member does not hold.
    Not(Box<TagGroup>),
}

/// Every form of a node at once, from which [`TagGroup`] takes the one that is there.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNode {
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    matching: Option<TagsMatch>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolve: Option<Resolve>,
    #[serde(skip_serializing_if = "Option::is_none")]
    and: Option<Vec<TagGroup>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    or: Option<Vec<TagGroup>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not: Option<Box<TagGroup>>,
}

impl TryFrom<RawNode> for TagGroup {
    type Error = &'static str;

    fn try_from(node: RawNode) -> std::result::Result<Self, Self::Error> {
        let RawNode { tags, matching, resolve, and, or, not } = node;
        match (tags, and, or, not, matching.is_some() || resolve.is_some()) {
            (Some(tags), None, None, None, _) => Ok(Self::Leaf {
                tags,
                matching: matching.unwrap_or(TagsMatch::AnyStrict),
                resolve: resolve.unwrap_or_default(),
            }),
            (None, Some(members), None, None, false) => Ok(Self::And(members)),
            (None, None, Some(members), None, false) => Ok(Self::Or(members)),
            (None, None, None, Some(member), false) => Ok(Self::Not(member)),
            _ => Err("a tag group is one of {tags, match, resolve}, {and}, {or} or {not}"),
        }
    }
}

impl From<TagGroup> for RawNode {
    fn from(group: TagGroup) -> Self {
        match group {
            TagGroup::Leaf { tags, matching, resolve } => Self {
                tags: Some(tags),
                matching: Some(matching),
                resolve: (resolve == Resolve::Fuzzy).then_some(resolve),
                ..Self::default()
            },
            TagGroup::And(members) => Self { and: Some(members), ..Self::default() },
            TagGroup::Or(members) => Self { or: Some(members), ..Self::default() },
            TagGroup::Not(member) => Self { not: Some(member), ..Self::default() },
        }
    }
}

/// What a memory must be to be seen; every field that is present must hold.
///
/// An absent field restricts nothing, except that [`TagsMatch::Exact`] without tags asks for the untagged
/// memories. An empty list of `ids` or `kinds` names nothing and so matches nothing; an empty list of
/// `tags` counts as absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Public ids; unknown ones match nothing.
    pub ids: Option<Vec<String>>,
    /// Public ids of memories that are not meant.
    pub exclude: Vec<String>,
    /// Kinds, in any order.
    pub kinds: Option<Vec<MemoryKind>>,
    /// The flat tags.
    pub tags: Option<Vec<String>>,
    /// How the flat tags are compared.
    pub tags_match: TagsMatch,
    /// Conditions on tags that must all hold, beside the flat tags.
    pub tag_groups: Vec<TagGroup>,
    /// Last change after this moment, which is itself outside.
    pub updated_after: Option<Micros>,
    /// Last change before this moment, which is itself outside.
    pub updated_before: Option<Micros>,
    /// The document that the memory came from.
    pub document_id: Option<String>,
}

impl Filter {
    /// Whether nothing is asked, so that every memory would match.
    pub fn is_unrestricted(&self) -> bool {
        self.exclude.is_empty() && self.names_nothing()
    }

    /// Whether nothing says which memories are meant, though some may be excluded; a caller about to delete by filter
    /// refuses such a one.
    pub fn names_nothing(&self) -> bool {
        self.ids.is_none()
            && self.kinds.is_none()
            && self.flat_tags().is_none()
            && self.tag_groups.is_empty()
            && self.updated_after.is_none()
            && self.updated_before.is_none()
            && self.document_id.is_none()
    }

    /// Whether any tag may be misspelt.
    pub fn is_fuzzy(&self) -> bool {
        self.tag_groups.iter().any(is_fuzzy)
    }

    /// The flat tags, where they restrict at all.
    pub(super) fn flat_tags(&self) -> Option<&[String]> {
        let tags = self.tags.as_deref().unwrap_or_default();
        match self.tags_match {
            TagsMatch::Exact => Some(tags),
            TagsMatch::Any | TagsMatch::All | TagsMatch::AnyStrict | TagsMatch::AllStrict => {
                (!tags.is_empty()).then_some(tags)
            }
        }
    }

    /// Refuses what could not be evaluated with a bounded stack.
    ///
    /// # Errors
    /// [`Error::Input`] when tag groups nest deeper than [`MAX_GROUP_DEPTH`].
    pub fn check(&self) -> Result<()> {
        if self.tag_groups.iter().all(|group| fits(group, MAX_GROUP_DEPTH)) {
            return Ok(());
        }
        Err(Error::Input(format!("tag groups nest deeper than {MAX_GROUP_DEPTH} levels")))
    }
}

/// Whether the tree has at most `levels` levels; looks no deeper than that.
fn fits(group: &TagGroup, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else { return false };
    match group {
        TagGroup::Leaf { .. } => true,
        TagGroup::And(members) | TagGroup::Or(members) => members.iter().all(|member| fits(member, below)),
        TagGroup::Not(member) => fits(member, below),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> serde_json::Result<Filter> {
        serde_json::from_str(json)
    }

    #[test]
    fn filter_reads_every_field_of_the_contract() {
        let filter = read(
            r#"{"ids": ["a"], "kinds": ["world", "observation"], "tags": ["x"], "tags_match": "all_strict",
                "tag_groups": [{"and": [{"tags": ["a"]}, {"not": {"or": [{"tags": [], "match": "exact"}]}}]}],
                "updated_after": 1, "updated_before": 2, "document_id": "d"}"#,
        )
        .unwrap();
        let leaf = |tags: &[&str], matching| TagGroup::Leaf {
            tags: tags.iter().map(ToString::to_string).collect(),
            matching,
            resolve: Resolve::Exact,
        };
        let inner = TagGroup::Not(Box::new(TagGroup::Or(vec![leaf(&[], TagsMatch::Exact)])));
        assert_eq!(filter.tag_groups, vec![TagGroup::And(vec![leaf(&["a"], TagsMatch::AnyStrict), inner])]);
        assert_eq!(filter.kinds, Some(vec![MemoryKind::World, MemoryKind::Observation]));
        assert_eq!(filter.tags_match, TagsMatch::AllStrict);
        assert!(!filter.is_unrestricted());
    }

    #[test]
    fn unknown_or_mixed_keys_are_refused() {
        for json in [
            r#"{"tag": ["x"]}"#,
            r#"{"kinds": ["opinion"]}"#,
            r#"{"updated_after": "yesterday"}"#,
            r#"{"tag_groups": [{}]}"#,
            r#"{"tag_groups": [{"match": "any"}]}"#,
            r#"{"tag_groups": [{"tags": ["a"], "and": []}]}"#,
            r#"{"tag_groups": [{"and": [], "match": "any"}]}"#,
            r#"{"tag_groups": [{"tags": ["a"], "resolve": "nearly"}]}"#,
            r#"{"tag_groups": [{"or": [], "resolve": "fuzzy"}]}"#,
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn deep_groups_are_an_error_not_an_overflow() {
        let nested = |levels: usize| {
            format!(
                r#"{{"tag_groups": [{}{{"tags": []}}{}]}}"#,
                r#"{"not":"#.repeat(levels),
                "}".repeat(levels)
            )
        };
        assert!(read(&nested(31)).unwrap().check().is_ok());
        assert!(matches!(read(&nested(32)).unwrap().check(), Err(Error::Input(_))));
        assert!(read(&nested(100_000)).is_err());
    }

    #[test]
    fn a_filter_that_asks_nothing_says_so() {
        let excluding = read(r#"{"exclude": ["a"]}"#).unwrap();
        assert!(excluding.names_nothing() && !excluding.is_unrestricted());
        for json in ["{}", r#"{"tags": []}"#, r#"{"tags": [], "tags_match": "all_strict"}"#] {
            assert!(read(json).unwrap().is_unrestricted(), "{json}");
        }
        for json in [r#"{"tags_match": "exact"}"#, r#"{"ids": []}"#, r#"{"kinds": []}"#] {
            assert!(!read(json).unwrap().is_unrestricted(), "{json}");
        }
    }
}
