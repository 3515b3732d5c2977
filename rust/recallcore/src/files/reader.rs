//! Reads the files of one folder. Mapped by tantivy's directory, so that no memory mapping of ours needs `unsafe`.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use tantivy::Directory as _;
use tantivy::directory::{MmapDirectory, OwnedBytes};

use super::writer::{failed, sum_of};
use super::{FileEntry, checked};
use crate::error::{Error, Result};

/// The files of a folder, found whole.
pub struct Files {
    folder: PathBuf,
    directory: MmapDirectory,
    entries: BTreeMap<String, FileEntry>,
}

impl Files {
    /// Opens a folder and reads every file once, to compare it with its checksum.
    ///
    /// # Errors
    /// `Storage` naming the first file that is missing, or of another length or checksum.
    pub fn open(folder: &Path, entries: Vec<FileEntry>) -> Result<Self> {
        // All lengths first: they cost nothing and tell most damage.
        for entry in &entries {
            checked(&entry.name)?;
            let path = folder.join(&entry.name);
            let length = path.metadata().map_err(|error| failed(&path, &error))?.len();
            if length != entry.length {
                return Err(damaged(&entry.name, &format!("{length} bytes, expected {}", entry.length)));
            }
        }
        for entry in &entries {
            let path = folder.join(&entry.name);
            let (length, crc32) = File::open(&path)
                .and_then(|mut file| sum_of(&mut file))
                .map_err(|error| failed(&path, &error))?;
            if (length, crc32) != (entry.length, entry.crc32) {
                return Err(damaged(&entry.name, "another checksum than when it was written"));
            }
        }
        let directory = MmapDirectory::open(folder)
            .map_err(|error| Error::Storage(format!("cannot open {}: {error}", folder.display())))?;
        let entries = entries.into_iter().map(|entry| (entry.name.clone(), entry)).collect();
        Ok(Self { folder: folder.to_owned(), directory, entries })
    }

    /// Whether there is such a file.
    pub fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// The names of all files, ascending.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// Where a file or a folder of files is, for an engine that maps it itself.
    ///
    /// # Errors
    /// `Storage` if there is none.
    pub fn path(&self, name: &str) -> Result<PathBuf> {
        let inside =
            |known: &str| known == name || known.split_once('/').is_some_and(|(folder, _)| folder == name);
        if self.names().any(inside) {
            return Ok(self.folder.join(name));
        }
        Err(Error::Storage(format!("there is no derived file {name:?}")))
    }

    /// The bytes of a file, mapped.
    ///
    /// # Errors
    /// `Storage` if there is none or it cannot be mapped.
    pub fn bytes(&self, name: &str) -> Result<Bytes> {
        let path = self.path(name)?;
        if self.entries.get(name).is_some_and(|entry| entry.length == 0) {
            return Ok(Bytes(OwnedBytes::empty()));
        }
        let read = || self.directory.open_read(Path::new(name)).map_err(std::io::Error::other)?.read_bytes();
        read().map(Bytes).map_err(|error| failed(&path, &error))
    }
}

fn damaged(name: &str, what: &str) -> Error {
    Error::Storage(format!("derived file {name} is damaged: it has {what}"))
}

/// Bytes that stay where the engine mapped them.
#[derive(Debug, Clone)]
pub struct Bytes(OwnedBytes);

impl Bytes {
    /// All of them.
    pub fn as_slice(&self) -> &[u8] {
        self.0.as_slice()
    }

    /// The bytes as 32-bit floats, in place.
    ///
    /// # Errors
    /// `Storage` if their number is no multiple of four, or this machine is big-endian.
    pub fn as_f32s(&self) -> Result<&[f32]> {
        self.numbers()
    }

    /// The bytes as 32-bit numbers, in place.
    ///
    /// # Errors
    /// As [`Self::as_f32s`].
    pub fn as_u32s(&self) -> Result<&[u32]> {
        self.numbers()
    }

    /// The bytes as numbers of another type, in place.
    ///
    /// # Errors
    /// As [`Self::as_f32s`].
    pub fn numbers<T: bytemuck::AnyBitPattern>(&self) -> Result<&[T]> {
        if cfg!(target_endian = "big") {
            return Err(Error::Storage("derived files are little-endian, and this machine is not".into()));
        }
        if self.as_slice().is_empty() {
            return Ok(&[]);
        }
        bytemuck::try_cast_slice(self.as_slice())
            .map_err(|error| Error::Storage(format!("a derived file holds no whole numbers: {error}")))
    }
}
