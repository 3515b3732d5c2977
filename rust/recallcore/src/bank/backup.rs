//! A copy of a bank while others read and write it.

use std::path::Path;
use std::time::Duration;

use super::connection::{self, Durability, sqlite_error};
use super::log::execute;
use super::{Bank, FILE_NAME};
use crate::error::{Error, Result};
use crate::files::sync_folder;

/// Nobody else has the copy open.
const NO_WAIT: Duration = Duration::ZERO;

impl Bank {
    /// Copies the bank, as it is at one moment, to a folder that is not there or empty. Writers go on meanwhile. The
    /// copy has no index of its own yet: it is made when the copy is opened.
    ///
    /// # Errors
    /// `Input` when there is something at `target`; `Storage` if the disk fails, with nothing left at `target`.
    pub fn backup(&self, target: &Path) -> Result<()> {
        let taken = match std::fs::read_dir(target) {
            Ok(mut entries) => entries.next().is_some(),
            Err(_) => target.exists(),
        };
        if taken {
            return Err(Error::Input(format!(
                "there is something at the path of the backup, expected nothing or an empty folder: {}",
                target.display()
            )));
        }
        let name = target.file_name().map(|name| name.to_string_lossy().into_owned());
        let (Some(parent), Some(name)) = (target.parent(), name) else {
            return Err(Error::Input(format!("a backup needs a folder of its own: {}", target.display())));
        };
        let aside = parent.join(format!(".{name}.tmp-{}", uuid::Uuid::new_v4().simple()));
        let made = self.copy_to(&aside).and_then(|()| {
            std::fs::rename(&aside, target).map_err(|error| failed(target, &error))?;
            // A relative path has an empty parent.
            sync_folder(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
        });
        made.inspect_err(|_| drop(std::fs::remove_dir_all(&aside)))
    }

    fn copy_to(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let file = folder.join(FILE_NAME);
        let path = file.to_str().ok_or_else(|| {
            Error::Input(format!("the path of a backup must be Unicode text: {}", folder.display()))
        })?;
        // Reads in one transaction; the backup interface of SQLite would begin again with every commit of others.
        self.read(|reader| reader.execute("VACUUM INTO ?1", [path]).map(drop).map_err(sqlite_error))?;
        let copy = connection::open(&file, false, NO_WAIT, Durability::Full)?;
        execute(&copy, "DELETE FROM generations", [])?;
        copy.close().map_err(|(_, error)| sqlite_error(error))?;
        std::fs::File::open(&file).and_then(|file| file.sync_all()).map_err(|error| failed(&file, &error))?;
        sync_folder(folder)
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::Storage(format!("the backup cannot be written: {error}: {}", path.display()))
}
