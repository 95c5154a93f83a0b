//! Rebuilds the crate when a map is added or changed: the maps are embedded in it.

fn main() {
    println!("cargo::rerun-if-changed=maps");
}
