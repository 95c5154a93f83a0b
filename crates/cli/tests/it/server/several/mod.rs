//! Three servers in processes of their own, one database, dozens of people who play, and everything that can go wrong between
//! them: servers are killed, paused and replaced, the database restarts and ends connections, and the network cuts, stalls and
//! resets. Then a checker that knows nothing of the servers' code compares what people were told with what is stored.
//!
//! `CAPOLINEA_FAULT_ROUNDS=40` repeats it so often with new tables and other seeds; see CONTRIBUTING.md.

mod checker;
mod player;
mod site;

use capolinea_tests::server::{Browser, Dice};
use player::{Counts, Notes, Player, Progress};
use serde_json::json;
use site::Site;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

const TABLES: usize = 14;
/// How often each kind of fault is injected in a round.
const PASSES: usize = 3;
/// So many actions may be sent for each fault, and so many of them must be done before it is over.
const SENT: usize = 27;
const DONE: u64 = 16;
/// The database is away at most so long, for one server or for all, even if nobody has noticed.
const LONGEST_OUTAGE: Duration = Duration::from_secs(20);

/// Something that goes wrong, at one server or at the database.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// SIGKILL; another is started in its place.
    Kill,
    /// SIGSTOP, and SIGCONT when the others have played on.
    Pause,
    /// SIGTERM; another is started in its place, as when the program is replaced by a new version.
    Replace,
    /// Every connection of the database is ended by the database.
    EndBackends,
    /// The database is stopped as by a power cut, and started again when somebody was told.
    RestartDatabase,
    /// A server's connections to the database are cut.
    Cut,
    /// They are silent until the others have played on, but not longer than an outage.
    Stall,
    /// They are reset.
    Reset,
    /// Requests reach the database, but their answers are lost.
    LoseAnswers,
    /// Requests do not reach the database.
    LoseRequests,
}

