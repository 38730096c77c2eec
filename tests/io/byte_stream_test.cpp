#include "io/byte_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "core/hash.h"
#include "io/byte_layout.h"

namespace octomatch {
namespace {

// Fills every member with bits at random, lists and choices included.
class Scrambler {
public:
    explicit Scrambler(unsigned seed) : random_(seed) {}

    template <class T>
    void fill(T& value) {
        if constexpr (std::same_as<T, bool>)
            value = random_() % 2;
        else if constexpr (std::is_enum_v<T>)
            do value = static_cast<T>(random_() % 4);
            while (!is_known(value));
        else if constexpr (std::is_arithmetic_v<T>)
            value = std::bit_cast<T>(static_cast<bytes::Bits<T>>(random_()));
        else if constexpr (bytes::Optional<T>)
            random_() % 2 ? fill(value.emplace(typename T::value_type{})) : value.reset();
        else if constexpr (bytes::Variant<T>)
            choose(value, std::make_index_sequence<std::variant_size_v<T>>());
        else if constexpr (std::same_as<T, std::string>)
            value.assign(random_() % 5, static_cast<char>(random_()));
        else if constexpr (bytes::List<T>) {
            value.resize(random_() % 4);
            for (auto& element : value) fill(element);
        } else if constexpr (bytes::Numbers<T>)
            for (auto& number : bytes::numbers(value)) fill(number);
        else
            std::apply([&](auto&... field) { (fill(field), ...); }, fields(value));
    }

private:
    template <class T, std::size_t... index>
    void choose(T& value, std::index_sequence<index...>) {
        const std::size_t chosen = random_() % sizeof...(index);
        ((chosen == index ? fill(value.template emplace<index>()) : void()), ...);
    }
    std::mt19937_64 random_;
};

// Equal to the bit, so that not-a-number equals itself and 0 differs from -0.
template <class T>
bool same(const T& a, const T& b) {
    if constexpr (std::floating_point<T>)
        return std::bit_cast<bytes::Bits<T>>(a) == std::bit_cast<bytes::Bits<T>>(b);
    else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::same_as<T, std::string>)
        return a == b;
    else if constexpr (bytes::Optional<T>)
        return a.has_value() == b.has_value() && (!a || same(*a, *b));
    else if constexpr (bytes::Variant<T>)
        return a.index() == b.index() &&
               std::visit([&](const auto& x) { return same(x, std::get<std::decay_t<decltype(x)>>(b)); }, a);
    else if constexpr (bytes::List<T>)
        return a.size() == b.size() &&
               std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) { return same(x, y); });
    else if constexpr (bytes::Numbers<T>)
        return std::equal(bytes::numbers(a).begin(), bytes::numbers(a).end(), bytes::numbers(b).begin(),
                          [](auto x, auto y) { return same(x, y); });
    else
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return (same(std::get<i>(fields(a)), std::get<i>(fields(b))) && ...);
        }
    (std::make_index_sequence<std::tuple_size_v<decltype(fields(a))>>());
}

template <class T>
T scrambled(unsigned seed) {
    T value{};
    Scrambler(seed).fill(value);
    return value;
}

template <class T>
bool survives(unsigned seed) {
    const T value = scrambled<T>(seed);
    return same(from_bytes<T>(to_bytes(value)), value);
}

