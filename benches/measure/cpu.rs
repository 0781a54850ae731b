//! Criterion with the CPU time of the process as its measurement, so that other processes on the
//! same cores do not count.

use std::time::Duration;

use cpu_time::ProcessTime;
use criterion::Criterion;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};

pub(crate) struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = ProcessTime;
    type Value = Duration;

    fn start(&self) -> ProcessTime {
        ProcessTime::now()
    }

    fn end(&self, began: ProcessTime) -> Duration {
        began.elapsed()
    }

    fn add(&self, first: &Duration, second: &Duration) -> Duration {
        *first + *second
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, time: &Duration) -> f64 {
        WallTime.to_f64(time)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// For functions that take from nanoseconds to a second. The command line can ask for longer
/// measurements.
pub(crate) fn criterion() -> Criterion<CpuTime> {
    Criterion::default()
        .with_measurement(CpuTime)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600))
        .sample_size(10)
        .nresamples(10_000)
}
