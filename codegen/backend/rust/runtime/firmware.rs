//! The firmware program: answers the line protocol on standard input and output, so that a tool can hold the crate against
//! vectors and traces.
<%template "head.rs" .%>
// A crate may have algorithms only, or functions only.
#![allow(dead_code, unreachable_code, unused_macros, unused_variables, clippy::match_single_binding)]

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use <%.Library%>::*;

/// The fields of a request.
pub struct Row<'a> {
    words: std::iter::Peekable<std::str::Split<'a, char>>,
}

impl<'a> Row<'a> {
    fn new(text: &'a str) -> Self {
        let mut words = text.split(' ').peekable();
        if text.is_empty() {
            words.next();
        }
        Row { words }
    }

    fn end(&mut self) -> Result<(), String> {
        match self.words.peek() {
            None => Ok(()),
            Some(_) => Err("too many fields".to_string()),
        }
    }
}

/// A value as a row of integers.
trait Leaves: Sized {
    /// The value of memory that nobody has set: all bytes are 0xA5, and a bool is true.
    fn unset() -> Self;
    fn get(row: &mut Row) -> Result<Self, String>;
    fn put(&self, out: &mut String);
}

macro_rules! integers {
    ($($t:ident),*) => {
        $(impl Leaves for $t {
            fn unset() -> Self {
                $t::from_ne_bytes([0xA5; core::mem::size_of::<$t>()])
            }

            fn get(row: &mut Row) -> Result<Self, String> {
                let word = row.words.next().ok_or("too few fields")?;
                match word.parse::<$t>() {
                    Ok(v) if v.to_string() == word => Ok(v),
                    _ => Err(format!("{:.40}: want a decimal {}", word, stringify!($t))),
                }
            }

            fn put(&self, out: &mut String) {
                out.push(' ');
                out.push_str(&self.to_string());
            }
        })*
    };
}

integers!(u8, u16, u32, u64, i8, i16, i32, i64);

impl Leaves for bool {
    fn unset() -> Self {
        true
    }

    fn get(row: &mut Row) -> Result<Self, String> {
        match u8::get(row)? {
            0 => Ok(false),
            1 => Ok(true),
            v => Err(format!("{v}: want a bool, 0 or 1")),
        }
    }

    fn put(&self, out: &mut String) {
        u8::from(*self).put(out);
    }
}

impl<T: Leaves + Copy, const N: usize> Leaves for [T; N] {
    fn unset() -> Self {
        [T::unset(); N]
    }

    fn get(row: &mut Row) -> Result<Self, String> {
        let mut all = Self::unset();
        for x in &mut all {
            *x = T::get(row)?;
        }
        Ok(all)
    }

    fn put(&self, out: &mut String) {
        for x in self {
            x.put(out);
        }
    }
}

macro_rules! leaves {
    ($t:path { $($f:ident),* }) => {
        impl Leaves for $t {
            fn unset() -> Self {
                Self { $($f: Leaves::unset()),* }
            }

            fn get(row: &mut Row) -> Result<Self, String> {
                Ok(Self { $($f: Leaves::get(row)?),* })
            }

            fn put(&self, out: &mut String) {
                $(self.$f.put(out);)*
            }
        }
    };
}

impl Leaves for () {
    fn unset() -> Self {}

    fn get(_: &mut Row) -> Result<Self, String> {
        Ok(())
    }

    fn put(&self, _: &mut String) {}
}

macro_rules! tuples {
    ($($name:ident),*) => {
        impl<$($name: Leaves),*> Leaves for ($($name,)*) {
            fn unset() -> Self {
                ($($name::unset(),)*)
            }

            fn get(row: &mut Row) -> Result<Self, String> {
                Ok(($($name::get(row)?,)*))
            }

            #[allow(non_snake_case)]
            fn put(&self, out: &mut String) {
                let ($($name,)*) = self;
                $($name.put(out);)*
            }
        }
    };
}

<%range .Structs%>leaves!(<%$.Root.TypeName .%> { <%range $i, $f := .Fields%><%if $i%>, <%end%><%index $.Names $f%><%end%> });
<%end%><%range .Tuples%>tuples!(<%.%>);
<%end%>
/// Opens a connection of an algorithm.
fn open(name: &str, row: Row) -> Result<Box<dyn Connection>, String> {
    match name {
<%range .Transducers%>        "<%.Name%>" => connection::<<%$.Root.TypeName .Params%>, <%$.Root.TypeName .State%>, <%$.Root.TypeName .Event%>, <%$.Root.TypeName .Output%>>(row, |p, s| <%$.Root.Name .Init%>(p, s), |p, s, e| <%$.Root.Name .Step%>(p, s, e)),
<%end%>        _ => Err(format!("unknown algorithm {name:.40}")),
    }
}

