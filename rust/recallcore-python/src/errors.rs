//! The engine's errors become the Python classes of `recallcore.errors`, imported at first use.

use pyo3::PyErr;
use recallcore::Error;

pyo3::import_exception!(recallcore.errors, ConfigError);
pyo3::import_exception!(recallcore.errors, InputError);
pyo3::import_exception!(recallcore.errors, DimensionError);
pyo3::import_exception!(recallcore.errors, NotFoundError);
pyo3::import_exception!(recallcore.errors, StorageError);
pyo3::import_exception!(recallcore.errors, BankLockedError);
pyo3::import_exception!(recallcore.errors, BankCorruptError);
pyo3::import_exception!(recallcore.errors, BankFormatError);
pyo3::import_exception!(recallcore.errors, EmbedderMismatchError);

/// The Python exception for an engine error.
#[expect(clippy::needless_pass_by_value, reason = "it is a map_err adapter")]
pub fn to_python(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Config(_) => ConfigError::new_err(message),
        Error::Input(_) => InputError::new_err(message),
        Error::Dimension { .. } => DimensionError::new_err(message),
        Error::NotFound(_) => NotFoundError::new_err(message),
        Error::BankLocked(_) => BankLockedError::new_err(message),
        Error::BankCorrupt(_) => BankCorruptError::new_err(message),
        Error::BankFormat(_) => BankFormatError::new_err(message),
        Error::EmbedderMismatch(_) => EmbedderMismatchError::new_err(message),
        // The enum may grow; what this build does not know is a failure of the store.
        _ => StorageError::new_err(message),
    }
}
