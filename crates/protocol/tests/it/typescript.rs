//! `web/src/protocol` says what this crate says. `cargo xtask generate` rewrites it.

use capolinea_protocol::typescript;
use std::path::Path;

#[test]
fn the_generated_types_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(typescript::PATH);
    let fresh = typescript::file();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, fresh).unwrap();
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == fresh, "{} is stale: run `cargo xtask generate`", typescript::PATH);
}
