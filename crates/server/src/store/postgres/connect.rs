//! Connections to the database: address, TLS, timeouts, and how the process of a lost one is identified.

use super::OpenError;
use crate::limits::postgres::{CONNECT_TIMEOUT, KEEPALIVE_AFTER};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long the database lets a statement run. See also [`ANSWER_TIMEOUT`](crate::limits::postgres::ANSWER_TIMEOUT).
const SETTINGS: &str = "SET statement_timeout = '5s'; SET lock_timeout = '4s'; SET jit = off; \
                        SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; \
                        SET synchronous_commit = on; SET client_min_messages = warning";

/// Makes connections.
pub(super) struct Connector {
    config: Config,
    tls: MakeRustlsConnect,
}

/// A process of the database that serves one connection.
#[derive(Clone, Debug)]
pub(super) struct Backend {
    /// Its process id, which may be reused later.
    pub(super) pid: i32,
    /// When it was started.
    pub(super) started: String,
}

/// An open connection that is not shared.
pub(super) struct Line {
    pub(super) client: Client,
    pub(super) backend: Backend,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl Line {
    /// A statement, prepared once.
    pub(super) async fn prepare(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        let known = self.statements.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }
}

impl Connector {
    /// Connections to the database at `url`. With `ca`, only certificates signed by one in that file are trusted; else those
    /// that the system trusts.
    pub(super) fn new(url: &str, ca: Option<&Path>) -> Result<Connector, OpenError> {
        if url.contains("://") && url.matches('@').count() > 1 {
            // What stands between them may be a part of the password: nothing of it is shown.
            let problem = "it has more than one @; write every other @ as %40, also in the user or the password".into();
            return Err(OpenError::Address { problem });
        }
        let mut config: Config =
            url.parse().map_err(|error: tokio_postgres::Error| OpenError::Address { problem: words(&error) })?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(OpenError::Address { problem: "it has no host".into() });
        }
        if config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_))) && config.get_hostaddrs().is_empty() {
            // A socket in the file system leads to this machine only.
            config.ssl_mode(SslMode::Disable);
        }
        // A read-only replica may be behind: its data may be outdated.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        config.connect_timeout(CONNECT_TIMEOUT);
        config.keepalives_idle(KEEPALIVE_AFTER);
        if config.get_application_name().is_none() {
            config.application_name("capolinea");
        }
        Ok(Connector { tls: MakeRustlsConnect::new(tls(ca)?), config })
    }

    /// Where the database is, without secrets.
    pub(super) fn place(&self) -> String {
        let host = |host: &Host| match host {
            Host::Tcp(name) => name.clone(),
            Host::Unix(path) => path.display().to_string(),
        };
        let hosts: Vec<String> = self.config.get_hosts().iter().map(host).collect();
        let ports: Vec<String> = self.config.get_ports().iter().map(u16::to_string).collect();
        let port = if ports.is_empty() { "5432".into() } else { ports.join(",") };
        format!("{}:{port}/{}", hosts.join(","), self.config.get_dbname().unwrap_or_default())
    }

    /// Opens a connection.
    pub(super) async fn connect(&self) -> Result<Arc<Line>, tokio_postgres::Error> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(problem = words(&error), "a connection to the database ended");
            }
        });
        prepare_session(&client).await?;
        let sql = "SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()";
        let row = client.query_one(sql, &[]).await?;
        let backend = Backend { pid: row.try_get(0)?, started: row.try_get(1)? };
        Ok(Arc::new(Line { client, backend, statements: Mutex::default() }))
    }

    /// Opens a connection that receives notifications too: its owner drives it.
    pub(super) async fn connect_raw(
        &self,
    ) -> Result<
        (Client, impl futures_util::Stream<Item = Result<tokio_postgres::AsyncMessage, tokio_postgres::Error>> + use<>),
        tokio_postgres::Error,
    > {
        let (client, mut connection) = self.config.connect(self.tls.clone()).await?;
        Ok((client, futures_util::stream::poll_fn(move |context| connection.poll_message(context))))
    }

    /// A pool of connections for reading.
    pub(super) fn pool(&self, connections: usize) -> Result<deadpool_postgres::Pool, OpenError> {
        use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(self.config.clone(), self.tls.clone(), manager);
        let prepare = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
            Box::pin(async move { prepare_session(client).await.map_err(HookError::Backend) })
        });
        Pool::builder(manager)
            .max_size(connections)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(CONNECT_TIMEOUT))
            .create_timeout(Some(CONNECT_TIMEOUT))
            .recycle_timeout(Some(CONNECT_TIMEOUT))
            .post_create(prepare)
            .build()
            .map_err(|error| OpenError::Address { problem: error.to_string() })
    }
}

/// A database that accepts a connection and then says nothing is not waited for longer than one that does not answer at all.
async fn prepare_session(client: &Client) -> Result<(), tokio_postgres::Error> {
    client.batch_execute(SETTINGS).await
}

fn tls(ca: Option<&Path>) -> Result<ClientConfig, OpenError> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = ca {
        let wrong = |problem: String| OpenError::Ca { path: path.to_path_buf(), problem };
        // Opening a pipe would wait for a writer.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(wrong("it is not a file".into()));
        }
        let found = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
        for certificate in found {
            let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
            roots.add(certificate).map_err(|error| wrong(error.to_string()))?;
        }
        if roots.is_empty() {
            return Err(wrong("there is no certificate in it".into()));
        }
    } else {
        // A system without certificates can still use a database without TLS, or one whose certificate is named.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| OpenError::Address { problem: error.to_string() })?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// An error with its causes: the outermost alone often says little.
pub(super) fn words(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_words = cause.to_string();
        if !words.contains(&cause_words) {
            words.push_str(": ");
            words.push_str(&cause_words);
        }
        source = cause.source();
    }
    words
}