const FAULTS: [Fault; 10] = [
    Fault::Kill,
    Fault::Pause,
    Fault::Replace,
    Fault::EndBackends,
    Fault::RestartDatabase,
    Fault::Cut,
    Fault::Stall,
    Fault::Reset,
    Fault::LoseAnswers,
    Fault::LoseRequests,
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_fails_between_servers_and_database_nothing_is_lost_doubled_or_shown_to_others() {
    let rounds = std::env::var("CAPOLINEA_FAULT_ROUNDS").map_or(1, |text| text.parse().expect("a number"));
    let mut site = Site::start().await;
    for round in 0..rounds {
        play_round(&mut site, round).await;
    }
    site.stop();
}

async fn play_round(site: &mut Site, round: u64) {
    let progress = Arc::new(Progress::default());
    let mut playing: JoinSet<Notes> = JoinSet::new();
    let mut tables = Vec::new();
    for number in 0..TABLES {
        let (table, players) = sit_down(site, &progress, round, number).await;
        tables.push(table);
        for player in players {
            playing.spawn(player.play());
        }
    }
    let mut dice = Dice(round * 7919 + 17);
    for pass in 0..PASSES {
        let mut faults = FAULTS;
        for last in (1..faults.len()).rev() {
            faults.swap(last, dice.roll() as usize % (last + 1));
        }
        for fault in faults {
            let server = dice.roll() as usize % 3;
            inject(site, fault, server, &progress).await;
            println!("round {round}, pass {pass}: {fault:?} at server {server}; {:?}", progress.now());
        }
    }
    // Everything works again: every game is played to its end.
    progress.may_send.add_permits(1_000_000);
    let notes = playing.join_all().await;
    site.check_running();
    for table in &tables {
        let log = site.read_log(table);
        let seen: Vec<&Notes> = notes.iter().filter(|notes| notes.table == *table).collect();
        checker::check(&log, &seen);
        if *table == tables[0] {
            checker::check_that_it_can_fail(&log, &seen);
        }
    }
    let told: usize = notes.iter().map(|notes| notes.acknowledged.len()).sum();
    println!("round {round}: {told} actions acknowledged at {TABLES} tables, {} screens", notes.len());
}

/// A table of two people, at every second one with a bot, and one person who watches.
async fn sit_down(site: &Site, progress: &Arc<Progress>, round: u64, number: usize) -> (String, Vec<Player>) {
    let address = site.addresses()[number % 3];
    let (mut anna, mut bruno) = (Browser::new(address), Browser::new(address));
    let mut seats = vec![json!({"who": {"sitter": "here", "name": "Anna"}}), json!({"who": {"sitter": "open"}})];
    if number.is_multiple_of(2) {
        seats.push(json!({"who": {"sitter": "bot", "level": "beginner"}}));
    }
    let map = ["berlin", "usa"][number / 2 % 2];
    let settings = json!({"pace": "instant"});
    let table = anna.create(json!({"map": map, "seats": seats, "settings": settings})).await;
    bruno.join(&table, "Bruno").await;
    anna.start(&table).await;
    let watcher = Browser::new(address);
    let players = [(anna, Some(0)), (bruno, Some(1)), (watcher, None)].into_iter().enumerate();
    let player = |(index, (browser, seat)): (usize, (Browser, Option<u64>))| {
        let seed = (round * 1000 + number as u64) * 10 + index as u64 + 1;
        Player::new(table.clone(), browser, seat, seed, site.directory(), progress.clone())
    };
    (table.clone(), players.map(player).collect())
}

/// Lets a fault happen while people play, and mends it.
async fn inject(site: &mut Site, fault: Fault, server: usize, progress: &Progress) {
    let start = progress.now();
    progress.may_send.add_permits(SENT / 3);
    // In the midst of play, not while everybody waits.
    progress.wait(|now| now.done >= start.done + DONE / 4).await;
    let goes_on = |now: Counts| now.done >= start.done + DONE;
    // Somebody has noticed and left, or nobody was concerned.
    let is_noticed = |now: Counts| goes_on(now) && (now.connections >= start.connections + 2 || now.is_quiet);
    match fault {
        Fault::Kill => site.kill(server),
        Fault::Pause => site.signal(server, "STOP"),
        Fault::Replace => site.replace(server).await,
        Fault::EndBackends => site.end_backends(),
        Fault::RestartDatabase => site.stop_database(),
        Fault::Cut => site.proxy(server).cut(),
        Fault::Stall => site.proxy(server).stall(true),
        Fault::Reset => site.proxy(server).reset(),
        Fault::LoseAnswers => site.proxy(server).lose_answers(3),
        Fault::LoseRequests => site.proxy(server).lose_requests(3),
    }
    progress.may_send.add_permits(SENT - SENT / 3);
    match fault {
        Fault::Kill => {
            progress.wait(goes_on).await;
            site.start_server(server).await;
        }
        Fault::Pause => {
            progress.wait(is_noticed).await;
            site.signal(server, "CONT");
        }
        Fault::RestartDatabase => {
            // Everybody who acts is refused. Those who lost their connection just before can't come back, and send nothing.
            progress.wait_at_most(LONGEST_OUTAGE, |now| now.refused > start.refused).await;
            site.start_database();
            progress.wait(goes_on).await;
        }
        Fault::Stall => {
            // The server answers, so its people stay, and are refused. If everybody whose turn it is happens to be there, nobody plays on.
            progress.wait_at_most(LONGEST_OUTAGE, is_noticed).await;
            site.proxy(server).stall(false);
            progress.wait(goes_on).await;
        }
        Fault::LoseAnswers | Fault::LoseRequests => {
            progress.wait(goes_on).await;
            site.proxy(server).lose_answers(0);
            site.proxy(server).lose_requests(0);
        }
        Fault::Replace | Fault::EndBackends | Fault::Cut | Fault::Reset => progress.wait(goes_on).await,
    }
}
