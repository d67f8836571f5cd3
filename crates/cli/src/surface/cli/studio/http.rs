//! The part of HTTP/1.1 that a page on the same machine needs: one request per connection, with limits on all
//! sizes and times.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The maximum size of a request line and headers, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The maximum number of headers of a request.
const MAX_HEADERS: usize = 64;

/// At most this many bytes of a refused request are read and discarded, so that the client reads the refusal before
/// the connection is closed.
const MAX_DISCARDED: usize = 64 << 20;

/// The longest time for a request to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct HttpRequest {
    pub(super) method: String,
    /// The path with the query, as sent.
    pub(super) path: String,
    /// The names and values of the headers. The names are in lower case.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl HttpRequest {
    /// The value of a header; `None` if it is missing or occurs twice.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(known, _)| known == name);
        match (values.next(), values.next()) {
            (Some((_, value)), None) => Some(value),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HttpStatus {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    TooLarge,
    UnsupportedMediaType,
    Unsuited,
    Failed,
    Busy,
}

impl HttpStatus {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::TooLarge => "413 Content Too Large",
            Self::UnsupportedMediaType => "415 Unsupported Media Type",
            Self::Unsuited => "422 Unprocessable Content",
            Self::Failed => "500 Internal Server Error",
            Self::Busy => "503 Service Unavailable",
        }
    }

    /// The text that the page shows for this status.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Busy => "16 pages of this studio are open, the limit; close one",
            Self::Failed => "a bug in tilewright stopped this; the puzzle is unchanged",
            Self::TooLarge => "the request is too large: a text may have at most 4 MiB",
            Self::Forbidden => {
                "this page does not belong to the running studio; open the address that it printed"
            }
            _ => "refused",
        }
    }
}

/// Reads a request whose body has at most `most` bytes.
///
/// # Errors
///
/// The status to answer with; `None` if the client has closed the connection or took longer than
/// [`PATIENCE`].
pub(super) fn read(stream: &mut TcpStream, most: usize) -> Result<HttpRequest, Option<HttpStatus>> {
    let deadline = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let (mut request, head, length) = loop {
        let read = within(deadline, stream, &mut buffer)?;
        bytes.extend_from_slice(&buffer[..read]);
        match parse(&bytes)? {
            Some(found) => break found,
            None if bytes.len() > MAX_HEAD => return Err(Some(HttpStatus::TooLarge)),
            None => {}
        }
    };
    if length > most {
        return Err(Some(HttpStatus::TooLarge));
    }
    request.body = bytes.split_off(head.min(bytes.len()));
    while request.body.len() < length {
        let read = within(deadline, stream, &mut buffer)?;
        request.body.extend_from_slice(&buffer[..read]);
    }
    request.body.truncate(length);
    Ok(request)
}

/// Whether the client has closed the connection. Takes up to 1 ms.
pub(super) fn is_gone(stream: &TcpStream) -> bool {
    let soon = Some(Duration::from_millis(1));
    if stream.set_read_timeout(soon).is_err() {
        return true;
    }
    match stream.peek(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
    }
}

/// Refuses a request that was not read to its end, then reads the rest. If the connection were
/// closed before that, it would be reset, and the client would not see the refusal.
pub(super) fn refuse(stream: &mut TcpStream, status: HttpStatus) -> io::Result<()> {
    write_words(stream, status, status.reason())?;
    stream.shutdown(Shutdown::Write)?;
    let deadline = Instant::now() + PATIENCE;
    let mut buffer = [0; 1 << 14];
    let mut discarded = 0;
    while discarded < MAX_DISCARDED {
        match within(deadline, stream, &mut buffer) {
            Ok(read) => discarded += read,
            Err(_) => break,
        }
    }
    Ok(())
}

/// Reads at least one byte before a deadline.
fn within(
    deadline: Instant,
    stream: &mut TcpStream,
    buffer: &mut [u8],
) -> Result<usize, Option<HttpStatus>> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(None);
    }
    match stream.read(buffer) {
        Ok(0) | Err(_) => Err(None),
        Ok(read) => Ok(read),
    }
}

