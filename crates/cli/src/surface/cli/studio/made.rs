//! Pages generated from the puzzle, which the browser opens.
//!
//! Such a page contains its scripts, which the policy of studio's page forbids. So it has a separate, random address:
//! a browser that opens it sends no token.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::guard::secret;

/// The maximum number of pages kept. The oldest is dropped.
const MAX_PAGES: usize = 4;

/// The prefix of the addresses of generated pages.
const FOLDER: &str = "/made/";

#[derive(Debug)]
struct MadePage {
    address: String,
    html: Arc<[u8]>,
}

/// The last [`MAX_PAGES`] generated pages, newest first.
#[derive(Debug, Clone, Default)]
pub(super) struct MadePages(Arc<Mutex<VecDeque<MadePage>>>);

impl MadePages {
    /// Stores a page and returns its address on this server.
    ///
    /// # Errors
    ///
    /// The system provides no random numbers.
    pub(super) fn keep(&self, html: Vec<u8>) -> anyhow::Result<String> {
        let address = format!("{FOLDER}{}", secret()?);
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.truncate(MAX_PAGES - 1);
        pages.push_front(MadePage {
            address: address.clone(),
            html: html.into(),
        });
        Ok(address)
    }

    pub(super) fn get(&self, address: &str) -> Option<Arc<[u8]>> {
        let pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pages = pages.iter();
        let page = pages.find(|page| page.address == address)?;
        Some(Arc::clone(&page.html))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_PAGES, MadePages};

    #[test]
    fn the_newest_pages_are_kept() {
        let pages = MadePages::default();
        let addresses: Vec<String> = (0..=MAX_PAGES)
            .map(|at| pages.keep(at.to_string().into_bytes()).unwrap())
            .collect();
        assert_eq!(pages.get(&addresses[0]), None);
        for (at, address) in addresses.iter().enumerate().skip(1) {
            assert_eq!(
                pages.get(address).as_deref(),
                Some(at.to_string().as_bytes())
            );
        }
        assert_eq!(pages.get("/made/"), None);
    }
}
