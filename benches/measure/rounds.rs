//! Rounds of measurement, and the printing of their figures.

/// The lower quartile, the median and the upper quartile, interpolated linearly.
pub(crate) fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let last = values.len() - 1;
    [1, 2, 3].map(|quarter| {
        let (place, part) = (last * quarter / 4, (last * quarter % 4) as f64 / 4.0);
        values[place] * (1.0 - part) + values[(place + 1).min(last)] * part
    })
}

/// A time with a suitable unit.
pub(crate) fn scaled(seconds: f64) -> String {
    let (time, unit) = match seconds {
        ..1e-6 => (seconds * 1e9, "ns"),
        1e-6..1e-3 => (seconds * 1e6, "µs"),
        1e-3..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    format!("{time:7.2} {unit:2}")
}