/// Parses a head: the request without its body, the length of the head in bytes, and the content length.
/// `None` if the head is incomplete.
fn parse(bytes: &[u8]) -> Result<Option<(HttpRequest, usize, usize)>, Option<HttpStatus>> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let head = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(head)) if head <= MAX_HEAD => head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Ok(_) | Err(httparse::Error::TooManyHeaders) => return Err(Some(HttpStatus::TooLarge)),
        Err(_) => return Err(Some(HttpStatus::BadRequest)),
    };
    let header = |found: &httparse::Header<'_>| {
        let value = str::from_utf8(found.value).ok()?;
        Some((found.name.to_ascii_lowercase(), value.to_owned()))
    };
    let headers: Option<Vec<(String, String)>> = parsed.headers.iter().map(header).collect();
    let request = HttpRequest {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: parsed.path.unwrap_or_default().to_owned(),
        headers: headers.ok_or(Some(HttpStatus::BadRequest))?,
        body: Vec::new(),
    };
    let has = |name: &str| request.headers.iter().any(|(known, _)| known == name);
    if has("transfer-encoding") {
        return Err(Some(HttpStatus::BadRequest));
    }
    let length = match request.header("content-length") {
        None if has("content-length") => return Err(Some(HttpStatus::BadRequest)),
        None => 0,
        Some(length) if length.bytes().all(|digit| digit.is_ascii_digit()) => {
            length.parse().map_err(|_| Some(HttpStatus::TooLarge))?
        }
        Some(_) => return Err(Some(HttpStatus::BadRequest)),
    };
    Ok(Some((request, head, length)))
}

/// The `Content-Security-Policy` of studio's page: it may load its own scripts, styles and pictures, and
/// connect to its origin.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: \
    blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The `Content-Security-Policy` of a generated page, in addition to the one that the page contains. The
/// page may run its scripts, but with an opaque origin, so it has no access to studio's page.
const POLICY_OF_MADE: &str =
    "sandbox allow-scripts allow-downloads allow-modals; frame-ancestors 'none'";

/// Writes the head of an answer. Without a length, the body ends with the connection.
pub(super) fn write_head(
    stream: &mut TcpStream,
    status: HttpStatus,
    media_type: &str,
    length: Option<usize>,
    further: &[(&str, &str)],
) -> io::Result<()> {
    write_head_under(POLICY, stream, status, media_type, length, further)
}

/// Writes a generated page, which contains its scripts.
pub(super) fn write_made(stream: &mut TcpStream, page: &[u8]) -> io::Result<()> {
    let (html, length) = ("text/html; charset=utf-8", Some(page.len()));
    write_head_under(POLICY_OF_MADE, stream, HttpStatus::Ok, html, length, &[])?;
    stream.write_all(page)
}

fn write_head_under(
    policy: &str,
    stream: &mut TcpStream,
    status: HttpStatus,
    media_type: &str,
    length: Option<usize>,
    further: &[(&str, &str)],
) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {media_type}\r\nConnection: close\r\nCache-Control: \
         no-store\r\nContent-Security-Policy: {policy}\r\nX-Content-Type-Options: \
         nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: \
         same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n",
        status.line()
    );
    if let Some(length) = length {
        head.push_str(&format!("Content-Length: {length}\r\n"));
    }
    for (name, value) in further {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes())
}

pub(super) fn write(
    stream: &mut TcpStream,
    status: HttpStatus,
    media_type: &str,
    body: &[u8],
) -> io::Result<()> {
    write_head(stream, status, media_type, Some(body.len()), &[])?;
    stream.write_all(body)
}

/// Writes an answer as plain text.
pub(super) fn write_words(
    stream: &mut TcpStream,
    status: HttpStatus,
    words: &str,
) -> io::Result<()> {
    write(
        stream,
        status,
        "text/plain; charset=utf-8",
        words.as_bytes(),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_request_is_read() {
        let bytes = b"POST /request HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
        let (request, head, length) = parse(bytes).unwrap().unwrap();
        assert_eq!((head, length), (bytes.len() - 2, 2));
        assert_eq!(request.header("host"), Some("a"));
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("POST", "/request")
        );
        assert_eq!(parse(&bytes[..20]), Ok(None));
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for headers in [
            "Content-Length: 1\r\nContent-Length: 2",
            "Content-Length: +1",
            "Content-Length: 1, 1",
            "Transfer-Encoding: chunked",
        ] {
            let text = format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n");
            let refused = parse(text.as_bytes());
            assert_eq!(refused, Err(Some(HttpStatus::BadRequest)), "{headers}");
        }
        let (request, ..) = parse(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
            .unwrap()
            .unwrap();
        assert_eq!(request.header("host"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_can_be_parsed(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = parse(&bytes);
            let mut request = b"GET / HTTP/1.1\r\n".to_vec();
            request.extend(bytes);
            let _ = parse(&request);
        }
    }
}
