use capolinea_bots::{find, play};
use capolinea_engine::setup::{FirstPlayer, Setup};
fn main() {
    let only = std::env::args().nth(1); for id in ["usa","europe","germany","san_francisco","berlin"].into_iter().filter(|id| only.as_deref().is_none_or(|o| o == *id)) {
        let map = &capolinea_maps::find(id).unwrap().map;
        for players in [2u8, 4].into_iter().filter(|p| std::env::args().nth(2).is_none_or(|a| a == p.to_string())) {
            let random = find("random").unwrap();
            let n = 20000u32;
            let t = std::time::Instant::now();
            let mut d = 0u64;
            let mut total = 0i64;
            let mut score = std::time::Duration::ZERO;
            let mut bots: Vec<_> = (0..players).map(|_| random.make()).collect();
            for i in 0..n {
                let mut seed = [0u8; 32];
                seed[..4].copy_from_slice(&i.to_le_bytes());
                let g = play(map, &Setup { players, first: FirstPlayer::Random, seed }, &mut bots).unwrap();
                d += g.decisions as u64;
                let t2 = std::time::Instant::now();
                let tallies = g.state.tally(map);
                let w = g.state.winners(map, &tallies);
                total += tallies.0[0].total as i64 + w.len() as i64;
                score += t2.elapsed();
            }
            let e = t.elapsed().as_secs_f64();
            println!(
                "{id} {players}p: {:.0} games/s, {:.1} dec/game, {:.1} ns/dec, scoring {:.2} us, mean {:.1}",
                n as f64 / e,
                d as f64 / n as f64,
                e * 1e9 / d as f64,
                score.as_secs_f64() * 1e6 / n as f64,
                total as f64 / n as f64
            );
        }
    }
    println!("state {}", size_of::<capolinea_engine::state::State>());
}
