// Plain data as bytes and back: little-endian, without gaps, the same on every machine. Inside io only.
//
// A struct is described once, by `fields(value)`, a tuple of references to its members, and an enum by
// `is_known(value)`; both are found beside the type (io/byte_layout.h has them all). Writer, reader and the name of a
// layout follow that one description, so they can not drift apart.
//
//   numbers     their bytes; flags and enums one byte
//   vectors     Eigen's, quaternions, ids, std::array: their numbers
//   lists       std::vector, std::string: a count of eight bytes, then the elements
//   choices     std::optional: a flag, then the value; std::variant: the index in one byte, then the value
//   structs     their fields
#pragma once
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/input_error.h"
#include "core/vec.h"

namespace octomatch {

/// `Type`, const or not.
template <class T, class Type>
concept As = std::same_as<std::remove_const_t<T>, Type>;

namespace bytes {

/// Stands for a value of any type; never made.
struct Anything {
    template <class T>
    operator T() const;
};

template <class T, class... Member>
consteval std::size_t member_count(Member... member) {
    if constexpr (requires { T{member..., Anything()}; })
        return member_count<T>(member..., Anything());
    else
        return sizeof...(Member);
}

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept Tiny = std::same_as<T, bool> || std::is_enum_v<T>;

template <Number T>
using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

template <class T>
concept EigenMatrix = (T::SizeAtCompileTime > 0);
template <class T>
concept EigenQuaternion = (T::Coefficients::SizeAtCompileTime == 4);

/// The numbers that a vector or an id consists of, always equally many.
template <EigenMatrix T>
auto numbers(T& matrix) {
    constexpr std::size_t kSize = std::remove_const_t<T>::SizeAtCompileTime;
    return std::span<std::remove_pointer_t<decltype(matrix.data())>, kSize>(matrix.data(), kSize);
}
template <EigenQuaternion T>
auto numbers(T& quaternion) {
    return numbers(quaternion.coeffs());
}
template <class T, std::size_t size>
auto numbers(std::array<T, size>& array) {
    return std::span(array);
}
template <class T, std::size_t size>
auto numbers(const std::array<T, size>& array) {
    return std::span(array);
}
template <class Tag>
auto numbers(Index<Tag>& id) {
    return std::span<std::int32_t, 1>(&id.value, 1);
}
template <class Tag>
auto numbers(const Index<Tag>& id) {
    return std::span<const std::int32_t, 1>(&id.value, 1);
}
template <class T>
concept Numbers = requires(T& v) {
    bytes::numbers(v);
};

template <class T>
using FieldsOf = std::type_identity<decltype(fields(std::declval<T&>()))>;

template <class T, template <class...> class Template>
constexpr bool kIs = false;
template <template <class...> class Template, class... Argument>
constexpr bool kIs<Template<Argument...>, Template> = true;
template <class T>
concept List = kIs<T, std::vector> || kIs<T, std::basic_string>;
template <class T>
concept Optional = kIs<T, std::optional>;
template <class T>
concept Variant = kIs<T, std::variant>;

/// No value of this type takes fewer bytes.
template <class T>
constexpr std::size_t least_bytes() {
    if constexpr (std::same_as<T, char> || Tiny<T> || Optional<T> || Variant<T>)
        return 1;
    else if constexpr (Number<T>)
        return sizeof(T);
    else if constexpr (List<T>)
        return sizeof(std::uint64_t);
    else if constexpr (Numbers<T>)
        return decltype(bytes::numbers(std::declval<T&>()))::extent *
               sizeof(*bytes::numbers(std::declval<T&>()).data());
    else
        return []<class... Field>(std::type_identity<std::tuple<Field&...>>) {
            return (least_bytes<Field>() + ...);
        }(FieldsOf<T>());
}

/// What a type looks like as bytes, in words that change whenever that changes.
template <class T>
std::string layout() {
    if constexpr (std::same_as<T, char>)
        return "c";
    else if constexpr (std::same_as<T, bool>)
        return "b";
    else if constexpr (std::is_enum_v<T>)
        return "e";
    else if constexpr (Number<T>)
        return (std::floating_point<T> ? "f" : std::is_signed_v<T> ? "i" : "u") + std::to_string(sizeof(T));
    else if constexpr (List<T>)
        return "[" + layout<typename T::value_type>() + "]";
    else if constexpr (Optional<T>)
        return "?" + layout<typename T::value_type>();
    else if constexpr (Variant<T>)
        return []<class... Choice>(std::type_identity<std::variant<Choice...>>) {
            return "(" + ((layout<Choice>() + "|") + ...) + ")";
        }(std::type_identity<T>());
    else if constexpr (Numbers<T>) {
        using Span = decltype(bytes::numbers(std::declval<T&>()));
        return std::to_string(Span::extent) + layout<typename Span::value_type>();
    } else
        return []<class... Field>(std::type_identity<std::tuple<Field&...>>) {
            return (std::string("{") + ... + (layout<Field>() + " ")) + "}";
        }(FieldsOf<T>());
}

template <class T>
void append(const T& value, std::string& out) {
    if constexpr (std::same_as<T, char> || Tiny<T>) {
        out.push_back(static_cast<char>(value));
    } else if constexpr (Number<T>) {
        const auto bits = std::bit_cast<Bits<T>>(value);
        for (std::size_t byte = 0; byte < sizeof bits; ++byte)
            out.push_back(static_cast<char>(bits >> 8 * byte & 0xff));
    } else if constexpr (List<T>) {
        append(static_cast<std::uint64_t>(value.size()), out);
        for (const auto& element : value) append(element, out);
    } else if constexpr (Optional<T>) {
        append(value.has_value(), out);
        if (value) append(*value, out);
    } else if constexpr (Variant<T>) {
        static_assert(std::variant_size_v<T> < 128);
        append(static_cast<char>(value.index()), out);
        std::visit([&](const auto& choice) { append(choice, out); }, value);
    } else if constexpr (Numbers<T>) {
        for (const auto& number : bytes::numbers(value)) append(number, out);
    } else {
        std::apply([&](const auto&... field) { (append(field, out), ...); }, fields(value));
    }
}

/// Reads what append wrote. Throws InputError with the reason alone, and asks for no memory that the bytes left
/// could not fill.
class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    std::size_t left() const { return rest_.size(); }

