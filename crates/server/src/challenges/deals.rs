//! The deals of a day: one challenge for each map, the same at every server, whose seeds follow from the day's secret.

use super::Challenges;
use super::days::{Day, DaySecret};
use crate::limits::DEALS_SHOWN_FOR;
use crate::store::{ChallengeFacts, ChallengeRow};
use crate::tables::no_random_numbers;
use capolinea_engine::Map;
use capolinea_protocol::challenge::{ChallengeGame, DealOfTheDay, DealsOfTheDay};
use capolinea_protocol::refusal::{Refusal, RefusalCode};
use capolinea_table::TokenHash;

/// The opponents in a deal of the day.
const LEVEL: &str = "skilled";

impl Challenges {
    /// The deals of a day; of today if none is named.
    ///
    /// # Errors
    /// The day has not come, or is long past.
    pub async fn deals(&self, day: Option<&str>, session: Option<TokenHash>) -> Result<DealsOfTheDay, Refusal> {
        let today = Day::at(self.tables.clock.unix_ms());
        let day = match day {
            None => today,
            Some(text) => {
                let past = (0..=DEALS_SHOWN_FOR).filter_map(|days| today.0.checked_sub(days)).map(Day);
                let words =
                    format!("there are deals of the last {DEALS_SHOWN_FOR} days, written like {}", today.text());
                let unknown = || Refusal::new(RefusalCode::NotFound, words);
                past.into_iter().find(|day| day.text() == text).ok_or_else(unknown)?
            }
        };
        let site = self.site_secret().await?;
        let secret = DaySecret::new(&site, day);
        let mut deals = Vec::new();
        for map in self.tables.maps.all() {
            deals.extend(self.deal(&secret, day, today, &map.map, session).await?);
        }
        Ok(DealsOfTheDay {
            day: day.text(),
            ends: day.end(),
            seal: secret.seal(),
            secret: (day < today).then(|| secret.reveal()),
            next_seal: DaySecret::new(&site, day.next()).seal(),
            deals,
        })
    }

    /// The secret that all servers of this site share. The first one that asks for it has made it.
    async fn site_secret(&self) -> Result<[u8; 32], Refusal> {
        let read = || async {
            let proposed = crate::ids::random::<32>().map_err(|_| no_random_numbers())?;
            self.store().secret(proposed).await.map_err(|error| self.failed(&error))
        };
        self.secret.get_or_try_init(read).await.copied()
    }

    /// A map's deal of a day; none if nobody has looked at that day's.
    async fn deal(
        &self,
        secret: &DaySecret,
        day: Day,
        today: Day,
        map: &Map,
        session: Option<TokenHash>,
    ) -> Result<Option<DealOfTheDay>, Refusal> {
        let id = secret.id(map.id());
        let known = self.store().challenge(id).await.map_err(|error| self.failed(&error))?;
        if known.is_none() {
            if day != today {
                return Ok(None);
            }
            let bots = (1..map.min_players()).map(|_| Some(LEVEL.into()));
            let seats = std::iter::once(None).chain(bots).collect();
            let game = ChallengeGame { map: map.id().into(), seats, first: None, pieces: None };
            let facts = ChallengeFacts {
                game,
                seed: secret.seed(map.id()),
                host: None,
                by: None,
                day: Some(day.text()),
                origin: None,
            };
            let row = ChallengeRow { id, created: self.tables.clock.unix_ms(), closes: Some(day.end()), facts };
            self.store().add_challenge(row).await.map_err(|error| self.failed(&error))?;
        }
        let whole = self.load(id).await?;
        let finished = |of: Option<Option<TokenHash>>| {
            let plays = whole.plays.iter().filter(|play| play.row.result.is_some());
            plays.filter(|play| of.is_none_or(|session| play.is_of(session))).count() as u32
        };
        let (map, challenge) = (map.id().into(), id.to_string());
        Ok(Some(DealOfTheDay { map, challenge, finished: finished(None), done: finished(Some(session)) > 0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot_pool::BotPool;
    use crate::challenges::days::DAY;
    use crate::config::Config;
    use crate::maps::DrawnMaps;
    use crate::store::memory::MemoryStore;
    use crate::tables::Tables;
    use capolinea_protocol::challenge::PlayChallenge;
    use capolinea_protocol::table::Pace;
    use sha2::{Digest as _, Sha256};
    use std::sync::Arc;

    #[tokio::test]
    async fn a_secret_is_sealed_the_day_before_and_shown_when_the_day_is_over() {
        let (maps, bots) = (DrawnMaps::new(&[]).unwrap(), BotPool::start(1).unwrap());
        let tables = Tables::new(Config::default(), maps, Arc::new(MemoryStore::default()), bots);
        let challenges = Challenges::new(tables.clone());
        let go_to = |day: u64| tables.clock.set(day * DAY + 5);
        go_to(20_000);
        let before = challenges.deals(None, None).await.unwrap();
        go_to(20_001);
        let today = challenges.deals(None, None).await.unwrap();
        assert_eq!((&today.seal, &today.secret), (&before.next_seal, &None));
        let id = today.deals[0].challenge.parse().unwrap();
        assert_eq!(challenges.view(id, None).await.unwrap().opened, None);

        go_to(20_002);
        let past = challenges.deals(Some(&today.day), None).await.unwrap();
        let secret = hex::decode(past.secret.unwrap()).unwrap();
        assert_eq!(hex::encode(Sha256::digest(&secret)), today.seal);
        for (deal, before) in past.deals.iter().zip(&today.deals) {
            assert_eq!(deal, before);
            let told = challenges.view(deal.challenge.parse().unwrap(), None).await.unwrap();
            let seed =
                Sha256::new_with_prefix("capolinea deal of the day").chain_update(&secret).chain_update(&deal.map);
            assert_eq!(told.opened.unwrap().seed, hex::encode(seed.finalize()), "{}", deal.map);
        }
        let asked = PlayChallenge { name: "Anna".into(), pace: Pace::default() };
        let refused = challenges.play(id, TokenHash([1; 32]), asked).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::WrongStatus, "the day is over");
        // A day on which nobody looked has no deals; its secret is known all the same.
        let unseen = challenges.deals(Some("2024-10-03"), None).await.unwrap();
        assert!(unseen.deals.is_empty() && unseen.secret.is_some(), "{unseen:?}");
    }
}
