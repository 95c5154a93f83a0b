//! The web client in the program: what `npm run build` wrote into `web_client/`, if that was done before the program was built.

use capolinea_server::WebClient;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web_client"]
#[allow_missing = true]
struct Files;

/// The client that is built into this program.
pub fn embedded() -> WebClient {
    WebClient::Embedded(|path| Files::get(path).map(|file| file.data))
}
