//! Rows in a checkpoint: how many there are, then each with the number of words of its count.

use std::io;

use super::TallyRuns;
use crate::container::{Sink, Source, damaged};

impl TallyRuns {
    pub(crate) fn save(&mut self, sink: &mut Sink) -> io::Result<()> {
        let mut rows = 0;
        self.each(|_, _| {
            rows += 1;
            Ok(())
        })?;
        sink.number(rows)?;
        self.each(|key, count| {
            for word in key {
                sink.number(*word)?;
            }
            sink.number(count.len() as u64)?;
            for word in count {
                sink.number(*word)?;
            }
            Ok(())
        })
    }

    /// Reads rows with keys of so many words.
    pub(crate) fn load(&mut self, key_words: usize, source: &mut Source) -> io::Result<()> {
        let rows = source.length(1)?;
        let (mut key, mut count) = (vec![0; key_words], Vec::new());
        for _ in 0..rows {
            for word in &mut key {
                *word = source.number()?;
            }
            let words = source.length(1)?;
            count.clear();
            for _ in 0..words {
                count.push(source.number()?);
            }
            if count.iter().all(|word| *word == 0) {
                return Err(damaged());
            }
            self.push(&key, &count).map_err(io::Error::other)?;
        }
        Ok(())
    }
}
