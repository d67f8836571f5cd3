//! Checks a value against a JSON schema, with the few keywords that our schemas use.

use serde_json::Value;

/// At most five faults of a value.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(schema, schema, value, "", &mut faults);
    faults.truncate(5);
    faults
}

fn check(schema: &Value, rule: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(types) = rule.get("type") {
        let is = |name: &Value| match name.as_str().expect("a name") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => is_whole(value),
            "number" => value.is_number(),
            "null" => value.is_null(),
            other => panic!("the type {other}"),
        };
        let fits = match types.as_array() {
            Some(several) => several.iter().any(is),
            None => is(types),
        };
        if !fits {
            faults.push(format!("{at}: another type"));
            return;
        }
    }
    let length = value.as_array().map_or(0, Vec::len) as u64;
    for (keyword, what) in rule.as_object().expect("a rule") {
        match keyword.as_str() {
            "$ref" => {
                let name = what.as_str().expect("a reference").replace("#/$defs/", "");
                check(schema, &schema["$defs"][name], value, at, faults);
            }
            "anyOf" => any_of(schema, what, value, at, faults),
            "properties" => properties(schema, rule, value, at, faults),
            "required" if value.is_object() => {
                for name in what.as_array().expect("a list") {
                    if value.get(name.as_str().expect("a name")).is_none() {
                        faults.push(format!("{at}: no {name}"));
                    }
                }
            }
            "additionalProperties" if rule.get("properties").is_none() => {
                for (name, value) in value.as_object().into_iter().flatten() {
                    check(schema, what, value, &format!("{at}/{name}"), faults);
                }
            }
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    check(schema, what, value, &format!("{at}/{index}"), faults);
                }
            }
            "prefixItems" => {
                let rules = what.as_array().into_iter().flatten();
                for (rule, value) in rules.zip(value.as_array().into_iter().flatten()) {
                    check(schema, rule, value, at, faults);
                }
            }
            "minItems" if value.is_array() && length < what.as_u64().expect("a number") => {
                faults.push(format!("{at}: too short"));
            }
            "maxItems" if length > what.as_u64().expect("a number") => {
                faults.push(format!("{at}: too long"));
            }
            "minimum" if value.is_number() && value.as_f64() < what.as_f64() => {
                faults.push(format!("{at}: too small"));
            }
            "maximum" if value.is_number() && value.as_f64() > what.as_f64() => {
                faults.push(format!("{at}: too great"));
            }
            "enum" if !what.as_array().expect("a list").contains(value) => {
                faults.push(format!("{at}: {value} is none of {what}"));
            }
            "const" if what != value => faults.push(format!("{at}: {value} is not {what}")),
            "pattern" if value.is_string() && !matches(what, value) => {
                faults.push(format!("{at}: {value} is not {what}"));
            }
            "type"
            | "description"
            | "patternProperties"
            | "additionalProperties"
            | "required"
            | "$schema"
            | "$defs"
            | "title"
            | "minItems"
            | "maxItems"
            | "minimum"
            | "maximum"
            | "enum"
            | "const"
            | "pattern" => {}
            other => panic!("the keyword {other}"),
        }
    }
}

/// Whether a number is an integer of any size: one beyond 64 bits is read as the nearest double.
fn is_whole(value: &Value) -> bool {
    let is_large = |number: f64| number.abs() > 2_f64.powi(63) && number.fract() == 0.0;
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(is_large)
}

/// Checks a value against several rules. If none fits, adds the faults by the rule with the fewest.
fn any_of(schema: &Value, rules: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let rules = rules.as_array().expect("rules").iter();
    let tried = rules.map(|rule| {
        let mut faults = Vec::new();
        check(schema, rule, value, at, &mut faults);
        faults
    });
    faults.extend(tried.min_by_key(Vec::len).expect("a rule"));
}

/// Checks the properties of an object. Others are allowed only if the pattern `_text$` matches their names.
fn properties(schema: &Value, rule: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    assert_eq!(rule["additionalProperties"], Value::Bool(false), "{at}");
    for (name, value) in value.as_object().into_iter().flatten() {
        let text = name
            .ends_with("_text")
            .then(|| &rule["patternProperties"]["_text$"]);
        let text = text.filter(|rule| rule.is_object());
        match rule["properties"].get(name).or(text) {
            Some(rule) => check(schema, rule, value, &format!("{at}/{name}"), faults),
            None => faults.push(format!("{at}: the unknown {name}")),
        }
    }
}

/// Whether a text matches a pattern, for the four patterns of our schemas.
fn matches(pattern: &Value, text: &Value) -> bool {
    let text = text.as_str().expect("a text");
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match pattern.as_str() {
        Some("^[0-9]+$") => is_number(text),
        Some("^-?[0-9]+$") => is_number(text.strip_prefix('-').unwrap_or(text)),
        Some("^#[0-9a-f]{6}$") => text.len() == 7 && text.starts_with('#'),
        Some("@") => text.contains('@'),
        other => panic!("the pattern {other:?}"),
    }
}
