//! Rebuilds the program when the web client was rebuilt.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=web_client");
}
