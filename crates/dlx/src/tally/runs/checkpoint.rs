//! Saves rows to a checkpoint: first the number of rows; then, for each row, its key, the number of words of its
//! count, and the count.

use std::io;

use super::TallyRuns;
use crate::container::{CheckedFile, Sink, damaged};

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

    /// Reads rows from a checkpoint and adds them. Their keys have `key_words` words.
    pub(crate) fn load(&mut self, key_words: usize, source: &mut CheckedFile) -> io::Result<()> {
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
