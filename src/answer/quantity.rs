//! Quantities as people read them: with a unit that suits their size, and two digits or three.

use std::fmt;
use std::time::Duration;

/// A count with what it counts: `1 node`, `2 nodes`.
pub(crate) struct Count(pub(crate) u64, pub(crate) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(count, what) = self;
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{count} {what}{plural}")
    }
}

/// An amount of memory: `57 MiB`.
pub(crate) struct Bytes(pub(crate) usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
        if self.0 < 1024 {
            return Count(self.0 as u64, "byte").fmt(f);
        }
        let mut amount = self.0 as f64 / 1024.0;
        let mut unit = 0;
        // From 1023.5 on, rounding would give 1024.
        while amount >= 1023.5 && unit + 1 < UNITS.len() {
            amount /= 1024.0;
            unit += 1;
        }
        write!(f, "{} {}", Rounded(amount), UNITS[unit])
    }
}

/// A time: `0.6 ms`, `7.5 s`, `2 min 5 s`.
pub(crate) struct Time(pub(crate) Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs_f64();
        if seconds < 99.5e-6 {
            return write!(f, "{:.0} µs", seconds * 1e6);
        }
        if seconds < 0.9995 {
            return write!(f, "{} ms", Rounded(seconds * 1e3));
        }
        if seconds < 119.5 {
            return write!(f, "{} s", Rounded(seconds));
        }
        let whole = (self.0 + Duration::from_millis(500)).as_secs();
        let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
        match hours {
            0 => write!(f, "{minutes} min {seconds} s"),
            _ => write!(f, "{hours} h {minutes} min"),
        }
    }
}

/// A number with one decimal below 10, unless it is 0, and with none from 10 on.
struct Rounded(f64);

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round();
        if tenths < 100.0 && tenths % 10.0 != 0.0 {
            write!(f, "{:.1}", tenths / 10.0)
        } else {
            write!(f, "{:.0}", self.0)
        }
    }
}
