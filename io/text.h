// Words, lines and numbers of a text file, from left to right. Inside io only.
#pragma once
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace octomatch {

class Text {
public:
    static constexpr std::string_view kSpace = " \t\r\n\v\f";

    explicit Text(std::string_view text) : rest_(text) {}

    bool at_end() const { return rest_.empty(); }
    bool only_space_left() const { return rest_.find_first_not_of(kSpace) == rest_.npos; }
    std::string_view rest() const { return rest_; }

    /// Empty at the end.
    std::string_view word() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size()));
        const std::string_view word = rest_.substr(0, rest_.find_first_of(kSpace));
        rest_.remove_prefix(word.size());
        return word;
    }

    /// Up to LF, CR LF or CR, and without it.
    std::string_view line() {
        const std::string_view line = rest_.substr(0, rest_.find_first_of("\r\n"));
        rest_.remove_prefix(line.size());
        rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : at_end() ? 0 : 1);
        return line;
    }

    /// The next line that is neither blank nor a comment, without the comment behind it; empty at the end.
    std::string_view content_line() {
        while (!at_end()) {
            std::string_view next = line();
            next = next.substr(0, next.find('#'));
            if (!Text(next).only_space_left()) return next;
        }
        return {};
    }

private:
    std::string_view rest_;
};

/// A word of a file as it may stand in a message: short, and without what a terminal does not show.
inline std::string in_quotes(std::string_view word) {
    constexpr std::size_t kLongest = 40;
    std::string text = "'";
    for (char c : word.substr(0, kLongest)) text += c >= ' ' && c <= '~' ? c : '?';
    return text + (word.size() > kLongest ? "...'" : "'");
}

/// The number that the whole word is.
template <class Number>
std::optional<Number> number_of(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

}  // namespace octomatch
