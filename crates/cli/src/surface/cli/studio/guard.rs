//! Who may talk to the server: the page that it served, and nobody else.
//!
//! Any page that is open in a browser can send requests to this machine. Such a page does not know the
//! token, which stands in the fragment of the address and is never sent to a server; it cannot
//! choose the `Origin` that its browser sends; and if it has made its own name lead to this machine,
//! `Host` has that name.

use rand::TryRng;
use rand::rngs::SysRng;

use super::address::Address;
use super::http::{HttpRequest, Status};

/// The header with the token.
const TOKEN: &str = "x-studio-token";

/// A name that nobody guesses: 128 random bits.
///
/// # Errors
///
/// The system gives no random numbers.
pub(super) fn secret() -> anyhow::Result<String> {
    let mut bytes = [0_u8; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| anyhow::anyhow!("no random numbers for a token: {error}"))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// What a request must bring.
#[derive(Debug, Clone)]
pub(super) struct Guard(Address);

impl Guard {
    /// A guard of a port. The token is that of the studio before, if it had this port: its pages know it.
    ///
    /// # Errors
    ///
    /// The system gives no random numbers.
    pub(super) fn new(port: u16, before: Option<Address>) -> anyhow::Result<Self> {
        Ok(match before {
            Some(before) if before.port == port => Self(before),
            _ => Self(Address {
                port,
                token: secret()?,
            }),
        })
    }

    /// What a page needs to know.
    pub(super) fn address(&self) -> &Address {
        &self.0
    }

    /// The address that a person opens.
    pub(super) fn link(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.0.port, self.0.token)
    }

    fn is_own(&self, name: &str) -> bool {
        let port = self.0.port;
        name == format!("127.0.0.1:{port}") || name == format!("localhost:{port}")
    }

    /// Whether a request may see the page itself.
    pub(super) fn lets_see(&self, request: &HttpRequest) -> Result<(), Status> {
        match request.header("host") {
            Some(host) if self.is_own(host) => Ok(()),
            _ => Err(Status::Forbidden),
        }
    }

    /// Whether a request may see the document.
    pub(super) fn lets_read(&self, request: &HttpRequest) -> Result<(), Status> {
        self.lets_see(request)?;
        let given = request.header(TOKEN).unwrap_or_default();
        // It takes the same time wherever the first wrong character is.
        let differs = given
            .bytes()
            .zip(self.0.token.bytes())
            .fold(given.len() ^ self.0.token.len(), |differs, (a, b)| {
                differs | usize::from(a ^ b)
            });
        if differs == 0 {
            Ok(())
        } else {
            Err(Status::Forbidden)
        }
    }

    /// Whether a request may change the document.
    pub(super) fn lets_write(&self, request: &HttpRequest) -> Result<(), Status> {
        self.lets_read(request)?;
        let origin = request.header("origin").unwrap_or_default();
        let is_own = origin
            .strip_prefix("http://")
            .is_some_and(|name| self.is_own(name));
        if !is_own {
            return Err(Status::Forbidden);
        }
        match request.header("content-type") {
            Some("application/json") => Ok(()),
            _ => Err(Status::UnsupportedMediaType),
        }
    }
}