std::string reason(const auto& attempt) {
    try {
        attempt();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(ByteStream, NumbersAreLittleEndianAndWithoutGaps) {
    using namespace std::string_literals;
    EXPECT_EQ(to_bytes(std::int32_t{-2}), "\xfe\xff\xff\xff"s);
    EXPECT_EQ(to_bytes(std::uint64_t{0x0102030405060708}), "\x08\x07\x06\x05\x04\x03\x02\x01"s);
    EXPECT_EQ(to_bytes(1.0f), "\x00\x00\x80\x3f"s);
    EXPECT_EQ(to_bytes(-2.0), "\x00\x00\x00\x00\x00\x00\x00\xc0"s);
    EXPECT_EQ(to_bytes("ab"s),
              "\x02\x00\x00\x00\x00\x00\x00\x00"
              "ab"s);
    EXPECT_EQ(to_bytes(std::optional<bool>(true)), "\x01\x01"s);
    EXPECT_EQ(to_bytes(std::optional<bool>()), "\x00"s);
    EXPECT_EQ(to_bytes(NodeId{3}), "\x03\x00\x00\x00"s);
    EXPECT_EQ(to_bytes(Stiffness{StiffnessUnit::frequency, 1.0}), "\x01\x00\x00\x00\x00\x00\x00\xf0\x3f"s);
    EXPECT_EQ(to_bytes(Request(RemoveBody{{5}})), "\x01\x05\x00\x00\x00"s);
}

RC_GTEST_PROP(ByteStream, EveryKindOfRequestComesBackToTheBit, (unsigned seed)) {
    RC_ASSERT(survives<CreateBody>(seed));
    RC_ASSERT(survives<RemoveBody>(seed));
    RC_ASSERT(survives<PinZone>(seed));
    RC_ASSERT(survives<UnpinZone>(seed));
    RC_ASSERT(survives<GrabPoint>(seed));
    RC_ASSERT(survives<MoveGrab>(seed));
    RC_ASSERT(survives<ReleaseGrab>(seed));
    RC_ASSERT(survives<ChangeMaterial>(seed));
    RC_ASSERT(survives<ChangeRegionStiffness>(seed));
    RC_ASSERT(survives<ChangeWorld>(seed));
    RC_ASSERT(survives<std::vector<Request>>(seed));
}

RC_GTEST_PROP(ByteStream, SnapshotsAndFramesComeBackToTheBit, (unsigned seed)) {
    RC_ASSERT(survives<Snapshot>(seed));
    RC_ASSERT(survives<RecordedFrame>(seed));
}

TEST(ByteStream, TheComparisonOfTheseTestsSeesOneBit) {
    const auto frame = scrambled<Snapshot>(5);
    ASSERT_FALSE(frame.world.bodies.empty());
    auto other = frame;
    EXPECT_TRUE(same(frame, other));
    other.world.bodies[0].material.plasticity.creep *= -1;
    EXPECT_FALSE(same(frame, other));
}

RC_GTEST_PROP(ByteStream, EveryShorterOrLongerTextIsRefused, (unsigned seed)) {
    const std::string whole = to_bytes(scrambled<RecordedFrame>(seed));
    for (std::size_t size = 0; size < whole.size(); ++size)
        RC_ASSERT_THROWS_AS(from_bytes<RecordedFrame>(whole.substr(0, size)), InputError);
    RC_ASSERT_THROWS_AS(from_bytes<RecordedFrame>(whole + '\0'), InputError);
}

// There is one way to write a value, so whatever can be read is written the same again.
RC_GTEST_PROP(ByteStream, ChangedBytesAreRefusedOrAreAnotherValue, (unsigned seed)) {
    std::mt19937 random(seed);
    std::string text = to_bytes(scrambled<RecordedFrame>(seed));
    for (int change = 0; change < 50; ++change) {
        std::string changed = text;
        changed[random() % changed.size()] ^= static_cast<char>(1 << random() % 8);
        try {
            RC_ASSERT(to_bytes(from_bytes<RecordedFrame>(changed)) == changed);
        } catch (const InputError&) {
        }
    }
}

TEST(ByteStream, ACountThatCanNotBeIsRefusedBeforeMemoryIsAskedFor) {
    for (std::uint64_t count : {std::uint64_t{2}, std::uint64_t{1} << 40, ~std::uint64_t{0}, std::uint64_t{1} << 61}) {
        const std::string text = to_bytes(count) + std::string(40, '\0');
        EXPECT_EQ(reason([&] { from_bytes<std::vector<Body>>(text); }),
                  "damaged: a count of " + std::to_string(count) + " does not fit into the 40 bytes left");
    }
}

TEST(ByteStream, UnknownChoicesAreRefused) {
    using namespace std::string_literals;
    EXPECT_EQ(reason([] { from_bytes<bool>("\x02"); }), "damaged: a flag is 2, neither 0 nor 1");
    EXPECT_EQ(reason([] { from_bytes<Symmetry>("\x03"); }), "damaged: an unknown choice, 3");
    EXPECT_EQ(reason([] { from_bytes<Request>("\xff"s + std::string(100, '\0')); }), "damaged: an unknown kind, 255");
}

// Where this fails, files written before can not be read any more: raise kFormatVersion and write the new values here.
TEST(ByteStream, TheLayoutBelongsToItsVersion) {
    Hash hash;
    const std::string layout = bytes::layout<Snapshot>() + bytes::layout<RecordedFrame>();
    hash.add_bytes(layout.data(), layout.size());
    EXPECT_EQ(kFormatVersion, 4u);
    EXPECT_EQ(hex(hash.value()), "a36ff0820ee610b8") << layout;
}

}  // namespace
}  // namespace octomatch
