//! A browser: it makes tables, joins them and opens sockets.

use super::Screen;
use super::http::{HttpAnswer, connect, request_from};
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, client_async};

/// A browser: a cookie, and an address to ask.
#[derive(Clone)]
pub struct Browser {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    /// The token that it chooses itself while it has no cookie.
    pub attempt: Option<String>,
    /// The address it asks from: any of this machine's own.
    pub source: IpAddr,
}

impl Browser {
    pub fn new(address: SocketAddr) -> Browser {
        Browser::from(address, 1)
    }

    /// One that is somewhere else: at 127.0.0.`last`.
    pub fn from(address: SocketAddr, last: u8) -> Browser {
        Browser { address, cookie: None, attempt: None, source: IpAddr::from([127, 0, 0, last]) }
    }

    pub async fn get(&self, path: &str) -> HttpAnswer {
        request_from(self.source, self.address, "GET", path, &self.headers(), None).await
    }

    fn headers(&self) -> Vec<(String, String)> {
        self.cookie.iter().map(|cookie| ("Cookie".to_string(), cookie.clone())).collect()
    }

    pub async fn post(&mut self, path: &str, body: Value) -> HttpAnswer {
        let mut headers = self.headers();
        headers.push(("Content-Type".into(), "application/json".into()));
        headers.extend(self.attempt.iter().map(|attempt| ("Capolinea-Attempt".to_string(), attempt.clone())));
        let body = Some(body.to_string().into_bytes());
        let answer = request_from(self.source, self.address, "POST", path, &headers, body).await;
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = Some(cookie.split(';').next().unwrap().to_string());
        }
        answer
    }

    /// Makes a table and returns its id.
    pub async fn create(&mut self, body: Value) -> String {
        let answer = self.post("/api/tables", body).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["table"].as_str().unwrap().to_string()
    }

    pub async fn join(&mut self, table: &str, name: &str) -> Value {
        let answer = self.post(&format!("/api/tables/{table}/join"), json!({"name": name})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub async fn start(&mut self, table: &str) {
        let answer = self.post(&format!("/api/tables/{table}/start"), json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// Opens a socket and waits for the welcome.
    pub async fn sit(&self, table: &str) -> Screen {
        self.try_sit(table).await.unwrap()
    }

    pub async fn try_sit(&self, table: &str) -> Result<Screen, Error> {
        let mut screen = self.open(table, &[]).await?;
        while screen.welcome.is_null() {
            screen.next().await;
            // The server may go away, or refuse, before it says anything.
            if screen.is_closed {
                return Err(Error::ConnectionClosed);
            }
        }
        Ok(screen)
    }

    /// Opens a socket and waits for nothing.
    pub async fn open(&self, table: &str, headers: &[(&'static str, &str)]) -> Result<Screen, Error> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = MaybeTlsStream::Plain(connect(self.source, self.address).await?);
        let (socket, _) = client_async(request, stream).await?;
        Ok(Screen::new(socket))
    }
}
