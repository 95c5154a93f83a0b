//! Three servers, their database, and a connection between each of them and it that can be broken.

use super::super::program::Program;
use capolinea_test_database::{Cluster, Durability, Proxy};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// Where the servers are now; a server that is started again has another port.
#[derive(Clone)]
pub struct Directory(Arc<Mutex<Vec<SocketAddr>>>);

impl Directory {
    pub fn address(&self, server: usize) -> SocketAddr {
        self.0.lock().unwrap()[server]
    }
}

pub struct Site {
    cluster: Cluster,
    database: String,
    proxies: Vec<Proxy>,
    programs: Vec<Option<Program>>,
    directory: Directory,
}

impl Site {
    pub async fn start() -> Site {
        // A database of its own: it is stopped and started again.
        let cluster = Cluster::start(Durability::Fast).unwrap();
        let database = cluster.create_named().unwrap();
        let proxies: Vec<Proxy> = (0..3).map(|_| Proxy::start(cluster.port()).unwrap()).collect();
        let nowhere = SocketAddr::from(([127, 0, 0, 1], 1));
        let directory = Directory(Arc::new(Mutex::new(vec![nowhere; 3])));
        let mut site = Site { cluster, database, proxies, programs: vec![None, None, None], directory };
        for server in 0..3 {
            site.start_server(server).await;
        }
        site
    }

    pub async fn start_server(&mut self, server: usize) {
        let url = self.cluster.url(&self.database, self.proxies[server].port());
        let started = tokio::task::spawn_blocking(move || Program::start_on(&url, &[])).await.unwrap();
        self.directory.0.lock().unwrap()[server] = started.address;
        self.programs[server] = Some(started);
    }

    pub fn directory(&self) -> Directory {
        self.directory.clone()
    }

    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.directory.0.lock().unwrap().clone()
    }

    pub fn proxy(&self, server: usize) -> &Proxy {
        &self.proxies[server]
    }

    pub fn signal(&self, server: usize, name: &str) {
        self.programs[server].as_ref().unwrap().signal(name);
    }

    pub fn kill(&mut self, server: usize) {
        self.programs[server].take().unwrap().kill();
    }

    /// Starts another server, then stops this one kindly.
    pub async fn replace(&mut self, server: usize) {
        let old = self.programs[server].take().unwrap();
        self.start_server(server).await;
        assert!(tokio::task::spawn_blocking(|| old.stop()).await.unwrap(), "it ends well");
    }

    pub fn end_backends(&self) {
        let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'capolinea'";
        self.cluster.sql(&self.database, all).unwrap();
    }

    pub fn stop_database(&self) {
        self.cluster.stop().unwrap();
    }

    pub fn start_database(&self) {
        self.cluster.start_again().unwrap();
    }

    /// No server has ended by itself.
    pub fn check_running(&mut self) {
        for program in self.programs.iter_mut().flatten() {
            assert!(program.is_running(), "a server has ended");
        }
    }

    pub fn stop(self) {
        for program in self.programs.into_iter().flatten() {
            assert!(program.stop(), "every server ends well");
        }
    }

    /// Everything that is stored of a table, as the database itself tells it.
    pub fn read_log(&self, table: &str) -> Value {
        let sql = format!(
            "SELECT json_build_object('revision', h.revision, 'status', h.status, 'seating', s.seating::json, 'steps', \
             (SELECT json_agg(json_build_object('revision', p.revision, 'id', p.id, 'done', p.done::json) ORDER BY p.revision) \
             FROM steps p WHERE p.key = h.key)) FROM heads h JOIN seatings s ON s.key = h.key WHERE h.id = '{table}'"
        );
        let text = self.cluster.sql(&self.database, &sql).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}
