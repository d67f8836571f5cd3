//! The columns and values of a table, and the trait of its writers.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use num_bigint::BigUint;
use thiserror::Error;

use crate::support::label::Label;

/// Why a table could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The program was built without the feature `parquet`.
    #[error(
        "this program was built without Parquet: build it with `--features parquet`, or use \
         --format csv, which the same programs read"
    )]
    NoParquet,
    /// The numbers of values and columns differ.
    #[error("a row has {values} values, but the table has {columns} columns")]
    RowLength { columns: usize, values: usize },
    /// A value does not have its column's type.
    #[error("a value in the column {column} has the wrong type")]
    ValueType { column: String },
    /// The rows cannot be encoded, because of a bug in this program.
    #[error("cannot make a table: {0}")]
    Format(String),
    /// The output cannot be written.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// UTF-8 strings.
    Text,
    /// Signed 64-bit integers.
    Integer,
    /// 64-bit floating-point numbers.
    Real,
    /// True or false.
    Flag,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub(super) name: String,
    pub(super) of: ColumnType,
}

impl Column {
    pub fn text(name: impl Into<String>) -> Self {
        Self::new(name, ColumnType::Text)
    }

    pub fn integer(name: impl Into<String>) -> Self {
        Self::new(name, ColumnType::Integer)
    }

    /// A column of floating-point numbers.
    pub fn real(name: impl Into<String>) -> Self {
        Self::new(name, ColumnType::Real)
    }

    pub fn flag(name: impl Into<String>) -> Self {
        Self::new(name, ColumnType::Flag)
    }

    /// A column of counts up to `most`. They are integers, or their digits as text if `most` needs
    /// more than 63 bits.
    pub fn count(name: impl Into<String>, most: &BigUint) -> Self {
        match i64::try_from(most) {
            Ok(_) => Self::integer(name),
            Err(_) => Self::text(name),
        }
    }

    pub(super) fn new(name: impl Into<String>, of: ColumnType) -> Self {
        let name = name.into();
        Self { name, of }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of the column's values.
    pub fn of(&self) -> ColumnType {
        self.of
    }
}

/// The columns of a table, with distinct names.
///
/// If columns have equal names, the first keeps the name. The others get a suffix: ` (2)` and so on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// The columns from left to right.
    pub fn iter(&self) -> std::slice::Iter<'_, Column> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn check(&self, row: &[Value]) -> Result<(), TableError> {
        if row.len() == self.len() {
            return Ok(());
        }
        Err(TableError::RowLength {
            columns: self.len(),
            values: row.len(),
        })
    }
}

impl FromIterator<Column> for Columns {
    fn from_iter<I: IntoIterator<Item = Column>>(columns: I) -> Self {
        let mut taken = HashSet::new();
        let columns = columns.into_iter().map(|column| {
            let name = free_name(column.name, &taken);
            taken.insert(name.clone());
            Column { name, ..column }
        });
        Self(columns.collect())
    }
}

impl<'a> IntoIterator for &'a Columns {
    type Item = &'a Column;
    type IntoIter = std::slice::Iter<'a, Column>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The name itself if it is not taken, otherwise the name with a suffix ` (2)` and so on.
pub(in crate::publish::interchange) fn free_name(name: String, taken: &HashSet<String>) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let numbered = |number: usize| format!("{name} ({number})");
    // There are more candidates than taken names, so one is free.
    let mut names = (2..=taken.len() + 2).map(numbered);
    let free = names.find(|name| !taken.contains(name));
    free.unwrap_or(name)
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An unknown or missing value.
    Missing,
    /// Text. It is shared, because the same text can occur in many rows.
    Text(Arc<str>),
    Integer(i64),
    /// A whole number of any size, for a column made by [`Column::count`].
    Count(BigUint),
    /// A floating-point number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// Several values, as a JSON array. Only JSON has lists: a cell of a table contains a single value.
    List(Vec<Value>),
    /// Named values, as a JSON object. Only JSON has records.
    Record(Record),
}

/// Values with their names, in the order in which JSON lists them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record(pub(super) Vec<(Cow<'static, str>, Value)>);

impl Value {
    /// A value formatted as text.
    pub fn display(value: impl std::fmt::Display) -> Self {
        value.to_string().into()
    }

    /// This value; missing if it is a list or record without values.
    #[must_use]
    pub fn unless_empty(self) -> Self {
        match &self {
            Self::List(values) if values.is_empty() => Self::Missing,
            Self::Record(record) if record.0.is_empty() => Self::Missing,
            _ => self,
        }
    }
}

/// Implements the conversion of other types to [`Value`].
macro_rules! values {
    ($($from:ty: |$value:ident| $made:expr;)+) => {
        $(impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $made
            }
        })+
    };
}

values! {
    &str: |text| Self::Text(text.into());
    &String: |text| text.as_str().into();
    String: |text| Self::Text(text.into());
    &Label: |label| label.as_str().into();
    &BigUint: |number| Self::Count(number.clone());
    u32: |number| Self::Integer(number.into());
    i32: |number| Self::Integer(number.into());
    i64: |number| Self::Integer(number);
    u64: |number| i64::try_from(number).map_or_else(|_| Self::Count(number.into()), Self::Integer);
    u128: |number| Self::Count(number.into());
    usize: |number| (number as u64).into();
    f64: |number| Self::Real(number);
    bool: |flag| Self::Flag(flag);
    Record: |record| Self::Record(record);
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

/// Writes the rows of a table one by one.
pub trait TableWriter {
    /// Adds a row, with a value for each column.
    ///
    /// # Errors
    ///
    /// [`TableError`]. The file is then incomplete.
    fn add(&mut self, row: &[Value]) -> Result<(), TableError>;

    /// Completes the table, with metadata as keys and values. Only Parquet files store metadata.
    ///
    /// # Errors
    ///
    /// [`TableError`]. The file is then incomplete.
    fn finish(self: Box<Self>, notes: &[(&str, &str)]) -> Result<(), TableError>;
}
