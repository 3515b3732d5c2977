//! Tags that were not spelt as the bank spells them: a fuzzy leaf becomes a leaf over tags that exist.

use std::collections::BTreeSet;

use caseless::Caseless as _;

use super::request::{Resolve, TagGroup, TagsMatch};
use crate::error::{Error, Result};

/// The least likeness of a tag that stands for another; `mongp` for `mongo` has 0.5, `mango` 0.33.
const LEAST_SIMILARITY: f64 = 0.45;

/// The most distinct tags that are compared with a misspelt one.
const MAX_VOCABULARY: usize = 5_000;

/// The most combinations that a fuzzy `exact` leaf may stand for.
const MAX_COMBINATIONS: usize = 32;

/// Resolves every fuzzy leaf of `groups` against `vocabulary`, the bank's tags, most used first. What is not fuzzy
/// stays as it is.
///
/// A tag that equals others but for case and surrounding spaces stands for exactly those. Else it stands for the tags
/// of the same namespace (what stands before the first `:`) whose value is alike: trigram likeness of at least 0.45,
/// most alike first. A tag that is like none stays itself, and so matches nothing.
///
/// ```
/// use recallcore::filter::{TagGroup, resolve_tags};
///
/// let groups: Vec<TagGroup> = serde_json::from_str(r#"[{"tags": ["typescropt"], "resolve": "fuzzy"}]"#)?;
/// let resolved = resolve_tags(groups, &["python", "typescript"])?;
/// assert_eq!(resolved, serde_json::from_str::<Vec<TagGroup>>(r#"[{"tags": ["typescript"]}]"#)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Input`] if there is a fuzzy leaf and the vocabulary holds more than 5,000 tags, or if an `exact` leaf
/// stands for more than 32 combinations.
pub fn resolve_tags(groups: Vec<TagGroup>, vocabulary: &[&str]) -> Result<Vec<TagGroup>> {
    if !groups.iter().any(is_fuzzy) {
        return Ok(groups);
    }
    if vocabulary.len() > MAX_VOCABULARY {
        return Err(Error::Input(format!(
            "the bank has {} distinct tags, expected at most {MAX_VOCABULARY} for a fuzzy match",
            vocabulary.len()
        )));
    }
    let vocabulary: Vec<Known<'_>> = vocabulary.iter().map(|tag| Known::of(tag)).collect();
    groups.into_iter().map(|group| resolve_group(group, &vocabulary)).collect()
}

/// A tag of the bank's, taken apart once for all that it is compared with.
struct Known<'a> {
    tag: &'a str,
    folded: String,
    trigrams: BTreeSet<[char; 3]>,
}

impl<'a> Known<'a> {
    fn of(tag: &'a str) -> Self {
        let folded = fold(tag);
        let trigrams = trigrams(split(&folded).1);
        Self { tag, folded, trigrams }
    }
}

/// Whether any leaf of the group is fuzzy.
pub(super) fn is_fuzzy(group: &TagGroup) -> bool {
    match group {
        TagGroup::Leaf { resolve, .. } => *resolve == Resolve::Fuzzy,
        TagGroup::And(members) | TagGroup::Or(members) => members.iter().any(is_fuzzy),
        TagGroup::Not(member) => is_fuzzy(member),
    }
}