/// Calls a function.
fn call(name: &str, row: &mut Row, out: &mut String) -> Result<(), String> {
    match name {
<%range .Exports%>        "<%.FullName%>" => <%$.Root.Name .%>(<%range $i, $v := .Params%><%if $i%>, <%end%><%$.Ref $v%>Leaves::get(row)?<%end%>).put(out),
<%end%>        _ => return Err(format!("unknown function {name:.40}")),
    }
    row.end()
}

/// A connection of any algorithm.
trait Connection {
    fn load(&mut self, row: Row) -> Result<(), String>;
    fn state(&self, out: &mut String);
    fn step(&mut self, row: Row, out: &mut String) -> Result<(), String>;
}

struct Of<P, S, E, O> {
    params: P,
    state: S,
    step: fn(&mut P, &mut S, &mut E) -> O,
}

/// Makes a connection, whose state was not set before.
fn connection<P, S, E, O>(mut row: Row, init: fn(&mut P, &mut S), step: fn(&mut P, &mut S, &mut E) -> O) -> Result<Box<dyn Connection>, String>
where
    P: Leaves + 'static,
    S: Leaves + Copy + 'static,
    E: Leaves + 'static,
    O: Leaves + 'static,
{
    let mut params = P::get(&mut row)?;
    row.end()?;
    let mut state = S::unset();
    init(&mut params, &mut state);
    Ok(Box::new(Of { params, state, step }))
}

impl<P: Leaves, S: Leaves + Copy, E: Leaves, O: Leaves> Connection for Of<P, S, E, O> {
    fn load(&mut self, mut row: Row) -> Result<(), String> {
        let state = S::get(&mut row)?;
        row.end()?;
        self.state = state;
        Ok(())
    }

    fn state(&self, out: &mut String) {
        self.state.put(out);
    }

    fn step(&mut self, mut row: Row, out: &mut String) -> Result<(), String> {
        let mut event = E::get(&mut row)?;
        row.end()?;
        let mut state = self.state; // a step that panics changes nothing
        (self.step)(&mut self.params, &mut state, &mut event).put(out);
        self.state = state;
        self.state.put(out);
        Ok(())
    }
}

/// The connections that are open.
#[derive(Default)]
pub struct Server {
    connections: HashMap<u32, Box<dyn Connection>>,
}

impl Server {
    fn request(&mut self, line: &str) -> Result<String, String> {
        let mut out = "ok".to_string();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "hello" if rest == "1" => return Ok("hello 1 <%.Name%> in Rust".to_string()),
            "hello" => return Err("unsupported protocol version; this program speaks 1".to_string()),
            "call" => {
                let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                call(name, &mut Row::new(rest), &mut out)?;
                return Ok(out);
            }
            "open" | "load" | "state" | "step" | "close" | "quit" => {}
            _ => return Err(format!("unknown request {word:.40}; one of hello, call, open, load, state, step, close, quit")),
        }
        if line == "quit" {
            return Ok(out);
        }
        let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let id = u32::get(&mut Row::new(number))?;
        if word == "open" {
            let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let connection = open(name, Row::new(rest))?;
            connection.state(&mut out);
            self.connections.insert(id, connection);
            return Ok(out);
        }
        let connection = self.connections.get_mut(&id).ok_or_else(|| format!("unknown connection {id}; open it first"))?;
        let mut row = Row::new(rest);
        match word {
            "load" => connection.load(row)?,
            "step" => connection.step(row, &mut out)?,
            "state" => {
                row.end()?;
                connection.state(&mut out);
            }
            _ => {
                row.end()?;
                self.connections.remove(&id);
            }
        }
        Ok(out)
    }

    /// Returns the reply to a line, whatever it is: an index that is out of range, and with overflow checks arithmetic that
    /// overflows, is an error.
    pub fn answer(&mut self, line: &str) -> String {
        match catch_unwind(AssertUnwindSafe(|| self.request(line))) {
            Ok(Ok(reply)) => reply,
            Ok(Err(text)) => format!("error {text}"),
            Err(panic) => match panic.downcast_ref::<String>() {
                Some(text) => format!("error {text}"),
                None => format!("error {}", panic.downcast_ref::<&str>().unwrap_or(&"panic")),
            },
        }
    }
}

const MAX_LINE: usize = 65536;

fn main() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {})); // what panics is answered
    let mut input = BufReader::new(io::stdin());
    let mut output = io::stdout().lock();
    let mut server = Server::default();
    let mut replies = String::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.write_all(replies.as_bytes());
        }
        if line.len() > MAX_LINE {
            replies.push_str("error a line of more than 65536 characters\n");
        } else {
            let text = String::from_utf8_lossy(&line);
            let text = text.strip_suffix('\n').unwrap_or(&text);
            let text = text.strip_suffix('\r').unwrap_or(text);
            replies.push_str(&server.answer(text));
            replies.push('\n');
            if text == "quit" {
                return output.write_all(replies.as_bytes());
            }
        }
        if input.buffer().is_empty() {
            output.write_all(replies.as_bytes())?;
            output.flush()?;
            replies.clear();
        }
    }
}
