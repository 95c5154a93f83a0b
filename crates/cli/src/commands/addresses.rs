//! The addresses by which people open a server on this machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The addresses of a server.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Addresses {
    /// The address on this machine.
    pub(super) here: String,
    /// The address in its network, if it listens there.
    pub(super) network: Option<String>,
}

impl Addresses {
    /// The addresses of a server that listens there.
    pub(super) fn new(listening: SocketAddr) -> Addresses {
        Addresses::with(listening, own_address(listening.ip()))
    }

    /// `own` is the machine's address in its network.
    fn with(listening: SocketAddr, own: Option<IpAddr>) -> Addresses {
        let url = |address: IpAddr| format!("http://{}/", SocketAddr::new(address, listening.port()));
        // A browser can't open the address 0.0.0.0.
        match listening.ip().is_unspecified() {
            true => Addresses { here: format!("http://localhost:{}/", listening.port()), network: own.map(url) },
            false => Addresses { here: url(listening.ip()), network: None },
        }
    }
}

/// The address from which this machine would reach others. Connecting a datagram socket only looks that up: nothing is sent.
fn own_address(listening: IpAddr) -> Option<IpAddr> {
    // Any address elsewhere would do; these are kept for documentation.
    let (any, elsewhere): (IpAddr, IpAddr) = match listening {
        IpAddr::V4(_) => (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        IpAddr::V6(_) => (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((elsewhere, 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(listening: &str, own: Option<&str>, here: &str, network: Option<&str>) {
        let found = Addresses::with(listening.parse().unwrap(), own.map(|address| address.parse().unwrap()));
        assert_eq!(found, Addresses { here: here.into(), network: network.map(String::from) });
    }

    #[test]
    fn every_address_can_be_opened() {
        check("127.0.0.1:8321", Some("10.0.0.7"), "http://127.0.0.1:8321/", None);
        check("10.0.0.7:80", Some("10.0.0.7"), "http://10.0.0.7:80/", None);
        check("0.0.0.0:8321", Some("10.0.0.7"), "http://localhost:8321/", Some("http://10.0.0.7:8321/"));
        check("0.0.0.0:8321", None, "http://localhost:8321/", None);
        check("[::]:8321", Some("fd00::7"), "http://localhost:8321/", Some("http://[fd00::7]:8321/"));
    }
}
