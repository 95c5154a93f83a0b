//! A client in another language, written by the documented protocol alone, plays whole games.

use super::program::Program;
use capolinea_tests::server::{Browser, Dice, finish_alone};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?} can't be run: {error}"));
    assert!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// A Python with the one package that the bot needs, made once under `target`.
fn python() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-bot");
    let requirements = std::fs::read_to_string(examples().join("requirements.txt")).unwrap();
    let (python, installed) = (folder.join("bin/python"), folder.join("installed"));
    if std::fs::read_to_string(&installed).ok().as_ref() != Some(&requirements) {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        run(Command::new(&python).args(install).arg(examples().join("requirements.txt")));
        std::fs::write(installed, requirements).unwrap();
    }
    python
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_in_python_plays_legally_on_every_map() {
    let python = tokio::task::spawn_blocking(python).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(folder.path(), &[]);
    for map in ["usa", "europe", "germany", "san_francisco", "berlin"] {
        let mut anna = Browser::new(program.address);
        let seats = json!([{"who": {"sitter": "here", "name": "Anna"}}, {"who": {"sitter": "open"}}]);
        let settings = json!({"pace": "instant"});
        let table = anna.create(json!({"map": map, "seats": seats, "settings": settings})).await;
        let mut screen = anna.sit(&table).await;
        let bot = Command::new(&python)
            .arg(examples().join("random_bot.py"))
            .arg(format!("http://{}/t/{table}", program.address))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        screen.wait(|screen| screen.table["seats"][1]["name"] == "Robotto").await;
        anna.start(&table).await;
        finish_alone(&mut screen, &mut Dice(17)).await;
        let output = tokio::task::spawn_blocking(|| bot.wait_with_output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{map}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("1. seat "));
        let refused = anna.get("/metrics").await.text();
        assert!(!refused.contains("refusals_total{reason=\"rule\"}"), "the bot did something illegal: {refused}");
    }
    assert!(program.stop());
}
