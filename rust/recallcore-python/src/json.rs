//! JSON in, JSON out: the form in which everything but arrays crosses the seam.

use pyo3::PyErr;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::errors::InputError;

/// Reads one JSON object; `what` names it in the error. A list of an object's values, which serde would take for
/// it, is refused.
pub fn parse_object<T: DeserializeOwned>(what: &str, bytes: &[u8]) -> Result<T, PyErr> {
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        return parse(what, bytes);
    }
    Err(InputError::new_err(format!("{what}: expected a JSON object")))
}

/// Reads one JSON document; `what` names it in the error.
pub fn parse<T: DeserializeOwned>(what: &str, bytes: &[u8]) -> Result<T, PyErr> {
    serde_json::from_slice(bytes).map_err(|error| InputError::new_err(format!("{what}: {error}")))
}

/// Writes one JSON document.
pub fn write<T: Serialize>(value: &T) -> Result<Vec<u8>, PyErr> {
    serde_json::to_vec(value)
        .map_err(|error| InputError::new_err(format!("cannot be written as JSON: {error}")))
}
