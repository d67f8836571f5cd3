//! Accepts only requests that come from the page that the server sent.
//!
//! Any page that is open in a browser can send requests to this machine. Such a page does not know the token, which
//! is in the fragment of the address and is never sent to a server. It cannot choose the `Origin` that its browser
//! sends. If its domain resolves to this machine (DNS rebinding), `Host` has that domain.

use rand::TryRng;
use rand::rngs::SysRng;

use super::address::Address;
use super::http::{HttpRequest, HttpStatus};

/// The header with the token.
const TOKEN: &str = "x-studio-token";

/// A secret of 128 random bits, as 32 hexadecimal digits.
///
/// # Errors
///
/// The system provides no random numbers.
pub(super) fn secret() -> anyhow::Result<String> {
    let mut bytes = [0_u8; 16];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| anyhow::anyhow!("cannot get random numbers for a token: {error}"))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Checks the host, the token and the origin of requests.
#[derive(Debug, Clone)]
pub(super) struct Guard(Address);

impl Guard {
    /// A guard of a port. The token is that of the previous studio if it had the same port, since its pages know it.
    ///
    /// # Errors
    ///
    /// The system provides no random numbers.
    pub(super) fn new(port: u16, before: Option<Address>) -> anyhow::Result<Self> {
        Ok(match before {
            Some(before) if before.port == port => Self(before),
            _ => Self(Address {
                port,
                token: secret()?,
            }),
        })
    }

    /// The port and the token.
    pub(super) fn address(&self) -> &Address {
        &self.0
    }

    /// The address to open in a browser.
    pub(super) fn link(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.0.port, self.0.token)
    }

    fn is_own(&self, name: &str) -> bool {
        let port = self.0.port;
        name == format!("127.0.0.1:{port}") || name == format!("localhost:{port}")
    }

    /// Returns an error for a request that is not allowed to read the page's files: one for another host.
    pub(super) fn lets_see(&self, request: &HttpRequest) -> Result<(), HttpStatus> {
        match request.header("host") {
            Some(host) if self.is_own(host) => Ok(()),
            _ => Err(HttpStatus::Forbidden),
        }
    }

    /// Returns an error for a request that is not allowed to read the document: one without the token.
    pub(super) fn lets_read(&self, request: &HttpRequest) -> Result<(), HttpStatus> {
        self.lets_see(request)?;
        let given = request.header(TOKEN).unwrap_or_default();
        // The time of the comparison does not depend on where the first wrong character is.
        let differs = given
            .bytes()
            .zip(self.0.token.bytes())
            .fold(given.len() ^ self.0.token.len(), |differs, (a, b)| {
                differs | usize::from(a ^ b)
            });
        if differs == 0 {
            Ok(())
        } else {
            Err(HttpStatus::Forbidden)
        }
    }

    /// Returns an error for a request that is not allowed to change the document: one from another site, or one
    /// that does not contain JSON.
    pub(super) fn lets_write(&self, request: &HttpRequest) -> Result<(), HttpStatus> {
        self.lets_read(request)?;
        let origin = request.header("origin").unwrap_or_default();
        let is_own = origin
            .strip_prefix("http://")
            .is_some_and(|name| self.is_own(name));
        if !is_own {
            return Err(HttpStatus::Forbidden);
        }
        match request.header("content-type") {
            Some("application/json") => Ok(()),
            _ => Err(HttpStatus::UnsupportedMediaType),
        }
    }
}
