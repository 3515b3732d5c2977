//! Keeping the keyword arm in files: one segment of all living memories, and the lengths of their fields.

use super::field::{Field, Lengths};
use super::segment::Segment;
use super::{KeywordIndex, KeywordOptions, Place};
use crate::error::{Error, Result};
use crate::files::{Files, FilesWriter};

/// The folder of the segment.
const SEGMENT: &str = "keyword";
/// The row of each document.
const ROWS: &str = "keyword.rows";
/// The lengths by row, in the order of [`Field::ALL`].
const LENGTHS: [&str; 2] = ["keyword.text", "keyword.context"];

impl KeywordIndex {
    /// Writes all living memories as one segment; the index stays as it is.
    ///
    /// # Errors
    /// `Storage` if the disk fails.
    pub fn save(&self, files: &mut FilesWriter) -> Result<()> {
        let tail = if self.tail.len() > 0 { Some(Segment::write(self.tail.memories())?) } else { None };
        let living = self.segments.iter().chain(&tail).filter(|part| part.living_count() > 0);
        let parts: Vec<&Segment> = living.collect();
        let rows = if parts.is_empty() {
            Vec::new()
        } else {
            let folder = files.path(SEGMENT)?;
            std::fs::create_dir(&folder)
                .map_err(|error| Error::Storage(format!("cannot make {}: {error}", folder.display())))?;
            let rows = Segment::merge_to(&parts, &folder)?;
            for name in names_in(&folder)? {
                files.adopt(&format!("{SEGMENT}/{name}"))?;
            }
            rows
        };
        files.write(ROWS, bytemuck::cast_slice(&rows))?;
        for (name, lengths) in LENGTHS.into_iter().zip(&self.lengths) {
            files.write(name, bytemuck::cast_slice(lengths.by_row()))?;
        }
        Ok(())
    }

    /// Maps what [`Self::save`] wrote; later memories go into the tail as ever.
    ///
    /// # Errors
    /// `Storage` if the files are not what it wrote.
    pub fn load(options: KeywordOptions, files: &Files) -> Result<Self> {
        let numbers = |name: &str| -> Result<Vec<u32>> { Ok(files.bytes(name)?.as_u32s()?.to_vec()) };
        let rows = numbers(ROWS)?;
        let mut index = Self::with_options(options);
        index.lengths = [Lengths::of_rows(numbers(LENGTHS[0])?), Lengths::of_rows(numbers(LENGTHS[1])?)];
        // Rows of memories that are gone have lengths of 0.
        let places = rows.iter().max().map_or(0, |last| *last as usize + 1);
        index.places = vec![Place::Absent; places];
        let worded = rows
            .iter()
            .filter(|row| Field::ALL.iter().any(|field| index.lengths[field.column()].holds(**row)));
        index.worded = u32::try_from(worded.count()).unwrap_or(u32::MAX);
        if !rows.is_empty() {
            index.segments.push(Segment::map(&files.path(SEGMENT)?, rows)?);
            index.place_segment(0);
        }
        Ok(index)
    }
}

fn names_in(folder: &std::path::Path) -> Result<Vec<String>> {
    let unreadable =
        |what: &dyn std::fmt::Display| Error::Storage(format!("cannot read {}: {what}", folder.display()));
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(&error))?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(|error| unreadable(&error))?.file_name();
        let name = name.into_string().map_err(|name| unreadable(&name.display()))?;
        // Whoever writes takes a lock; its file says nothing afterwards.
        if std::path::Path::new(&name).extension().is_none_or(|extension| extension != "lock") {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}
