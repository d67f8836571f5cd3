//! The status as an HTML page.

use std::fmt::{self, Write as _};
use std::time::SystemTime;

use itertools::Itertools;
use num_bigint::BigUint;

use super::{Campaign, Rejected, SeenWorker, Status};
use crate::support::format::{grouped, rough};
use crate::support::label::escaped;
use crate::support::xml::XmlText;

const STYLE: &str = include_str!("page.css");

/// The maximum number of rows in a table.
const MOST_ROWS: usize = 200;

const MOST_ENTRIES: usize = 10;

/// The maximum number of parts listed for a process.
const NAMED: usize = 4;

impl Status {
    /// The status as one HTML page without scripts. A browser reloads it every 30 seconds until all parts are
    /// done.
    pub fn page(&self, campaign: &Campaign) -> String {
        let mut page = String::new();
        self.write_page(campaign, &mut page)
            .map_or_else(|_| String::new(), |()| page)
    }

    fn write_page(&self, campaign: &Campaign, page: &mut String) -> fmt::Result {
        let manifest = campaign.manifest();
        let title = in_text(&manifest.title);
        let again = if self.is_complete() {
            ""
        } else {
            "<meta http-equiv=\"refresh\" content=\"30\">\n"
        };
        write!(
            page,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
             'unsafe-inline'\">\n{again}<title>{percent} of {title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n<p class=\"quiet\">{question}, by {engine}</p>\n</header>\n",
            percent = self.percent(),
            question = manifest.question.command(),
            engine = manifest.engine,
        )?;
        self.write_verdict(page)?;
        self.write_bar(page)?;
        self.write_figures(page)?;
        self.write_rejected(page)?;
        write_workers(page, "At work", self.running())?;
        write_workers(page, "Lost", self.lost())?;
        self.write_machines(page)?;
        write!(
            page,
            "<footer>As of {now}. <code>tilewright campaign status --format html</code> updates \
             this page.</footer>\n</body>\n</html>\n",
            now = humantime::format_rfc3339_seconds(SystemTime::now()),
        )
    }

    /// The percentage of parts that are done, rounded down to a tenth; 100 % only if all are.
    fn percent(&self) -> String {
        let parts = self.parts.max(1);
        // The fraction of the parts that are done, in tenths of a percent, rounded down.
        let tenths = (self.done.saturating_mul(1000) / parts).min(1000);
        format!("{}.{}\u{a0}%", tenths / 10, tenths % 10)
    }

    /// Writes that all parts are done, or that results contradict each other.
    fn write_verdict(&self, page: &mut String) -> fmt::Result {
        if !self.contradictions.is_empty() {
            write!(
                page,
                "<section class=\"bad\">\n<h2>There is no answer</h2>\n<p>Parts that were done \
                 twice have different results. Find the wrong file, remove it, and run the part \
                 again.</p>\n"
            )?;
            write_entries(page, self.contradictions.iter().map(|said| in_text(said)))?;
            page.write_str("</section>\n")?;
        } else if self.is_complete() {
            page.write_str(
                "<section class=\"good\">\n<h2>All parts are done</h2>\n<p><code>tilewright campaign \
                 merge</code> gives the answer.</p>\n</section>\n",
            )?;
        }
        Ok(())
    }

    fn write_bar(&self, page: &mut String) -> fmt::Result {
        let open = self.parts.saturating_sub(self.done + self.split);
        let (done, split) = (grouped(self.done), grouped(self.split));
        let (open, parts) = (grouped(open), grouped(self.parts));
        write!(
            page,
            "<section>\n<h2>{percent} of {parts} parts are done</h2>\n\
             <div class=\"bar\" role=\"img\" aria-label=\"{done} done, {split} split, {open} open\">\
             <span class=\"done\" style=\"flex:{} 0 0\"></span>\
             <span class=\"split\" style=\"flex:{} 0 0\"></span>\
             <span style=\"flex:{} 0 0\"></span></div>\n\
             <ul class=\"key\"><li class=\"done\">{done} done</li>\
             <li class=\"split\">{split} split, not done yet</li><li>{open} open</li></ul>\n\
             </section>\n",
            self.done,
            self.split,
            self.parts.saturating_sub(self.done + self.split),
            percent = self.percent(),
        )
    }

