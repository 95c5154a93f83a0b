//! Ratings of many bots from the results of all pairs: each wins in proportion to a strength (Bradley and Terry), also
//! where one plays alone against several of another (Luce).

/// The fit is done when no strength moves by more than this share of itself.
const ENOUGH: f64 = 1e-10;
const MAX_ROUNDS: usize = 100_000;

/// The games of one bot alone against several of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The player who plays alone.
    pub alone: usize,
    /// The players in all other seats.
    pub others: usize,
    /// How many other seats there are.
    pub seats: f64,
    /// How many games.
    pub games: f64,
    /// How many of them the lone player won.
    pub won: f64,
}

/// The ratings in Elo that make these results likeliest, with mean 0. Each of the `bots` must have won and lost something.
///
/// Hunter's minorisation-maximisation: the new strength is the number of wins over the sum of the wins that one unit of
/// strength would have at each meeting.
pub fn ratings(bots: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut won = vec![0.0; bots];
    for meeting in meetings {
        won[meeting.alone] += meeting.won;
        won[meeting.others] += meeting.games - meeting.won;
    }
    let mut strengths = vec![1.0; bots];
    for _ in 0..MAX_ROUNDS {
        let mut shares = vec![0.0; bots];
        for meeting in meetings {
            let share = meeting.games / (strengths[meeting.alone] + meeting.seats * strengths[meeting.others]);
            shares[meeting.alone] += share;
            shares[meeting.others] += meeting.seats * share;
        }
        let mut moved: f64 = 0.0;
        for (strength, (won, share)) in strengths.iter_mut().zip(won.iter().zip(&shares)) {
            if *share > 0.0 {
                moved = moved.max((won / share / *strength - 1.0).abs());
                *strength = won / share;
            }
        }
        if moved < ENOUGH {
            break;
        }
    }
    let elo: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / bots.max(1) as f64;
    elo.iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rate;
    use super::*;

    /// Every pair meets with just the results that these ratings expect.
    fn recovers(truth: &[f64], seats: f64) {
        let mut meetings = Vec::new();
        for alone in 0..truth.len() {
            for others in (0..truth.len()).filter(|&others| others != alone) {
                let expected = rate(truth[alone] - truth[others], 1.0 / (seats + 1.0));
                meetings.push(Meeting { alone, others, seats, games: 100.0, won: 100.0 * expected });
            }
        }
        let found = ratings(truth.len(), &meetings);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.01, "{found} for {truth}");
        }
    }

    #[test]
    fn known_ratings_are_recovered() {
        recovers(&[-300.0, 0.0, 50.0, 250.0], 1.0);
        recovers(&[-600.0, 100.0, 500.0], 1.0);
        recovers(&[-150.0, 20.0, 130.0], 3.0);
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_win_rate_says() {
        let found = ratings(2, &[Meeting { alone: 0, others: 1, seats: 1.0, games: 4.0, won: 3.0 }]);
        assert!((found[0] - found[1] - 190.8485).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn one_bot_alone_is_rated_nought() {
        assert_eq!(ratings(1, &[]), [0.0]);
    }
}
