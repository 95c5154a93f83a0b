//! A clock for a search, in a browser too. A crate that has clocks for both would add a tenth to the time that the engine for
//! browsers takes to build.

use std::time::Duration;

/// Says how much time has passed since it was started.
pub(crate) type Stopwatch = Box<dyn Fn() -> Duration + Send + Sync>;

/// Starts a stopwatch by the system's clock.
#[cfg(not(all(feature = "web-clock", target_arch = "wasm32")))]
pub(super) fn start_stopwatch() -> Stopwatch {
    let begun = std::time::Instant::now();
    Box::new(move || begun.elapsed())
}

/// Starts a stopwatch by the browser's clock.
#[cfg(all(feature = "web-clock", target_arch = "wasm32"))]
pub(super) fn start_stopwatch() -> Stopwatch {
    let begun = browser::now();
    Box::new(move || Duration::from_secs_f64((browser::now() - begun).max(0.0) / 1000.0))
}

#[cfg(all(feature = "web-clock", target_arch = "wasm32"))]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// Milliseconds since the page or the worker was opened; the clock never goes back.
        #[wasm_bindgen(js_namespace = performance)]
        pub(super) fn now() -> f64;
    }
}
