//! Asking work on another thread to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Result};

/// Asked for by one thread, looked for by another.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for it.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Goes on, unless it was asked for.
    ///
    /// # Errors
    /// `Storage`, which nobody sees: whoever asked does not wait for an answer.
    pub fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) {
            Err(Error::Storage("the bank was closed meanwhile".into()))
        } else {
            Ok(())
        }
    }
}
