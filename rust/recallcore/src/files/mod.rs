//! Files that are derived from the truth and never changed: written once with a checksum each, and mapped only
//! after they were found whole.
//!
//! A mapped file that is damaged can end the process instead of raising an error, so nothing here hands out a byte
//! before lengths and checksums agree with what the writer noted.

mod reader;
mod writer;

use serde::{Deserialize, Serialize};

pub use reader::{Bytes, Files};
pub use writer::{FilesWriter, sync_folder};

use crate::error::{Error, Result};

/// What is known of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Its name in the folder; one `/` at most.
    pub name: String,
    /// In bytes.
    pub length: u64,
    /// CRC-32 (ISO-HDLC) of all bytes.
    pub crc32: u32,
}

/// Refuses a name that could lead out of the folder.
fn checked(name: &str) -> Result<()> {
    let plain = |part: &str| {
        let known = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
        !part.is_empty() && !part.starts_with('.') && part.chars().all(known)
    };
    // tantivy keeps a list of its files under a hidden name.
    let managed = |part: &str| part.strip_prefix('.').is_some_and(plain);
    let fine = match name.split_once('/') {
        None => plain(name),
        Some((folder, file)) => plain(folder) && (plain(file) || managed(file)),
    };
    if fine { Ok(()) } else { Err(Error::Storage(format!("derived file has an unsafe name: {name:?}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back_mapped() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = FilesWriter::new(folder.path()).unwrap();
        writer.write("small", b"abc").unwrap();
        writer
            .write_with("numbers", |out| (0..1000u32).try_for_each(|n| out.write_all(&n.to_le_bytes())))
            .unwrap();
        writer.write("empty", b"").unwrap();
        std::fs::create_dir(writer.path("sub").unwrap()).unwrap();
        std::fs::write(writer.path("sub").unwrap().join(".meta.json"), b"{}").unwrap();
        writer.adopt("sub/.meta.json").unwrap();
        let entries = writer.finish().unwrap();
        let files = Files::open(folder.path(), entries).unwrap();
        assert_eq!(files.bytes("small").unwrap().as_slice(), b"abc");
        assert_eq!(files.bytes("empty").unwrap().as_slice(), b"");
        assert!(files.bytes("empty").unwrap().as_f32s().unwrap().is_empty());
        assert_eq!(files.bytes("numbers").unwrap().as_u32s().unwrap()[999], 999);
        assert!(files.bytes("other").unwrap_err().to_string().contains("other"));
    }

    #[test]
    fn every_damage_is_noticed_at_open() {
        let damages: [(&str, Option<&[u8]>); 6] = [
            ("truncated", Some(b"hell")),
            ("grown", Some(b"hello!")),
            ("flipped", Some(b"hellp")),
            ("emptied", Some(b"")),
            ("zeroed", Some(&[0; 5])),
            ("missing", None),
        ];
        for (what, damage) in damages {
            let folder = tempfile::tempdir().unwrap();
            let mut writer = FilesWriter::new(folder.path()).unwrap();
            writer.write("file", b"hello").unwrap();
            let entries = writer.finish().unwrap();
            let path = folder.path().join("file");
            match damage {
                Some(bytes) => std::fs::write(path, bytes).unwrap(),
                None => std::fs::remove_file(path).unwrap(),
            }
            let error = Files::open(folder.path(), entries).err().map(|error| error.to_string());
            assert!(error.as_ref().is_some_and(|error| error.contains("file")), "{what}: {error:?}");
        }
    }

    #[test]
    fn names_cannot_leave_the_folder() {
        for name in ["", ".", "..", "../x", "a/../x", "/x", "a/b/c", "a\\b", ".hidden", "a//b", "ü"] {
            assert!(checked(name).is_err(), "{name}");
        }
        for name in ["a", "a.b-c_1", "keyword/meta.json", "keyword/.managed.json"] {
            assert!(checked(name).is_ok(), "{name}");
        }
    }
}
