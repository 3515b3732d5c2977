//! No bank is opened in a process that was forked while banks were open.
//!
//! SQLite keeps its locks in tables of the process, and a forked child inherits tables that speak of locks
//! which only the parent holds: a bank opened there would write without them, and lose what both wrote.
//! So whoever opens a bank takes a lease, and a process that finds its parent's leases is refused.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, Result};

/// The process that opened banks last (upper half), and how many it has open (lower half). One atomic and no
/// lock: a lock could be held by another thread at the moment of a fork, and would never be released.
static LEASES: AtomicU64 = AtomicU64::new(0);

/// The right to have one bank open in this process; given back when dropped.
#[derive(Debug)]
pub struct Lease {
    process: u32,
}

impl Lease {
    /// Takes a lease.
    ///
    /// # Errors
    /// `Storage` in a process that was forked while banks were open.
    pub fn take() -> Result<Self> {
        let process = std::process::id();
        let next = |held: u64| {
            let (owner, open) = parts(held);
            match (owner == process, open) {
                (true, open) => Some(whole(process, open + 1)),
                (false, 0) => Some(whole(process, 1)),
                (false, _) => None,
            }
        };
        match LEASES.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next) {
            Ok(_) => Ok(Self { process }),
            Err(held) => Err(Error::Storage(format!(
                "process {process} was forked while {} banks were open, and SQLite's locks do not survive a fork: \
                 close banks before it, or start the process by spawn or forkserver",
                parts(held).1
            ))),
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            return;
        }
        let fewer = |held: u64| {
            let (owner, open) = parts(held);
            (owner == self.process).then(|| whole(owner, open.saturating_sub(1)))
        };
        // Refused only when another process owns the leases, which then are not ours to give back.
        let _ = LEASES.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer);
    }
}

fn parts(held: u64) -> (u32, u32) {
    let half = |value: u64| u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    (half(held >> 32), half(held))
}

fn whole(process: u32, open: u32) -> u64 {
    u64::from(process) << 32 | u64::from(open)
}
