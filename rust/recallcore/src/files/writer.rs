//! Writes the files of one folder, and makes sure that they are on the disk before anyone is told of them.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::{FileEntry, checked};
use crate::error::{Error, Result};

/// Read or written at a time.
const BUFFER: usize = 1 << 20;

/// The files of a folder that is being written.
pub struct FilesWriter {
    folder: PathBuf,
    entries: Vec<FileEntry>,
}

impl FilesWriter {
    /// Writes into a folder, made if it is not there.
    ///
    /// # Errors
    /// `Storage` if it cannot be made.
    pub fn new(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), entries: Vec::new() })
    }

    /// Where a file or folder of that name belongs, for an engine that writes itself; see [`Self::adopt`].
    ///
    /// # Errors
    /// `Storage` for a name that leads elsewhere.
    pub fn path(&self, name: &str) -> Result<PathBuf> {
        checked(name)?;
        Ok(self.folder.join(name))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// `Storage` if the disk fails.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.write_with(name, |out| out.write_all(bytes))
    }

    /// Writes a file piece by piece.
    ///
    /// # Errors
    /// `Storage` if the disk fails.
    pub fn write_with(
        &mut self,
        name: &str,
        work: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let path = self.path(name)?;
        let written = || -> io::Result<(u64, u32)> {
            let mut out =
                Summed { inner: BufWriter::with_capacity(BUFFER, File::create(&path)?), sum: Sum::default() };
            work(&mut out)?;
            let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
            Ok(out.sum.done())
        };
        let (length, crc32) = written().map_err(|error| failed(&path, &error))?;
        self.entries.push(FileEntry { name: name.to_owned(), length, crc32 });
        Ok(())
    }

    /// Takes over a file that an engine wrote at [`Self::path`].
    ///
    /// # Errors
    /// `Storage` if it is not there or the disk fails.
    pub fn adopt(&mut self, name: &str) -> Result<()> {
        let path = self.path(name)?;
        let adopted = || -> io::Result<(u64, u32)> {
            let mut file = File::open(&path)?;
            let sum = sum_of(&mut file)?;
            file.sync_all()?;
            Ok(sum)
        };
        let (length, crc32) = adopted().map_err(|error| failed(&path, &error))?;
        self.entries.push(FileEntry { name: name.to_owned(), length, crc32 });
        Ok(())
    }

    /// Everything that was written, once it is on the disk.
    ///
    /// # Errors
    /// `Storage` if the disk fails.
    pub fn finish(self) -> Result<Vec<FileEntry>> {
        let folders = self.entries.iter().filter_map(|entry| Some(entry.name.split_once('/')?.0));
        let mut folders: Vec<&str> = folders.collect();
        folders.dedup();
        for folder in folders {
            sync_folder(&self.folder.join(folder))?;
        }
        sync_folder(&self.folder)?;
        Ok(self.entries)
    }
}

/// Makes the names in a folder last; a no-op where folders cannot be synced (Windows).
///
/// # Errors
/// `Storage` if the disk fails.
pub fn sync_folder(folder: &Path) -> Result<()> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
    }
    Ok(())
}

/// Length and checksum of what is left of a file.
pub(super) fn sum_of(file: &mut impl Read) -> io::Result<(u64, u32)> {
    let mut sum = Sum::default();
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = file.read(&mut buffer)?;
        let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else { return Ok(sum.done()) };
        sum.add(bytes);
    }
}

pub(super) fn failed(path: &Path, error: &io::Error) -> Error {
    Error::Storage(format!("derived file cannot be written or read: {error}: {}", path.display()))
}

#[derive(Default)]
struct Sum {
    length: u64,
    crc32: crc32fast::Hasher,
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.crc32.update(bytes);
    }

    fn done(self) -> (u64, u32) {
        (self.length, self.crc32.finalize())
    }
}

/// Sums what passes through.
struct Summed<W> {
    inner: W,
    sum: Sum,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.add(bytes.get(..written).unwrap_or(bytes));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
