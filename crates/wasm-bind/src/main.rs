//! Generates the JavaScript for `crates/wasm`: `capolinea-wasm-bind INPUT.wasm FOLDER`. `cargo xtask` calls it.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("capolinea-wasm-bind: give the file that cargo has built and the folder for the result");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // The page says where the file is: its name has a hash in it.
    bindgen.input_path(input).typescript(true).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("capolinea-wasm-bind: {error:#}");
            ExitCode::FAILURE
        }
    }
}
