//! The engine for browsers: `crates/wasm` and `crates/wasm-search` built for WebAssembly, with their JavaScript, into `web/engine`.

use crate::{cargo, root, run, target};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// Tables and bots that answer at once; and what not every game needs, bots that search and reviews.
const MODULES: [&str; 2] = ["wasm", "wasm-search"];

/// How the engine is built. Each kind has a profile of its own, so that programs can be built at the same time.
#[derive(Clone, Copy)]
pub enum Kind {
    /// To be sent to others: each module by itself, as its `profile.toml` says, the one small, the other fast.
    Small,
    /// In less time, for a page on this machine.
    Quick,
}

impl Kind {
    fn profile(self) -> &'static str {
        match self {
            Kind::Small => "browser",
            Kind::Quick => "browser-play",
        }
    }

    fn compile(self) -> Result<(), String> {
        let build = ["build", "--lib", "--target", TARGET, "--profile", self.profile()];
        let packages = MODULES.map(|module| format!("--package=capolinea-{module}"));
        match self {
            Kind::Small => MODULES.iter().zip(&packages).try_for_each(|(module, package)| {
                let settings = format!("--config=crates/{module}/profile.toml");
                cargo(&[&build[..], &[&settings, package]].concat())
            }),
            Kind::Quick => cargo(&[&build[..], &packages.each_ref().map(String::as_str)].concat()),
        }
    }
}

/// Builds the engine for browsers. If that is not possible, it prints why, and the client is built without it: then every game
/// needs a server.
///
/// # Errors
/// The engine does not build.
pub fn build(kind: Kind) -> Result<(), String> {
    if !has_target() && !add_target() {
        return skip(&format!("this Rust can't build for {TARGET}, and rustup can't add that target now"));
    }
    // The tool meanwhile: a build has little to do while it links.
    let tool = std::thread::spawn(|| cargo(&["build", "--package", "capolinea-wasm-bind", "--profile", "tool"]));
    let engine = kind.compile();
    if !tool.join().is_ok_and(|built| built.is_ok()) {
        return skip("the tool that makes its JavaScript can't be built now");
    }
    engine?;
    let tool = target().join("tool").join(format!("capolinea-wasm-bind{}", std::env::consts::EXE_SUFFIX));
    for module in MODULES {
        let built = target().join(TARGET).join(kind.profile()).join(format!("{}.wasm", file(module)));
        run(Command::new(&tool).arg(built).arg(folder()))?;
    }
    Ok(())
}

/// Whether the engine for browsers is there.
pub fn is_built() -> bool {
    MODULES.iter().all(|module| folder().join(format!("{}_bg.wasm", file(module))).is_file())
}

fn skip(why: &str) -> Result<(), String> {
    eprintln!("xtask: SKIPPED the engine for browsers: {why}. Everything else is built; games need the server.");
    // An older build may not fit the current messages.
    match std::fs::remove_dir_all(folder()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{} can't be removed: {error}", folder().display()))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Whether the compiler can build for browsers.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).current_dir(root()).output();
    asked.is_ok_and(|answer| {
        let folder = String::from_utf8_lossy(&answer.stdout);
        answer.status.success() && PathBuf::from(folder.trim()).is_dir()
    })
}

/// Makes rustup add the target; returns whether it is there afterwards.
fn add_target() -> bool {
    let asked = Command::new("rustup").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !asked.is_ok_and(|status| status.success()) {
        return false;
    }
    // Rustup has printed the reason.
    drop(run(Command::new("rustup").args(["target", "add", TARGET])));
    has_target()
}

/// The name of a module's files.
fn file(module: &str) -> String {
    format!("capolinea_{}", module.replace('-', "_"))
}

fn folder() -> PathBuf {
    root().join("web/engine")
}
