//! The metrics of Rubik's Cube as values of an option.

use bestfirst::rubiks_cube::Metric;
use clap::ValueEnum;

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum MetricName {
    #[default]
    Half,
    Quarter,
}

impl From<MetricName> for Metric {
    fn from(name: MetricName) -> Self {
        match name {
            MetricName::Half => Self::HalfTurn,
            MetricName::Quarter => Self::QuarterTurn,
        }
    }
}
