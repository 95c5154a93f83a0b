//! Builds the program anew when the web client was built anew.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=web_client");
}
