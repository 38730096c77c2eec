// A JSON document that remembers the line of every value, so that whatever is wrong with it can be named by its line.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace octomatch {

struct JsonValue {
    enum class Kind { null, flag, number, text, list, object };
    Kind kind = Kind::null;
    bool flag = false;
    double number = 0;
    std::string text;
    std::vector<std::string> keys;  // of an object, beside items; no two are equal
    std::vector<JsonValue> items;   // of a list or an object
    int line = 0;                   // of the value, in an object of its key; 0: not from a text

    JsonValue() = default;
    explicit JsonValue(Kind k) : kind(k) {}
    JsonValue(bool value) : kind(Kind::flag), flag(value) {}
    JsonValue(double value) : kind(Kind::number), number(value) {}
    JsonValue(int value) : JsonValue(static_cast<double>(value)) {}
    JsonValue(std::string value) : kind(Kind::text), text(std::move(value)) {}
    JsonValue(const char* value) : JsonValue(std::string(value)) {}

    /// The value of a key of an object; nullptr if there is none.
    const JsonValue* find(std::string_view key) const;
    JsonValue* find(std::string_view key);
    JsonValue& add(std::string key, JsonValue value);
};

/// Where in a text, and what is wrong there.
struct JsonError {
    int line = 0, column = 0;  // from 1; 0: not known
    std::string message;       // one line
};

/// Throws JsonError for what is not JSON, keys that are given twice, numbers too large for a double, nesting deeper
/// than 64, and more than 1000 keys in one object.
JsonValue parse_json(std::string_view text);

/// Lists and objects that fit stand on one line. Numbers are the shortest that read back as the same double.
std::string json_text(const JsonValue& value);

/// On one line, cut where it is long: for messages.
std::string short_json_text(const JsonValue& value);
/// The same for a name, between single quotes.
std::string quoted_name(const std::string& name);

}  // namespace octomatch
