//! The `capolinea` program.

use std::process::ExitCode;

/// A server's small, short-lived texts made the system's allocator a seventh of its work.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    capolinea::main()
}