    fn write_figures(&self, page: &mut String) -> fmt::Result {
        page.write_str("<dl>\n")?;
        let found = &self.so_far.solutions;
        let at_least = if self.is_complete() || *found == BigUint::ZERO {
            ""
        } else {
            "at least "
        };
        write_figure(
            page,
            "Solutions found",
            &format!("{at_least}{}", grouped(found)),
            "",
        )?;
        let of_one = "of one thread";
        write_figure(page, "Took so far", &rough(self.seconds), of_one)?;
        match self.left {
            _ if self.is_complete() => {}
            Some((left, error)) => {
                let left = format!("{} ± {}", rough(left), rough(error));
                write_figure(page, "Left", &left, "of one thread, and its standard error")?;
            }
            None => {
                let mut forecast = self.forecast.map_or("not known".to_owned(), rough);
                let mut note = "of one thread in all";
                if let Some(error) = self.forecast_error.filter(|_| self.forecast.is_some()) {
                    write!(forecast, " ± {}", rough(error))?;
                    note = "of one thread in all, by random walks, and its standard error";
                }
                write_figure(page, "Forecast", &forecast, note)?;
            }
        }
        let running = grouped(self.running().count());
        let lost = match self.lost().count() {
            0 => String::new(),
            lost => format!("{} lost", grouped(lost)),
        };
        write_figure(page, "Processes at work", &running, &lost)?;
        if self.repeated > 0 {
            let by_two = format!("{} parts checked by two engines", grouped(self.rechecked));
            write_figure(page, "Results done again", &grouped(self.repeated), &by_two)?;
        }
        page.write_str("</dl>\n")
    }

    fn write_rejected(&self, page: &mut String) -> fmt::Result {
        if self.rejected.is_empty() {
            return Ok(());
        }
        page.write_str(
            "<section class=\"bad\">\n<h2>Files that are ignored</h2>\n<p>Their parts are done \
             again. You can remove the files.</p>\n",
        )?;
        let files = self.rejected.iter().map(|(name, why)| {
            let why = match why {
                Rejected::Damaged => "damaged",
                Rejected::Unlisted => "without the list that belongs to it",
                Rejected::Foreign => "of another campaign",
            };
            format!("<code>results/{}</code>: {why}", in_text(name))
        });
        write_entries(page, files)?;
        page.write_str("</section>\n")
    }

    fn write_machines(&self, page: &mut String) -> fmt::Result {
        if self.machines.is_empty() {
            return Ok(());
        }
        page.write_str(
            "<section>\n<h2>Machines</h2>\n<div class=\"wide\"><table>\n<tr><th>machine</th>\
             <th class=\"number\">files of results</th></tr>\n",
        )?;
        for (machine, files) in self.machines.iter().take(MOST_ROWS) {
            writeln!(
                page,
                "<tr><td>{}</td><td class=\"number\">{}</td></tr>",
                in_text(machine),
                grouped(files)
            )?;
        }
        page.write_str("</table></div>\n")?;
        write_more(page, self.machines.len().saturating_sub(MOST_ROWS))?;
        page.write_str("</section>\n")
    }
}

fn write_figure(page: &mut String, name: &str, figure: &str, note: &str) -> fmt::Result {
    write!(page, "<div><dt>{name}</dt><dd>{figure}")?;
    if !note.is_empty() {
        write!(page, "<small>{note}</small>")?;
    }
    page.write_str("</dd></div>\n")
}

/// Writes a list of HTML fragments.
fn write_entries(page: &mut String, entries: impl Iterator<Item = String>) -> fmt::Result {
    page.write_str("<ul class=\"entries\">\n")?;
    let mut count = 0;
    for entry in entries {
        count += 1;
        if count <= MOST_ENTRIES {
            writeln!(page, "<li>{entry}</li>")?;
        }
    }
    page.write_str("</ul>\n")?;
    write_more(page, count.saturating_sub(MOST_ENTRIES))
}

fn write_workers<'a>(
    page: &mut String,
    heading: &str,
    workers: impl Iterator<Item = &'a SeenWorker>,
) -> fmt::Result {
    let workers: Vec<&SeenWorker> = workers.collect();
    if workers.is_empty() {
        return Ok(());
    }
    write!(
        page,
        "<section>\n<h2>{heading}</h2>\n<div class=\"wide\"><table>\n<tr><th>machine</th>\
         <th class=\"number\">silent for</th><th class=\"number\">share</th>\
         <th class=\"number\">done</th><th>at parts</th><th class=\"number\">process</th>\
         <th>since</th></tr>\n"
    )?;
    for seen in workers.iter().take(MOST_ROWS) {
        let worker = &seen.worker;
        let more = if worker.parts.len() > NAMED {
            ", …"
        } else {
            ""
        };
        writeln!(
            page,
            "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td>{}{more}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            in_text(&worker.machine),
            rough(seen.silent.as_secs_f64()),
            in_text(&worker.share),
            grouped(worker.done),
            worker.parts.iter().take(NAMED).join(", "),
            worker.process,
            in_text(&worker.since),
        )?;
    }
    page.write_str("</table></div>\n")?;
    write_more(page, workers.len().saturating_sub(MOST_ROWS))?;
    page.write_str("</section>\n")
}

/// Writes the number of entries not shown, if any.
fn write_more(page: &mut String, more: usize) -> fmt::Result {
    if more > 0 {
        writeln!(page, "<p class=\"quiet\">and {} more</p>", grouped(more))?;
    }
    Ok(())
}

/// A text escaped for HTML.
fn in_text(text: &str) -> String {
    XmlText(&escaped(text)).to_string()
}
