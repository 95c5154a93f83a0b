//! The web client in the program: the output of `npm run build` in `web_client/`, if it was there when the program was built.

use capolinea_server::WebClient;

#[cfg(feature = "web-client")]
#[derive(rust_embed::RustEmbed)]
#[folder = "web_client"]
#[allow_missing = true]
struct Files;

/// The client that is built into this program.
#[cfg(feature = "web-client")]
pub fn embedded() -> WebClient {
    WebClient::Embedded(|path| Files::get(path).map(|file| file.data))
}

/// This program was built without the client.
#[cfg(not(feature = "web-client"))]
pub fn embedded() -> WebClient {
    WebClient::None
}
