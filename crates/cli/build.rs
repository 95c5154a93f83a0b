//! Rebuilds the program when the web client in it was rebuilt.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_WEB_CLIENT").is_some() {
        println!("cargo::rerun-if-changed=web_client");
    }
}
