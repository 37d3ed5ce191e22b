//! Compares a result with what a case expects.

use crate::interface::*;
use crate::script::Script;
use serde_json::Value;

impl Script {
    pub fn matches(&self, expected: &Value, actual: &Value, what: &str) -> Outcome {
        let wanted = self.resolved(expected)?;
        match (&wanted, actual) {
            (Value::Object(members), Value::Object(found)) => {
                for (key, value) in members {
                    let Some(found) = found.get(key) else {
                        return fault(format!("{what} has no member {key}"));
                    };
                    self.matches(value, found, &format!("{what}.{key}"))?;
                }
                Ok(())
            }
            (Value::Object(rules), _) => {
                for (rule, bound) in rules {
                    let limit = self.resolved(bound)?;
                    if !self.holds(rule, &limit, actual)? {
                        return mismatch(format!("{what}: expected {rule} {limit}, got {actual}"));
                    }
                }
                Ok(())
            }
            (Value::Array(elements), Value::Array(found)) => {
                if elements.len() != found.len() {
                    return mismatch(format!("{what}: expected {} elements, got {actual}", elements.len()));
                }
                for (index, (one, other)) in elements.iter().zip(found).enumerate() {
                    self.matches(one, other, &format!("{what}.{index}"))?;
                }
                Ok(())
            }
            _ if self.is_equal(&wanted, actual)? => Ok(()),
            _ => mismatch(format!("{what}: expected {wanted}, got {actual}")),
        }
    }

    fn is_equal(&self, expected: &Value, actual: &Value) -> Outcome<bool> {
        if actual.is_f64() {
            return Ok(expected.is_number() && expected.as_f64() == actual.as_f64());
        }
        if actual.is_number() && !expected.is_null() {
            return Ok(self.number(expected)? == self.number(actual)?);
        }
        Ok(expected == actual)
    }

    fn holds(&self, rule: &str, bound: &Value, actual: &Value) -> Outcome<bool> {
        match rule {
            "not" => return Ok(!self.is_equal(bound, actual)?),
            "one_of" => {
                let choices = bound.as_array().map_or(&[][..], Vec::as_slice);
                return Ok(choices.iter().any(|each| matches!(self.is_equal(each, actual), Ok(true))));
            }
            "contains" => {
                return Ok(actual.as_str().is_some_and(|text| text.contains(bound.as_str().unwrap_or_default())));
            }
            _ if !actual.is_number() => return mismatch(format!("expected a number, got {actual}")),
            _ => {}
        }
        if let (true, Some(number)) = (actual.is_f64(), actual.as_f64()) {
            let limit = bound.as_f64().unwrap_or_default();
            return match rule {
                "at_least" => Ok(number >= limit),
                "at_most" => Ok(number <= limit),
                _ => fault(format!("unknown rule {rule}")),
            };
        }
        let (number, limit) = (self.number(actual)?, self.number(bound)?);
        match rule {
            "at_least" => Ok(number >= limit),
            "at_most" => Ok(number <= limit),
            "multiple_of" => Ok(number.checked_rem(limit) == Some(0)),
            "has" => Ok(number & limit == limit),
            "lacks" => Ok(number & limit == 0),
            _ => fault(format!("unknown rule {rule}")),
        }
    }
}
