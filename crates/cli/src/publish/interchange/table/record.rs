//! Rows with named values. A command builds its answer once, as such rows, and writes them as JSON, CSV or
//! Parquet.
//!
//! The files in the folder `schemas` of this crate say what each name means.

use std::borrow::Cow;

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Columns, Record, Value};

impl Record {
    /// Adds a value at the end.
    pub fn put(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Value>) {
        self.0.push((name.into(), value.into()));
    }

    /// Adds a value at the end, unless it is missing.
    pub fn put_known(&mut self, name: &'static str, value: impl Into<Value>) {
        let value = value.into();
        if value != Value::Missing {
            self.put(name, value);
        }
    }

    /// Adds the values of another record at the end.
    pub fn put_all(&mut self, other: Record) {
        self.0.extend(other.0);
    }

    /// The value with this name; missing if there is none.
    pub fn get(&self, name: &str) -> &Value {
        let mut named = self.0.iter().filter(|(known, _)| known == name);
        named.next().map_or(&Value::Missing, |(_, value)| value)
    }

    /// The values that have a column, as a row of a table. Lists of texts become one text.
    pub(crate) fn row(&self, columns: &Columns) -> Vec<Value> {
        let cell = |name: &str| match self.get(name) {
            Value::List(texts) => {
                let texts = texts.iter().filter_map(|text| match text {
                    Value::Text(text) => Some(&**text),
                    _ => None,
                });
                texts.collect::<Vec<_>>().join(" ").into()
            }
            value => value.clone(),
        };
        columns.iter().map(|column| cell(column.name())).collect()
    }
}

impl<N: Into<Cow<'static, str>>, V: Into<Value>> FromIterator<(N, V)> for Record {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        let values = values.into_iter();
        Self(
            values
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Value {
    /// Writes the value as JSON. Whole numbers of any size are written with all their digits.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_unit(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Count(number) => RawValue::from_string(number.to_string())
                .map_err(S::Error::custom)?
                .serialize(serializer),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::List(values) => values.serialize(serializer),
            Self::Record(record) => record.serialize(serializer),
        }
    }
}

/// A [`Record`] of named values. `name?: value` leaves a missing value out, and `..record` adds the
/// values of another record.
macro_rules! record {
    (@put $record:ident) => {};
    (@put $record:ident .. $other:expr $(, $($rest:tt)*)?) => {
        $record.put_all($other);
        $($crate::publish::interchange::table::record!(@put $record $($rest)*);)?
    };
    (@put $record:ident $name:ident ?: $value:expr $(, $($rest:tt)*)?) => {
        $record.put_known(stringify!($name), $value);
        $($crate::publish::interchange::table::record!(@put $record $($rest)*);)?
    };
    (@put $record:ident $name:ident : $value:expr $(, $($rest:tt)*)?) => {
        $record.put(stringify!($name), $value);
        $($crate::publish::interchange::table::record!(@put $record $($rest)*);)?
    };
    ($($fields:tt)*) => {{
        let mut record = $crate::publish::interchange::table::Record::default();
        $crate::publish::interchange::table::record!(@put record $($fields)*);
        record
    }};
}
pub(crate) use record;

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::super::Column;
    use super::*;

    #[test]
    fn records_keep_the_order_of_their_values_and_all_digits() {
        let large = BigUint::from(u128::MAX) + 1_u32;
        let inner = record! { x: 1.5, y: [1_u32, 2] };
        let record = record! {
            name: "A",
            goal?: None::<&str>,
            count: &large,
            known: None::<u32>,
            ..record! { flag: true },
            inner: inner,
        };
        assert_eq!(
            serde_json::to_string(&record).unwrap(),
            r#"{"name":"A","count":340282366920938463463374607431768211456,"known":null,"flag":true,"inner":{"x":1.5,"y":[1,2]}}"#
        );
    }

    #[test]
    fn rows_take_values_by_the_names_of_their_columns() {
        let record = record! { b: ["x", "y"], a: 3_u32 };
        let columns = [Column::integer("a"), Column::text("b"), Column::text("c")];
        let columns: Columns = columns.into_iter().collect();
        assert_eq!(
            record.row(&columns),
            [Value::Integer(3), Value::from("x y"), Value::Missing]
        );
    }
}
