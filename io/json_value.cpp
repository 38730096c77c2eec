#include "io/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace octomatch {

namespace {

using Json = nlohmann::json;

/// Reads characters and counts them: the reader reports no places of its own.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    const char* at = nullptr;
    const char** read_to = nullptr;

    reference operator*() const { return *at; }
    CountingIterator& operator++() {
        *read_to = ++at;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return at == other.at; }
    bool operator!=(const CountingIterator& other) const { return at != other.at; }
};

/// Line and column of the last character that was read. Behind a number the reader has seen one character more, which
/// may end the line but does not begin the next one.
class Place {
public:
    explicit Place(std::string_view text) : begin_(text.data()), counted_(begin_), line_begin_(begin_) {}

    const char** read_to() { return &read_to_; }
    JsonError error(std::string message) {
        const int line = current_line();
        return {line, static_cast<int>(std::max(last() - line_begin_, std::ptrdiff_t(0))) + 1, std::move(message)};
    }
    int current_line() {
        for (; counted_ < last(); ++counted_)
            if (*counted_ == '\n') {
                ++line_;
                line_begin_ = counted_ + 1;
            }
        return line_;
    }

private:
    const char* last() const { return read_to_ ? read_to_ - 1 : begin_; }

    const char* begin_;
    const char* counted_;
    const char* line_begin_;
    const char* read_to_ = nullptr;
    int line_ = 1;
};

class TreeBuilder : public nlohmann::json_sax<Json> {
public:
    explicit TreeBuilder(Place& place) : place_(place) {}

    JsonValue take() { return std::move(root_); }

    bool null() override { return put(JsonValue()); }
    bool boolean(bool value) override { return put(JsonValue(value)); }
    bool number_integer(number_integer_t value) override { return put(JsonValue(static_cast<double>(value))); }
    bool number_unsigned(number_unsigned_t value) override { return put(JsonValue(static_cast<double>(value))); }
    bool number_float(number_float_t value, const string_t&) override { return put(JsonValue(value)); }
    bool string(string_t& value) override { return put(JsonValue(std::move(value))); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::list); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        if (const JsonValue* first = open_.back()->find(name))
            throw place_.error(fmt::format("key {} is given twice, first in line {}", quoted_name(name), first->line));
        constexpr std::size_t kMostKeys = 1000;  // each new key is compared with all others
        if (open_.back()->keys.size() == kMostKeys)
            throw place_.error(fmt::format("more than {} keys in one object", kMostKeys));
        open_.back()->keys.push_back(std::move(name));
        key_line_ = place_.current_line();
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        std::string what = error.what();
        if (error.id == 406) throw place_.error("a number is too large");
        // "... syntax error while parsing object - unexpected ..."
        if (const auto dash = what.find(" - "); dash != std::string::npos) what = what.substr(dash + 3);
        constexpr std::size_t kLongest = 120;
        throw place_.error("not valid JSON: " + (what.size() <= kLongest ? what : what.substr(0, kLongest) + "..."));
    }

private:
    // A pointer into a list stays valid while it is open: nothing is added to the lists around it meanwhile.
    JsonValue* place_value(JsonValue value) {
        value.line = place_.current_line();
        if (open_.empty()) return &(root_ = std::move(value));
        JsonValue& parent = *open_.back();
        if (parent.kind == JsonValue::Kind::object) value.line = key_line_;
        return &parent.items.emplace_back(std::move(value));
    }
    bool put(JsonValue value) {
        place_value(std::move(value));
        return true;
    }
    bool open(JsonValue::Kind kind) {
        constexpr std::size_t kDeepest = 64;
        if (open_.size() == kDeepest) throw place_.error(fmt::format("nested deeper than {}", kDeepest));
        open_.push_back(place_value(JsonValue(kind)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    Place& place_;
    JsonValue root_;
    std::vector<JsonValue*> open_;
    int key_line_ = 0;
};

std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string shortened(const std::string& text) {
    constexpr std::size_t kLongest = 60;
    if (text.size() <= kLongest) return text;
    std::size_t end = kLongest;
    while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not inside a character of UTF-8
    return text.substr(0, end) + "...";
}

std::string scalar_text(const JsonValue& value) {
    if (value.kind == JsonValue::Kind::text) return quoted(value.text);
    if (value.kind == JsonValue::Kind::flag) return value.flag ? "true" : "false";
    if (value.kind != JsonValue::Kind::number) return "null";
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value.number).ptr};
}

bool is_list_or_object(const JsonValue& value) {
    return value.kind == JsonValue::Kind::list || value.kind == JsonValue::Kind::object;
}

/// Items between brackets, written by `item(i)`, `between` them.
template <class Item>
std::string bracketed(const JsonValue& value, const std::string& before, const std::string& between,
                      const std::string& after, Item item) {
    const bool is_object = value.kind == JsonValue::Kind::object;
    std::string text = is_object ? "{" : "[";
    text += before;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        if (i) text += between;
        if (is_object) text += quoted(value.keys[i]) + ": ";
        text += item(value.items[i]);
    }
    return text + after + (is_object ? "}" : "]");
}

std::string one_line(const JsonValue& value) {
    if (!is_list_or_object(value)) return scalar_text(value);
    return bracketed(value, "", ", ", "", one_line);
}

std::string indented(const JsonValue& value, std::size_t indent) {
    constexpr std::size_t kWidth = 100;
    std::string line = one_line(value);
    if (!is_list_or_object(value) || value.items.empty() || indent + line.size() <= kWidth) return line;
    const auto line_break = [](std::size_t spaces) { return fmt::format("\n{:{}}", "", spaces); };
    const std::string inside = line_break(indent + 2);
    return bracketed(value, inside, fmt::format(",{}", inside), line_break(indent),
                     [&](const JsonValue& item) { return indented(item, indent + 2); });
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
    const auto at = std::find(keys.begin(), keys.end(), key);
    return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

JsonValue* JsonValue::find(std::string_view key) {
    return const_cast<JsonValue*>(std::as_const(*this).find(key));
}

JsonValue& JsonValue::add(std::string key, JsonValue value) {
    keys.push_back(std::move(key));
    return items.emplace_back(std::move(value));
}

JsonValue parse_json(std::string_view text) {
    Place place(text);
    TreeBuilder tree(place);
    const char* end = text.data() + text.size();
    Json::sax_parse(CountingIterator{text.data(), place.read_to()}, CountingIterator{end, place.read_to()}, &tree);
    return tree.take();
}

std::string json_text(const JsonValue& value) {
    return indented(value, 0);
}

std::string short_json_text(const JsonValue& value) {
    return shortened(one_line(value));
}

std::string quoted_name(const std::string& name) {
    const std::string text = quoted(name);
    return fmt::format("'{}'", shortened(text.substr(1, text.size() - 2)));
}

}  // namespace octomatch
