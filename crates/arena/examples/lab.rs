use capolinea_arena::Duel;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let map = &capolinea_maps::find(&a[0]).expect("map").map;
    let mut duel = Duel::new(map, a[1].parse()?, a[2].parse()?, a[3].parse()?)?;
    let (total, seed): (u32, u64) = (a[4].parse()?, a[5].parse()?);
    duel.seed = seed;
    duel.deals = total;
    let r = duel.report(&duel.run(Some(1), &())?);
    println!(
        "{} {}p {} v {} deals {} wins {:.1} ± {:.1} margin {:+.1} ± {:.1} A {:.1} B {:.1} ms {:?} {:?} tickets {:?} {:?}",
        a[0],
        a[1],
        a[2],
        a[3],
        r.deals,
        100.0 * r.win_rate_a,
        50.0 * (r.ci95.high - r.ci95.low),
        r.margin_mean,
        1.96 * r.margin_sd / (r.deals as f64).sqrt(),
        r.scores.a.mean,
        r.scores.b.mean,
        r.ms_per_decision_a,
        r.ms_per_decision_b,
        r.tickets.a,
        r.tickets.b
    );
    Ok(())
}
