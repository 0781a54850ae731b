//! The processes on this machine.

use std::env;
use std::io;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

/// Addresses of this machine with ports that were free a moment ago.
pub(crate) fn hosts(processes: usize) -> Result<Vec<String>, String> {
    // All are held until the last is found, so that they differ.
    let listeners: Result<Vec<_>, _> =
        (0..processes).map(|_| TcpListener::bind(("127.0.0.1", 0))).collect();
    let address = |listener: &TcpListener| listener.local_addr().map(|it| it.to_string());
    listeners
        .and_then(|listeners| listeners.iter().map(address).collect())
        .map_err(|error| format!("cannot find free ports: {error}"))
}

/// Starts all processes but the first, which is this one, with the options of this one.
pub(crate) fn start(hosts: &[String]) -> Result<Children, String> {
    let mut children = Children::default();
    for process in 1..hosts.len() {
        let child = child(hosts, process);
        match child {
            Ok(child) => children.0.push(child),
            Err(error) => {
                children.wait(false);
                return Err(format!("cannot start process {process}: {error}"));
            }
        }
    }
    Ok(children)
}

fn child(hosts: &[String], process: usize) -> io::Result<Child> {
    let mut command = Command::new(env::current_exe()?);
    let mut options = env::args_os().skip(1);
    while let Some(option) = options.next() {
        // All options but `--processes N` and `--processes=N`.
        if option == "--processes" {
            options.next();
        } else if !option.to_string_lossy().starts_with("--processes=") {
            command.arg(option);
        }
    }
    command.args(["--addresses", &hosts.join(","), "--process", &process.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()
}

/// The processes that were started.
#[derive(Default)]
pub(crate) struct Children(Vec<Child>);

impl Children {
    /// Waits until they end. After a fault they are not needed any more.
    pub(crate) fn wait(mut self, is_well: bool) {
        for child in &mut self.0 {
            // A child that has ended already cannot be killed, and one that cannot be waited for is
            // gone.
            if !is_well {
                let _ = child.kill();
            }
            let _ = child.wait();
        }
    }
}
