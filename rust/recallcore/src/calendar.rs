//! The little calendar arithmetic that dates of a day, a month or a year need; proleptic Gregorian, UTC.

use std::ops::Range;

use crate::types::{MICROS_PER_DAY, MemoryDates, Micros, Precision};

/// No zone is further from UTC than this.
const MAX_OFFSET: Micros = 14 * MICROS_PER_DAY / 24;
/// The first moment that is a real date: year 2.
const FIRST: Micros = days_from_civil(2, 1) * MICROS_PER_DAY;
/// The first moment that is a placeholder again: year 9999.
const LAST: Micros = days_from_civil(9999, 1) * MICROS_PER_DAY;

/// The date, unless it stands for "unknown".
pub(crate) fn real(date: Option<Micros>) -> Option<Micros> {
    date.filter(|date| (FIRST..LAST).contains(date))
}

/// The date by which a memory is told to a reader and its age is counted, and how exactly it is known:
/// `occurred_start`, else `mentioned_at`, else `occurred_end`.
pub(crate) fn effective_date(dates: MemoryDates) -> Option<(Micros, Precision)> {
    let occurred = |date| real(date).map(|date| (date, dates.precision));
    let mentioned = || real(dates.mentioned_at).map(|date| (date, Precision::Instant));
    occurred(dates.occurred_start).or_else(mentioned).or_else(|| occurred(dates.occurred_end))
}

/// The first moment after the day, month or year that `start` begins; `start` itself for an instant.
///
/// A period starts at midnight in a zone that we are not told: within fourteen hours of a UTC boundary,
/// `start` is taken as that boundary in its own zone, and the end keeps the same offset. Further inside a
/// month or year, `start` is some moment of it, and the end is the next UTC boundary.
pub(crate) fn period_end(start: Micros, precision: Precision) -> Micros {
    let months = match precision {
        Precision::Instant => return start,
        Precision::Day => return start.saturating_add(MICROS_PER_DAY),
        Precision::Month => 1,
        Precision::Year => 12,
    };
    let (year, month) = civil_from_days(start.saturating_add(MAX_OFFSET).div_euclid(MICROS_PER_DAY));
    let first = year * 12 + (month - 1).div_euclid(months) * months;
    let offset = start.saturating_sub(boundary(first));
    let kept = if offset.saturating_abs() <= MAX_OFFSET { offset } else { 0 };
    boundary(first + months).saturating_add(kept)
}

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Day {
    pub(crate) year: i64,
    /// 1 to 12.
    pub(crate) month: i64,
    /// From 1.
    pub(crate) of_month: i64,
}

/// The day that a moment belongs to.
pub(crate) fn day_of(moment: Micros) -> Day {
    let days = moment.div_euclid(MICROS_PER_DAY);
    let (year, month) = civil_from_days(days);
    Day { year, month, of_month: days - days_from_civil(year, month) + 1 }
}

/// The month that a moment belongs to, as `start <= t < end`.
pub(crate) fn month_around(moment: Micros) -> Range<Micros> {
    let Day { year, month, .. } = day_of(moment);
    boundary(year * 12 + month - 1)..boundary(year * 12 + month)
}

/// The year that a moment belongs to, as `start <= t < end`.
pub(crate) fn year_around(moment: Micros) -> Range<Micros> {
    let year = day_of(moment).year;
    boundary(year * 12)..boundary(year * 12 + 12)
}

/// Midnight UTC of the first day of a month, given as months since year 0.
fn boundary(months: i64) -> Micros {
    days_from_civil(months.div_euclid(12), months.rem_euclid(12) + 1).saturating_mul(MICROS_PER_DAY)
}

/// Days from 1970-01-01 to the first of a month (1 to 12). Howard Hinnant, "chrono-Compatible Low-Level
/// Date Algorithms", <https://howardhinnant.github.io/date_algorithms.html>, `days_from_civil` for day 1.
const fn days_from_civil(year: i64, month: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year and month (1 to 12) of a day counted from 1970-01-01: `civil_from_days` of the same page.
fn civil_from_days(days: i64) -> (i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = (shifted + 2) % 12 + 1;
    (era * 400 + year_of_era + i64::from(month <= 2), month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HOUR: Micros = MICROS_PER_DAY / 24;

    fn at(year: i64, month: i64) -> Micros {
        days_from_civil(year, month) * MICROS_PER_DAY
    }

    #[test]
    fn days_match_known_dates() {
        for (year, month, days) in
            [(1970, 1, 0), (2000, 3, 11_017), (2024, 2, 19_754), (1, 1, -719_162), (9999, 12, 2_932_866)]
        {
            assert_eq!(days_from_civil(year, month), days);
            assert_eq!(civil_from_days(days), (year, month));
        }
    }

    #[test]
    fn every_month_of_ten_thousand_years_begins_where_the_last_one_ends() {
        let mut day = days_from_civil(0, 1);
        for year in 0..10_000 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(lengths) {
                assert_eq!(days_from_civil(year, month), day);
                assert_eq!(civil_from_days(day), (year, month));
                assert_eq!(civil_from_days(day + length - 1), (year, month));
                day += length;
            }
        }
    }

    #[test]
    fn a_period_ends_at_its_own_zones_midnight() {
        for offset in [-12 * HOUR, -9 * HOUR, 0, 5 * HOUR + HOUR / 2, 11 * HOUR] {
            for (precision, from, to) in [
                (Precision::Month, at(2024, 2), at(2024, 3)),
                (Precision::Month, at(2023, 5), at(2023, 6)),
                (Precision::Month, at(2023, 12), at(2024, 1)),
                (Precision::Year, at(2024, 1), at(2025, 1)),
                (Precision::Day, at(2024, 1), at(2024, 1) + MICROS_PER_DAY),
                (Precision::Instant, at(2024, 1), at(2024, 1)),
            ] {
                assert_eq!(period_end(from + offset, precision), to + offset, "{precision:?} {offset}");
            }
        }
    }

    #[test]
    fn a_moment_inside_a_period_ends_with_it() {
        let moment = at(2023, 5) + 16 * MICROS_PER_DAY + HOUR;
        assert_eq!(period_end(moment, Precision::Month), at(2023, 6));
        assert_eq!(period_end(moment, Precision::Year), at(2024, 1));
    }

    #[test]
    fn a_moment_knows_its_day_month_and_year() {
        let moment = at(2024, 2) + 28 * MICROS_PER_DAY + HOUR;
        assert_eq!(day_of(moment), Day { year: 2024, month: 2, of_month: 29 });
        assert_eq!(month_around(moment), at(2024, 2)..at(2024, 3));
        assert_eq!(year_around(moment), at(2024, 1)..at(2025, 1));
        assert_eq!(day_of(-1), Day { year: 1969, month: 12, of_month: 31 });
    }

    #[test]
    fn placeholder_years_are_no_dates() {
        for placeholder in
            [at(1, 1), at(1, 12), at(0, 5), at(9999, 1), at(9999, 12), at(10_000, 1), i64::MIN, i64::MAX]
        {
            assert_eq!(real(Some(placeholder)), None);
        }
        for date in [at(2, 1), at(1970, 1), at(9998, 12)] {
            assert_eq!(real(Some(date)), Some(date));
        }
    }

    proptest! {
        #[test]
        fn no_moment_overflows(start: i64) {
            for precision in [Precision::Instant, Precision::Day, Precision::Month, Precision::Year] {
                prop_assert!(period_end(start, precision) >= start);
            }
        }
    }
}
