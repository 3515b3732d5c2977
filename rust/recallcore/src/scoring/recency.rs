//! Recency: what a memory's age makes of it.

use serde::Deserialize;

use super::NEUTRAL;
use crate::calendar::{effective_date, month_around, period_end, real, year_around};
use crate::types::{MICROS_PER_DAY, MemoryDates, Micros, Precision};
use crate::{Error, Result};

/// How recency falls with age.
///
/// JSON: `{"decay": "linear" | "exponential" | "none", "window_days", "half_life_days", "floor"}`; the numbers that a
/// decay does not use are checked all the same.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "RawDecay")]
pub enum Decay {
    /// `1 − age / window_days`, never below `floor`.
    Linear {
        /// The age at which nothing would be left; 365 by default.
        window_days: f64,
        /// The least recency; 0.1 by default.
        floor: f64,
    },
    /// `0.5 ^ (age / half_life_days)`.
    Exponential {
        /// The age at which half is left; 90 by default.
        half_life_days: f64,
    },
    /// Age does not matter: always neutral.
    None,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Curve {
    Linear,
    Exponential,
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDecay {
    decay: Curve,
    window_days: f64,
    half_life_days: f64,
    floor: f64,
}

impl TryFrom<RawDecay> for Decay {
    type Error = Error;

    fn try_from(raw: RawDecay) -> Result<Self> {
        for (name, days) in [("window_days", raw.window_days), ("half_life_days", raw.half_life_days)] {
            if !days.is_finite() || days <= 0.0 {
                return Err(Error::Config(format!("{name} must be a finite number above 0, given {days}")));
            }
        }
        if !(0.0..=1.0).contains(&raw.floor) {
            return Err(Error::Config(format!("floor of recency must lie in [0, 1], given {}", raw.floor)));
        }
        Ok(match raw.decay {
            Curve::Linear => Self::Linear { window_days: raw.window_days, floor: raw.floor },
            Curve::Exponential => Self::Exponential { half_life_days: raw.half_life_days },
            Curve::None => Self::None,
        })
    }
}

impl Default for Decay {
    fn default() -> Self {
        Self::Linear { window_days: 365.0, floor: 0.1 }
    }
}

impl Decay {
    /// The recency of something that old, in [0, 1]; 1 for what is still to come.
    ///
    /// ```
    /// use recallcore::scoring::recency::Decay;
    ///
    /// let linear = Decay::default();
    /// assert_eq!([linear.at(0.0), linear.at(182.5), linear.at(400.0), linear.at(-9.0)], [1.0, 0.5, 0.1, 1.0]);
    /// let exponential = Decay::Exponential { half_life_days: 90.0 };
    /// assert_eq!([exponential.at(0.0), exponential.at(90.0), exponential.at(180.0)], [1.0, 0.5, 0.25]);
    /// assert_eq!(Decay::None.at(400.0), 0.5);
    /// ```
    pub fn at(self, age_days: f64) -> f64 {
        match self {
            Self::Linear { window_days, floor } => (1.0 - age_days / window_days).min(1.0).max(floor),
            Self::Exponential { .. } if age_days <= 0.0 => 1.0,
            Self::Exponential { half_life_days } => 0.5f64.powf(age_days / half_life_days),
            Self::None => NEUTRAL,
        }
    }
}

/// A memory's recency at `now`, in [0, 1].
///
/// Its age counts from `occurred_start`, else `mentioned_at`, else `occurred_end`. A date known only to the month
/// or year, or a span as long as the month or year that it begins in (or up to a day less), counts from the period's end and is at
/// most neutral: a year's first of January is no date, and its last of December would be a future one. Years up to
/// 1 and from 9999 stand for "unknown"; without any date recency is neutral, 0.5. Dates to come have age 0.
///
/// ```
/// use recallcore::scoring::recency::{Decay, recency};
/// use recallcore::types::{MICROS_PER_DAY, MemoryDates, Precision};
///
/// let now = 20_000 * MICROS_PER_DAY; // 2024-10-04
/// let said = |days_ago| MemoryDates { mentioned_at: Some(now - days_ago * MICROS_PER_DAY), ..MemoryDates::default() };
/// assert_eq!(recency(said(73), now, Decay::default()), 0.8);
/// assert_eq!(recency(MemoryDates::default(), now, Decay::default()), 0.5);
/// // "September 2024", over for three days: as fresh as can be, and yet at most neutral.
/// let september = Some(19_967 * MICROS_PER_DAY);
/// let month = MemoryDates { occurred_start: september, precision: Precision::Month, ..MemoryDates::default() };
/// assert_eq!(recency(month, now, Decay::default()), 0.5);
/// ```
pub fn recency(dates: MemoryDates, now: Micros, decay: Decay) -> f64 {
    if let Some(over) = coarse_end(real(dates.occurred_start), real(dates.occurred_end), dates.precision) {
        return decay.at(days_between(over, now)).min(NEUTRAL);
    }
    effective_date(dates).map_or(NEUTRAL, |(date, _)| decay.at(days_between(date, now)))
}

/// The end of the month or year that the dates stand for, if they stand for one.
fn coarse_end(start: Option<Micros>, end: Option<Micros>, precision: Precision) -> Option<Micros> {
    match precision {
        Precision::Month | Precision::Year => end.or(start).map(|last| period_end(last, precision)),
        Precision::Instant | Precision::Day => {
            let (start, end) = (start?, end?);
            let span = end.saturating_sub(start);
            let whole = [month_around(start), year_around(start)].into_iter().any(|period| {
                let length = period.end - period.start;
                (length - MICROS_PER_DAY..=length).contains(&span)
            });
            (span > 0 && whole).then_some(end)
        }
    }
}

/// Days from one moment to another, with their fraction.
#[expect(clippy::cast_precision_loss, reason = "an age needs no more than 53 bits")]
fn days_between(from: Micros, to: Micros) -> f64 {
    to.saturating_sub(from) as f64 / 1_000_000.0 / 86_400.0
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Micros = 20_687 * MICROS_PER_DAY; // 2026-08-22

    #[expect(clippy::unnecessary_wraps, reason = "dates may be absent")]
    fn day(days: i64) -> Option<Micros> {
        Some(days * MICROS_PER_DAY)
    }

    fn span(start: i64, end: i64) -> MemoryDates {
        MemoryDates { occurred_start: day(start), occurred_end: day(end), ..MemoryDates::default() }
    }

    #[test]
    fn a_whole_year_or_month_ages_from_its_end_and_is_at_most_neutral() {
        let at = |dates| recency(dates, NOW, Decay::default());
        assert_eq!(at(span(20_454, 20_819)), 0.5); // 2026
        assert_eq!(at(span(16_436, 16_801)), 0.1); // 2015
        assert_eq!(at(span(20_636, 20_666)), 0.5); // July 2026, exclusive end
        assert_eq!(at(span(20_454, 20_474)), at(span(20_454, 20_454))); // twenty days are no month
        let year =
            MemoryDates { occurred_start: day(20_454), precision: Precision::Year, ..MemoryDates::default() };
        assert_eq!(at(year), 0.5);
    }

    #[test]
    fn a_year_that_is_known_only_as_a_year_does_not_lose_to_a_day_in_it() {
        // "2026 summit" on 30 August must not be eight months old, nor fresher than what happened a week ago.
        let summit =
            MemoryDates { occurred_start: day(20_454), precision: Precision::Year, ..MemoryDates::default() };
        let theme = MemoryDates { occurred_start: day(20_689), ..MemoryDates::default() };
        let now = 20_695 * MICROS_PER_DAY;
        let of = |dates| recency(dates, now, Decay::default());
        assert_eq!(of(summit), 0.5);
        assert!(of(theme) - of(summit) < 0.5);
    }

    #[test]
    fn the_start_counts_before_the_mention_and_the_mention_before_the_end() {
        let decay = Decay::default();
        let at = |dates| recency(dates, NOW, decay);
        let old = day(20_287);
        let fresh = day(20_677);
        assert!(at(MemoryDates { occurred_start: fresh, mentioned_at: old, ..MemoryDates::default() }) > 0.9);
        assert!(at(MemoryDates { mentioned_at: fresh, occurred_end: old, ..MemoryDates::default() }) > 0.9);
        assert_eq!(at(MemoryDates { occurred_end: old, ..MemoryDates::default() }), 0.1);
    }

    #[test]
    fn placeholders_are_no_dates_and_the_future_has_no_age() {
        let at = |dates| recency(dates, NOW, Decay::default());
        for placeholder in [day(-719_162), day(2_932_896), Some(Micros::MIN), Some(Micros::MAX)] {
            assert_eq!(at(MemoryDates { occurred_start: placeholder, ..MemoryDates::default() }), 0.5);
            let said = MemoryDates {
                occurred_start: placeholder,
                mentioned_at: Some(NOW),
                ..MemoryDates::default()
            };
            assert_eq!(at(said), 1.0);
        }
        assert_eq!(at(MemoryDates { occurred_start: day(30_000), ..MemoryDates::default() }), 1.0);
        let year_to_come =
            MemoryDates { occurred_start: day(30_000), precision: Precision::Year, ..MemoryDates::default() };
        assert_eq!(at(year_to_come), 0.5);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let read = |window: f64, half_life: f64, floor: f64| {
            serde_json::from_str::<Decay>(&format!(
                r#"{{"decay": "linear", "window_days": {window:?}, "half_life_days": {half_life:?}, "floor": {floor:?}}}"#
            ))
        };
        assert_eq!(read(365.0, 90.0, 0.1).unwrap(), Decay::default());
        for bad in [read(0.0, 90.0, 0.1), read(365.0, -1.0, 0.1), read(365.0, 90.0, 1.5)] {
            assert!(bad.is_err());
        }
    }

    fn decay() -> impl Strategy<Value = Decay> {
        prop_oneof![
            (1.0f64..2000.0, 0.0f64..=1.0)
                .prop_map(|(window_days, floor)| Decay::Linear { window_days, floor }),
            (1.0f64..2000.0).prop_map(|half_life_days| Decay::Exponential { half_life_days }),
            Just(Decay::None),
        ]
    }

    proptest! {
        #[test]
        fn any_dates_give_a_recency_in_range(
            start: Option<i64>, end: Option<i64>, said: Option<i64>, now: i64, decay in decay(),
            precision in proptest::sample::select(vec![Precision::Instant, Precision::Day, Precision::Month, Precision::Year]),
        ) {
            let dates = MemoryDates { occurred_start: start, occurred_end: end, precision, mentioned_at: said };
            prop_assert!((0.0..=1.0).contains(&recency(dates, now, decay)));
        }

        #[test]
        fn older_is_never_fresher(mut ages in proptest::collection::vec(-1000.0f64..4000.0, 2..20), decay in decay()) {
            ages.sort_by(f64::total_cmp);
            let falling: Vec<f64> = ages.iter().rev().map(|age| decay.at(*age)).collect();
            prop_assert!(falling.is_sorted());
        }
    }
}
