//! The examples as their users run them.

mod transcripts;

#[cfg(target_os = "linux")]
mod command_line;
#[cfg(target_os = "linux")]
mod course;
#[cfg(target_os = "linux")]
mod pictures;
#[cfg(target_os = "linux")]
mod road_network;
