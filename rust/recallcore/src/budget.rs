//! Budgets: how deep the arms look, as a word or as a share of the tokens that will be packed.

use serde::Deserialize;

use crate::{Error, Result};

/// The deepest a single arm may look, per kind.
pub const MAX_DEPTH: usize = 100_000;

/// How hard to look, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// A glance.
    Low,
    /// The usual.
    Mid,
    /// Thoroughly.
    High,
}

impl Budget {
    /// The budget of that public name (`low`, `mid`, `high`).
    ///
    /// # Errors
    /// [`Error::Config`] if there is none.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "low" => Ok(Self::Low),
            "mid" => Ok(Self::Mid),
            "high" => Ok(Self::High),
            _ => Err(Error::Config(format!("budget must be \"low\", \"mid\" or \"high\", given {name:?}"))),
        }
    }
}

/// One value for each budget.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerBudget<T> {
    /// For [`Budget::Low`].
    pub low: T,
    /// For [`Budget::Mid`].
    pub mid: T,
    /// For [`Budget::High`].
    pub high: T,
}

impl<T: Copy> PerBudget<T> {
    fn get(self, budget: Budget) -> T {
        match budget {
            Budget::Low => self.low,
            Budget::Mid => self.mid,
            Budget::High => self.high,
        }
    }

    fn named(self) -> [(&'static str, T); 3] {
        [("low", self.low), ("mid", self.mid), ("high", self.high)]
    }
}

/// What a budget means in memories an arm.
///
/// JSON: `{"fixed": {"low", "mid", "high"}}` or `{"adaptive": {"low", "mid", "high", "least", "most"}}`.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "RawBudgets")]
pub struct Budgets(Rule);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Rule {
    Fixed(PerBudget<usize>),
    Adaptive { shares: PerBudget<f64>, least: usize, most: usize },
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RawBudgets {
    Fixed(PerBudget<usize>),
    Adaptive(RawAdaptive),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAdaptive {
    low: f64,
    mid: f64,
    high: f64,
    least: usize,
    most: usize,
}

impl TryFrom<RawBudgets> for Budgets {
    type Error = Error;

    fn try_from(raw: RawBudgets) -> Result<Self> {
        match raw {
            RawBudgets::Fixed(depths) => Self::fixed(depths),
            RawBudgets::Adaptive(RawAdaptive { low, mid, high, least, most }) => {
                Self::adaptive(PerBudget { low, mid, high }, least, most)
            }
        }
    }
}

impl Default for Budgets {
    /// 100, 300 and 1000 memories.
    fn default() -> Self {
        Self(Rule::Fixed(PerBudget { low: 100, mid: 300, high: 1000 }))
    }
}

impl Budgets {
    /// The same depth whatever is packed.
    ///
    /// # Errors
    /// [`Error::Config`] if a depth is 0 or above [`MAX_DEPTH`].
    pub fn fixed(depths: PerBudget<usize>) -> Result<Self> {
        for (name, depth) in depths.named() {
            check_depth(name, depth)?;
        }
        Ok(Self(Rule::Fixed(depths)))
    }

    /// A depth in proportion to `max_tokens`, never below `least` or above `most`.
    ///
    /// # Errors
    /// [`Error::Config`] if a share is not a finite number above 0, a bound is 0 or above [`MAX_DEPTH`], or
    /// `least` is above `most`.
    pub fn adaptive(shares: PerBudget<f64>, least: usize, most: usize) -> Result<Self> {
        for (name, share) in shares.named() {
            if !share.is_finite() || share <= 0.0 {
                return Err(Error::Config(format!(
                    "the share of budget {name} must be a finite number above 0, given {share}"
                )));
            }
        }
        check_depth("least", least)?;
        check_depth("most", most)?;
        if least > most {
            return Err(Error::Config(format!(
                "least must not be above most in adaptive budgets, given {least} and {most}"
            )));
        }
        Ok(Self(Rule::Adaptive { shares, least, most }))
    }

    /// How many memories an arm may return.
    ///
    /// Adaptive: `clamp(round(max_tokens × share), least, most)`, a half rounded to the even neighbour.
    ///
    /// ```
    /// use recallcore::budget::{Budget, Budgets, PerBudget};
    ///
    /// assert_eq!(Budgets::default().depth(Budget::Mid, 4096), 300);
    /// let shares = PerBudget { low: 0.025, mid: 0.075, high: 0.25 };
    /// let adaptive = Budgets::adaptive(shares, 20, 2000)?;
    /// assert_eq!(adaptive.depth(Budget::Low, 4096), 102); // 102.4
    /// assert_eq!(adaptive.depth(Budget::Mid, 4096), 307); // 307.2
    /// assert_eq!(adaptive.depth(Budget::High, 4096), 1024);
    /// assert_eq!(adaptive.depth(Budget::High, 90), 22); // 22.5, a half goes to the even neighbour
    /// assert_eq!(adaptive.depth(Budget::Mid, 100), 20); // 7.5, raised to the least
    /// # Ok::<(), recallcore::Error>(())
    /// ```
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the product is at least 0, and casts saturate before the clamp"
    )]
    pub fn depth(self, budget: Budget, max_tokens: u64) -> usize {
        match self.0 {
            Rule::Fixed(depths) => depths.get(budget),
            Rule::Adaptive { shares, least, most } => {
                let depth = (max_tokens as f64 * shares.get(budget)).round_ties_even() as usize;
                depth.min(most).max(least)
            }
        }
    }
}

fn check_depth(name: &str, depth: usize) -> Result<()> {
    if (1..=MAX_DEPTH).contains(&depth) {
        return Ok(());
    }
    Err(Error::Config(format!("budget {name} is {depth}, expected 1 to {MAX_DEPTH}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> serde_json::Result<Budgets> {
        serde_json::from_str(json)
    }

    #[test]
    fn json_says_fixed_or_adaptive() {
        let fixed = read(r#"{"fixed": {"low": 1, "mid": 2, "high": 3}}"#).unwrap();
        assert_eq!([Budget::Low, Budget::Mid, Budget::High].map(|budget| fixed.depth(budget, 9)), [1, 2, 3]);
        let adaptive =
            read(r#"{"adaptive": {"low": 0.5, "mid": 1, "high": 1, "least": 3, "most": 5}}"#).unwrap();
        assert_eq!([0, 7, 9, 1000].map(|tokens| adaptive.depth(Budget::Low, tokens)), [3, 4, 4, 5]);
        assert_eq!(adaptive.depth(Budget::High, u64::MAX), 5);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for json in [
            r#"{"fixed": {"low": 0, "mid": 2, "high": 3}}"#,
            r#"{"fixed": {"low": 1, "mid": 2, "high": 100001}}"#,
            r#"{"fixed": {"low": 1, "mid": 2}}"#,
            r#"{"adaptive": {"low": 0, "mid": 1, "high": 1, "least": 3, "most": 5}}"#,
            r#"{"adaptive": {"low": 1, "mid": 1, "high": 1, "least": 6, "most": 5}}"#,
            r#"{"adaptive": {"low": 1, "mid": 1, "high": 1, "least": 0, "most": 5}}"#,
            r#"{"other": {}}"#,
        ] {
            assert!(read(json).is_err(), "{json}");
        }
        assert!(Budget::from_name("medium").is_err());
        assert_eq!(Budget::from_name("mid").unwrap(), Budget::Mid);
    }
}