    template <class T>
    void read(T& value) {
        if constexpr (std::same_as<T, char>) {
            value = take(1)[0];
        } else if constexpr (std::same_as<T, bool>) {
            const int flag = byte();
            if (flag > 1) throw InputError("a flag is " + std::to_string(flag) + ", neither 0 nor 1");
            value = flag == 1;
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(byte());
            if (!is_known(value)) throw InputError("an unknown choice, " + std::to_string(static_cast<int>(value)));
        } else if constexpr (Number<T>) {
            Bits<T> bits = 0;
            const std::string_view taken = take(sizeof bits);
            for (std::size_t i = 0; i < sizeof bits; ++i)
                bits |= static_cast<Bits<T>>(static_cast<unsigned char>(taken[i])) << 8 * i;
            value = std::bit_cast<T>(bits);
        } else if constexpr (List<T>) {
            value.resize(count(least_bytes<typename T::value_type>()));
            for (auto& element : value) read(element);
        } else if constexpr (Optional<T>) {
            bool has_value = false;
            read(has_value);
            value.reset();
            if (has_value) read(value.emplace(typename T::value_type{}));  // clang 14 makes no aggregate of nothing
        } else if constexpr (Variant<T>) {
            read_choice(value, std::make_index_sequence<std::variant_size_v<T>>());
        } else if constexpr (Numbers<T>) {
            for (auto& number : bytes::numbers(value)) read(number);
        } else {
            std::apply([&](auto&... field) { (read(field), ...); }, fields(value));
        }
    }

private:
    template <class T, std::size_t... index>
    void read_choice(T& value, std::index_sequence<index...>) {
        const auto chosen = static_cast<std::size_t>(byte());
        if (chosen >= sizeof...(index)) throw InputError("an unknown kind, " + std::to_string(chosen));
        ((chosen == index ? read(value.template emplace<index>()) : void()), ...);
    }

    std::string_view take(std::size_t bytes);
    int byte() { return static_cast<unsigned char>(take(1)[0]); }
    std::size_t count(std::size_t least_bytes_each);

    std::string_view rest_;
};

}  // namespace bytes

/// References to the members of a struct, for its fields(). All of them must be given.
template <class T, class... Member>
auto all_members(T&, Member&... member) {
    static_assert(sizeof...(Member) == bytes::member_count<std::remove_const_t<T>>(), "a member is missing");
    return std::tie(member...);
}

template <class T>
std::string to_bytes(const T& value) {
    std::string out;
    bytes::append(value, out);
    return out;
}

/// All of the bytes must be needed. Throws InputError: what the bytes are, and why.
template <class T>
T from_bytes(std::string_view in) try {
    bytes::Reader reader(in);
    T value{};
    reader.read(value);
    if (reader.left() > 0) throw InputError(std::to_string(reader.left()) + " bytes too many");
    return value;
} catch (const InputError& error) {
    throw InputError(std::string("damaged: ") + error.what());
}

}  // namespace octomatch
