//! Sorting short lists. The library's sorts are made for long lists: each use of them is several kilobytes of code that
//! every browser has to download.

/// Sorts a short list: `is_before` says whether the first must stand before the second. Equal items keep their order.
///
/// ```
/// let mut words = ["ferry", "city", "route", "deck"];
/// capolinea_engine::sort_few(&mut words, |a, b| a.len() < b.len());
/// assert_eq!(words, ["city", "deck", "ferry", "route"]);
/// ```
pub fn sort_few<T>(list: &mut [T], mut is_before: impl FnMut(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && is_before(&list[place], &list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}