fn resolve_group(group: TagGroup, vocabulary: &[Known<'_>]) -> Result<TagGroup> {
    let each = |members: Vec<TagGroup>| -> Result<Vec<TagGroup>> {
        members.into_iter().map(|member| resolve_group(member, vocabulary)).collect()
    };
    Ok(match group {
        TagGroup::Leaf { tags, matching, resolve: Resolve::Fuzzy } => {
            resolve_leaf(tags, matching, vocabulary)?
        }
        TagGroup::Leaf { tags, matching, resolve: Resolve::Exact } => leaf(tags, matching),
        TagGroup::And(members) => TagGroup::And(each(members)?),
        TagGroup::Or(members) => TagGroup::Or(each(members)?),
        TagGroup::Not(member) => TagGroup::Not(Box::new(resolve_group(*member, vocabulary)?)),
    })
}

fn resolve_leaf(tags: Vec<String>, matching: TagsMatch, vocabulary: &[Known<'_>]) -> Result<TagGroup> {
    let meanings: Vec<Vec<String>> = tags.iter().map(|tag| meanings(tag, vocabulary)).collect();
    Ok(match matching {
        TagsMatch::Any | TagsMatch::AnyStrict => leaf(each_once(meanings.concat()), matching),
        TagsMatch::All => every(meanings, TagsMatch::Any),
        TagsMatch::AllStrict => every(meanings, TagsMatch::AnyStrict),
        TagsMatch::Exact => one_of_the_combinations(tags, &meanings)?,
    })
}

/// Every tag asked for must be met by one of its meanings.
fn every(meanings: Vec<Vec<String>>, matching: TagsMatch) -> TagGroup {
    let mut leaves: Vec<TagGroup> = meanings.into_iter().map(|tags| leaf(tags, matching)).collect();
    match (leaves.pop(), leaves.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            leaves.push(last);
            TagGroup::And(leaves)
        }
        // Without tags there is nothing to misspell.
        (None, _) => {
            leaf(Vec::new(), if matching == TagsMatch::Any { TagsMatch::All } else { TagsMatch::AllStrict })
        }
    }
}

/// The memory's tags must be one of the sets that the tags asked for may mean.
fn one_of_the_combinations(tags: Vec<String>, meanings: &[Vec<String>]) -> Result<TagGroup> {
    let mut sets: Vec<Vec<String>> = vec![Vec::new()];
    for choices in meanings {
        if sets.len() * choices.len() > MAX_COMBINATIONS {
            return Err(Error::Input(format!(
                "a fuzzy match of exactly {} tags stands for more than {MAX_COMBINATIONS} sets of tags, name them \
                 more precisely",
                tags.len()
            )));
        }
        sets = sets
            .iter()
            .flat_map(|set| {
                choices.iter().map(|choice| [set.as_slice(), std::slice::from_ref(choice)].concat())
            })
            .collect();
    }
    // Two tags asked for may mean one and the same: such a set would be smaller than what was asked for. And two may
    // be met in either order: a set is the same set twice.
    let mut seen: BTreeSet<BTreeSet<String>> = BTreeSet::new();
    sets.retain(|set| {
        let members: BTreeSet<String> = set.iter().cloned().collect();
        members.len() == set.len() && seen.insert(members)
    });
    let mut leaves: Vec<TagGroup> = sets.into_iter().map(|set| leaf(set, TagsMatch::Exact)).collect();
    Ok(match leaves.len() {
        0 => leaf(tags, TagsMatch::Exact),
        1 => leaves.remove(0),
        _ => TagGroup::Or(leaves),
    })
}

/// The tags that `tag` may stand for, most alike first; itself if it is like none.
fn meanings(tag: &str, vocabulary: &[Known<'_>]) -> Vec<String> {
    let asked = Known::of(tag);
    let same: Vec<String> = vocabulary
        .iter()
        .filter(|other| other.folded == asked.folded)
        .map(|other| other.tag.to_owned())
        .collect();
    if !same.is_empty() {
        return same;
    }
    let namespace = split(&asked.folded).0;
    let mut alike: Vec<(f64, &str)> = vocabulary
        .iter()
        .filter(|other| split(&other.folded).0 == namespace)
        .map(|other| (likeness(&asked.trigrams, &other.trigrams), other.tag))
        .filter(|(similarity, _)| *similarity >= LEAST_SIMILARITY)
        .collect();
    alike.sort_by(|left, right| right.0.total_cmp(&left.0));
    if alike.is_empty() {
        return vec![tag.to_owned()];
    }
    alike.into_iter().map(|(_, other)| other.to_owned()).collect()
}

fn fold(tag: &str) -> String {
    tag.trim().chars().default_case_fold().collect()
}

/// Namespace and value of a tag, at its first colon.
fn split(tag: &str) -> (Option<&str>, &str) {
    tag.split_once(':').map_or((None, tag), |(namespace, value)| (Some(namespace), value))
}

/// How alike two texts are: the share of their trigrams that they have in common, 0 if they have none at all.
///
/// Words are runs of letters and digits in lower case; each has two spaces before it and one behind.
///
/// ```
/// use recallcore::filter::tag_similarity;
///
/// // Shared: "  m", " mo", "mon", "ong"; beside them "ngp", "gp ", "ngo", "go ": 4 of 8.
/// assert_eq!(tag_similarity("mongp", "mongo"), 0.5);
/// assert_eq!(tag_similarity("kakfa", "kafka"), 0.2);
/// assert_eq!(tag_similarity("", "mongo"), 0.0);
/// ```
pub fn tag_similarity(left: &str, right: &str) -> f64 {
    likeness(&trigrams(left), &trigrams(right))
}

#[expect(clippy::cast_precision_loss, reason = "a tag has far fewer than 2^53 trigrams")]
fn likeness(left: &BTreeSet<[char; 3]>, right: &BTreeSet<[char; 3]>) -> f64 {
    let shared = left.intersection(right).count();
    let all = left.len() + right.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

fn trigrams(text: &str) -> BTreeSet<[char; 3]> {
    let lower = text.to_lowercase();
    let words = lower.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .flat_map(|word| {
            let padded: Vec<char> = "  ".chars().chain(word.chars()).chain([' ']).collect();
            padded.windows(3).filter_map(|window| <[char; 3]>::try_from(window).ok()).collect::<Vec<_>>()
        })
        .collect()
}

fn each_once(tags: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    tags.into_iter().filter(|tag| seen.insert(tag.clone())).collect()
}

fn leaf(tags: Vec<String>, matching: TagsMatch) -> TagGroup {
    TagGroup::Leaf { tags, matching, resolve: Resolve::Exact }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(json: &str, vocabulary: &[&str]) -> Vec<TagGroup> {
        resolve_tags(serde_json::from_str(json).unwrap(), vocabulary).unwrap()
    }

    fn read(json: &str) -> Vec<TagGroup> {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn likeness_has_the_reference_values() {
        for (left, right, expected) in [
            ("typescropt", "typescript", 0.57),
            ("mongp", "mongo", 0.50),
            ("kakfa", "kafka", 0.20),
            ("mango", "mongo", 0.33),
            ("k9s", "k8s", 0.14),
        ] {
            assert!((tag_similarity(left, right) - expected).abs() < 0.005, "{left} {right}");
        }
        assert!((tag_similarity("한국어 문서", "문서 한국어") - 1.0).abs() < 1e-12);
        assert!((tag_similarity("a_b", "A b") - 1.0).abs() < 1e-12);
    }

    #[test]
    fn case_variants_are_taken_before_anything_alike() {
        let vocabulary = ["typescript", "TypeScript", "typescripts"];
        assert_eq!(
            resolve(r#"[{"tags": [" TYPESCRIPT "], "resolve": "fuzzy"}]"#, &vocabulary),
            read(r#"[{"tags": ["typescript", "TypeScript"]}]"#)
        );
    }

    #[test]
    fn only_the_same_namespace_is_alike() {
        let vocabulary = ["user:minji", "team:minji", "minji"];
        assert_eq!(
            resolve(r#"[{"tags": ["user:minjy"], "resolve": "fuzzy"}]"#, &vocabulary),
            read(r#"[{"tags": ["user:minji"]}]"#)
        );
    }

    #[test]
    fn what_is_like_nothing_stays_itself() {
        let groups = r#"[{"tags": ["zebra"], "match": "all", "resolve": "fuzzy"}]"#;
        assert_eq!(resolve(groups, &["mongo"]), read(r#"[{"tags": ["zebra"], "match": "any"}]"#));
    }

    #[test]
    fn each_of_all_tags_may_be_met_by_any_of_its_meanings() {
        let vocabulary = ["mongo", "mongos", "rust"];
        assert_eq!(
            resolve(
                r#"[{"not": {"tags": ["mongoo", "rust"], "match": "all_strict", "resolve": "fuzzy"}}]"#,
                &vocabulary
            ),
            read(r#"[{"not": {"and": [{"tags": ["mongo", "mongos"]}, {"tags": ["rust"]}]}}]"#)
        );
    }

    #[test]
    fn exact_sets_are_combined_without_repeating_a_tag() {
        let vocabulary = ["mongo", "Mongo"];
        let groups = r#"[{"tags": ["MONGO", "mongO"], "match": "exact", "resolve": "fuzzy"}]"#;
        assert_eq!(resolve(groups, &vocabulary), read(r#"[{"tags": ["mongo", "Mongo"], "match": "exact"}]"#));
    }

    #[test]
    fn too_much_to_compare_or_to_combine_is_refused() {
        let groups = read(r#"[{"tags": ["a"], "resolve": "fuzzy"}]"#);
        assert!(resolve_tags(groups, &vec!["b"; 5_001]).is_err());
        let plain = read(r#"[{"tags": ["a"]}]"#);
        assert!(resolve_tags(plain, &vec!["b"; 5_001]).is_ok());
        let six = ["AB", "Ab", "aB", "ab", " ab", "ab "];
        let exact = read(r#"[{"tags": ["ab", "ab "], "match": "exact", "resolve": "fuzzy"}]"#);
        assert!(resolve_tags(exact, &six).is_err());
    }
}
