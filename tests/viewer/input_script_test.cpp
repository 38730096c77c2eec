#include "viewer/input_script.h"

#include <gtest/gtest.h>

#include "core/input_error.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

const std::vector<std::string> kWidgets{"Pause", "Reset"};

std::string error_of(const std::string& text) {
    try {
        parse_input_script(text, "s.json", kWidgets);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

TEST(InputScript, HasEveryKindOfEventInOrderOfFrames) {
    const auto events = parse_input_script(R"([
        {"frame": 9, "key": "space"},
        {"frame": 3, "mouse": [12.5, 40]},
        {"frame": 4, "button": 1, "down": true},
        {"frame": 4, "wheel": -2},
        {"frame": 9, "key": "shift", "down": false},
        {"frame": 12, "click": "Reset"}])",
                                           "s.json", kWidgets);
    ASSERT_EQ(events.size(), 6u);
    EXPECT_EQ(events[0].frame, 3);
    EXPECT_EQ(std::get<MouseMove>(events[0].what).x, 12.5);
    EXPECT_EQ(std::get<MouseButton>(events[1].what).button, 1);
    EXPECT_TRUE(std::get<MouseButton>(events[1].what).down);
    EXPECT_EQ(std::get<MouseWheel>(events[2].what).lines, -2);
    EXPECT_TRUE(std::get<KeyStroke>(events[3].what).down && std::get<KeyStroke>(events[3].what).up);
    EXPECT_TRUE(!std::get<KeyStroke>(events[4].what).down && std::get<KeyStroke>(events[4].what).up);
    EXPECT_EQ(std::get<WidgetClick>(events[5].what).widget, "Reset");
}

TEST(InputScript, ErrorsNameTheLineAndSuggestWhatWasMeant) {
    EXPECT_EQ(error_of("[\n{\"frame\": 1, \"click\": \"Puase\"}]"),
              "s.json:2: there is no widget 'Puase', did you mean 'Pause'?");
    EXPECT_EQ(error_of("[{\"frame\": 1,\n\"buton\": 0, \"down\": true}]"),
              "s.json:2: there is no key 'buton', did you mean 'button'?");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"key\": \"spcae\"}]"),
              "s.json:1: there is no key 'spcae', did you mean 'space'?");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"click\": \"zzzzz\"}]"),
              "s.json:1: there is no widget 'zzzzz'; there are Pause, Reset");
}

TEST(InputScript, ErrorsSayWhatWouldBeRight) {
    EXPECT_EQ(error_of("{}"), "s.json:1: a script must be a list of events");
    EXPECT_EQ(error_of("[4]"), "s.json:1: an event must be an object, not 4");
    EXPECT_EQ(error_of("[{\"mouse\": [1, 2]}]"), "s.json:1: an event needs 'frame'");
    EXPECT_EQ(error_of("[{\"frame\": 1}]"),
              "s.json:1: an event needs one of 'mouse', 'button', 'wheel', 'key', 'click'");
    EXPECT_EQ(error_of("[{\"frame\": 1.5, \"wheel\": 1}]"),
              "s.json:1: frame must be a whole number between 0 and 1000000, not 1.5");
    EXPECT_EQ(error_of("[{\"frame\": -1, \"wheel\": 1}]"),
              "s.json:1: frame must be a whole number between 0 and 1000000, not -1");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"mouse\": [1]}]"), "s.json:1: mouse must be two numbers [x, y], not [1]");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"mouse\": [1, \"a\"]}]"), "s.json:1: mouse must be a number, not \"a\"");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"button\": 0}]"), "s.json:1: a 'button' needs 'down'");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"button\": 3, \"down\": true}]"),
              "s.json:1: button must be a whole number between 0 and 2, not 3");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"button\": 0, \"down\": 1}]"), "s.json:1: down must be true or false, not 1");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"wheel\": 1, \"down\": true}]"),
              "s.json:1: 'down' goes with 'button' or 'key'");
    EXPECT_EQ(error_of("[{\"frame\": 1, \"wheel\": 1, \"mouse\": [1, 2]}]"),
              "s.json:1: an event is either 'wheel' or 'mouse', not both");
}

TEST(InputScript, WhatIsNoJsonOrNoFileIsAnErrorInOneLine) {
    for (const char* text : {"", "[", "[{\"frame\": 1, \"wheel\": 1}", "[{\"frame\": 1e999, \"wheel\": 1}]", "\xff"}) {
        const std::string message = error_of(text);
        EXPECT_EQ(message.substr(0, 7), "s.json:") << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
    const test::TemporaryFolder folder;
    EXPECT_THROW(read_input_script(folder.path() / "missing.json", kWidgets), InputError);
    EXPECT_THROW(read_input_script(folder.path(), kWidgets), InputError);
}

}  // namespace
}  // namespace octomatch
