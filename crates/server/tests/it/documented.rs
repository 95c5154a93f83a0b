//! Every request that docs/PROTOCOL.md lists is served, and every route that is served is listed.

use capolinea_tests::server::http::request;
use capolinea_tests::server::*;
use serde_json::json;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The requests of the page's table, as method and path.
fn documented() -> Vec<(String, String)> {
    let page = read("../../docs/PROTOCOL.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let requests = rows.filter_map(|(request, _)| request.split_once(' '));
    requests.filter(|(_, path)| path.starts_with('/')).map(|(how, path)| (how.into(), path.into())).collect()
}

#[tokio::test]
async fn every_documented_request_is_served() {
    let server = server().await;
    let (table, [anna, _], _) = two_players(server.address(), "berlin").await;
    let all = documented();
    assert!(all.len() > 15, "{all:?}");
    for (method, path) in all {
        let path = path.replace("{id}", &table).replace("{map}", "berlin").replace("{seat}", "0");
        let headers = [
            ("Cookie".to_string(), anna.cookie.clone().unwrap()),
            ("Content-Type".to_string(), "application/json".to_string()),
        ];
        let body = (method == "POST").then(|| json!({}).to_string().into_bytes());
        let answer = request(server.address(), &method, &path, &headers, body).await;
        assert!(!answer.text().contains("there is no such address"), "{method} {path}: {}", answer.text());
    }
    server.stop().await;
}

#[test]
fn every_route_is_documented() {
    let source = read("src/http/mod.rs");
    let routes: Vec<&str> = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(routes.len() > 15);
    let plain = |path: &str| path.split('?').next().unwrap().replace("{map}", "{id}").replace("/api", "");
    let known: Vec<String> = documented().iter().map(|(_, path)| plain(path)).collect();
    for route in routes {
        assert!(known.contains(&plain(route)), "docs/PROTOCOL.md does not list {route}");
    }
}
