// How an object of a file maps to a struct: each key is named once, with its member, range, unit and text; checking,
// reading, writing and describing follow from that. Defaults are those of the struct. Inside io only.
#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/vec.h"
#include "io/json_value.h"
#include "io/scene_spec.h"

namespace octomatch {

/// What a value is called in messages, and what it may be.
struct KeyRules {
    std::string name;
    Range range;
    std::string unit, text;
    bool required = false;
};

/// How values of one type are read and written. `read` throws JsonError and changes only what the file gives.
template <class T>
struct Codec {
    std::string type;
    std::vector<std::string> words;
    std::function<void(const JsonValue& json, const std::string& path, const KeyRules& rules, T& value)> read;
    std::function<JsonValue(const T& value)> write;
    std::function<void(const std::string& path, std::vector<SceneKey>& keys)> list_inside;
};

[[noreturn]] void wrong_type(const JsonValue& json, const std::string& path, const std::string& expected);
void require_kind(const JsonValue& json, JsonValue::Kind kind, const std::string& path, const std::string& expected);

/// The plain types: bool, int, double, std::string, Vec3d, std::vector<Vec3d>, Box3 (two corners).
template <class T>
Codec<T> codec_of();

/// Enumerators by their words, in the order of their declaration; one, or a list.
template <class Enum>
Codec<Enum> word_of(const std::vector<std::string>& words);
template <class Enum>
Codec<std::vector<Enum>> words_of(const std::vector<std::string>& words);

/// Keys beside each other of which at most one, or exactly one, is given.
struct KeyChoice {
    std::vector<std::string> names;
    bool required = false;
};

/// Throws JsonError unless `json` is an object, its keys are known, none that is required is missing and no two are
/// given of one choice.
void check_keys(const JsonValue& json, const std::string& path, const std::vector<KeyRules>& known,
                const std::vector<KeyChoice>& choices);

std::string joined_path(const std::string& path, const std::string& key);

template <class Object>
class ObjectSpec {
public:
    template <class T>
    ObjectSpec& key(std::string name, T Object::*member, Range range, std::string unit, std::string text) {
        return key(codec_of<T>(), {std::move(name), range, std::move(unit), std::move(text)}, member);
    }
    template <class T>
    ObjectSpec& key(std::string name, T Object::*member, const Codec<T>& codec, std::string text) {
        return key(codec, {std::move(name), {}, "", std::move(text)}, member);
    }
    template <class T>
    ObjectSpec& required(std::string name, T Object::*member, Range range, std::string unit, std::string text) {
        return key(codec_of<T>(), {std::move(name), range, std::move(unit), std::move(text), true}, member);
    }
    template <class T>
    ObjectSpec& required(std::string name, T Object::*member, const Codec<T>& codec, std::string text) {
        return key(codec, {std::move(name), {}, "", std::move(text), true}, member);
    }

    /// A key that is one way to say something: get(object) is nothing where another way holds.
    template <class T, class Get, class Set>
    ObjectSpec& alternative(const Codec<T>& codec, const KeyRules& rules, Get get, Set set) {
        Key key;
        key.read = [read = codec.read, rules, get, set](const JsonValue& json, const std::string& path,
                                                        Object& object) {
            std::optional<T> value = get(object);
            if (!value) value.emplace();
            read(json, path, rules, *value);
            set(object, std::move(*value));
        };
        key.write = [write = codec.write, get](const Object& object) -> std::optional<JsonValue> {
            const std::optional<T> value = get(object);
            if (!value) return std::nullopt;
            return write(*value);
        };
        key.type = codec.type;
        key.words = codec.words;
        key.list_inside = codec.list_inside;
        rules_.push_back(rules);
        keys_.push_back(std::move(key));
        return *this;
    }

    ObjectSpec& at_most_one_of(std::vector<std::string> names) { return choice({std::move(names), false}); }
    ObjectSpec& exactly_one_of(std::vector<std::string> names) { return choice({std::move(names), true}); }

    /// The keys of a member stand among those of this object.
    template <class T>
    ObjectSpec& flat(T Object::*member, const ObjectSpec<T>& inner) {
        for (std::size_t k = 0; k < inner.keys_.size(); ++k) {
            Key key;
            key.read = [member, read = inner.keys_[k].read](const JsonValue& json, const std::string& path,
                                                            Object& object) { read(json, path, object.*member); };
            key.write = [member, write = inner.keys_[k].write](const Object& object) { return write(object.*member); };
            key.type = inner.keys_[k].type;
            key.words = inner.keys_[k].words;
            key.list_inside = inner.keys_[k].list_inside;
            rules_.push_back(inner.rules_[k]);
            keys_.push_back(std::move(key));
        }
        choices_.insert(choices_.end(), inner.choices_.begin(), inner.choices_.end());
        return *this;
    }

    /// In the order of the specification, whatever that of the file.
    void read(const JsonValue& json, const std::string& path, Object& object) const {
        check_keys(json, path, rules_, choices_);
        for (std::size_t k = 0; k < keys_.size(); ++k)
            if (const JsonValue* value = json.find(rules_[k].name))
                keys_[k].read(*value, joined_path(path, rules_[k].name), object);
    }

    JsonValue write(const Object& object) const {
        JsonValue json(JsonValue::Kind::object);
        for (std::size_t k = 0; k < keys_.size(); ++k)
            if (auto value = keys_[k].write(object)) json.add(rules_[k].name, std::move(*value));
        return json;
    }

    void list(const std::string& path, std::vector<SceneKey>& keys) const {
        const Object by_default{};
        for (std::size_t k = 0; k < keys_.size(); ++k) {
            const auto& [name, range, unit, text, required] = rules_[k];
            SceneKey entry{joined_path(path, name), keys_[k].type, keys_[k].words, "", required, {}, range, unit, text};
            bool has_default = !required;
            for (const KeyChoice& c : choices_)
                if (std::find(c.names.begin(), c.names.end(), name) != c.names.end()) {
                    entry.instead_of = c.names;
                    std::erase(entry.instead_of, name);
                    has_default = has_default && !c.required;
                }
            const auto value = keys_[k].write(by_default);
            if (has_default && value && value->kind != JsonValue::Kind::object) entry.default_value = json_text(*value);
            keys.push_back(entry);
            if (keys_[k].list_inside) keys_[k].list_inside(entry.path, keys);
        }
    }

private:
    template <class>
    friend class ObjectSpec;

    struct Key {
        std::string type;
        std::vector<std::string> words;
        std::function<void(const JsonValue& json, const std::string& path, Object& object)> read;
        std::function<std::optional<JsonValue>(const Object& object)> write;
        std::function<void(const std::string& path, std::vector<SceneKey>& keys)> list_inside;
    };

    template <class T>
    ObjectSpec& key(const Codec<T>& codec, const KeyRules& rules, T Object::*member) {
        return alternative(
            codec, rules, [member](const Object& object) { return std::optional<T>(object.*member); },
            [member](Object& object, T value) { object.*member = std::move(value); });
    }
    ObjectSpec& choice(KeyChoice choice) {
        choices_.push_back(std::move(choice));
        return *this;
    }

    std::vector<KeyRules> rules_;
    std::vector<Key> keys_;  // beside rules_
    std::vector<KeyChoice> choices_;
};

/// The place of a text among `words`. Throws JsonError with the nearest of them.
std::size_t find_word(const JsonValue& json, const std::string& path, const std::vector<std::string>& words);

template <class Enum>
Codec<Enum> word_of(const std::vector<std::string>& words) {
    return {"word",
            words,
            [words](const JsonValue& json, const std::string& path, const KeyRules&, Enum& value) {
                value = static_cast<Enum>(find_word(json, path, words));
            },
            [words](const Enum& value) { return JsonValue(words[static_cast<std::size_t>(value)]); },
            {}};
}

template <class Enum>
Codec<std::vector<Enum>> words_of(const std::vector<std::string>& words) {
    return {"list of words",
            words,
            [words](const JsonValue& json, const std::string& path, const KeyRules&, std::vector<Enum>& values) {
                require_kind(json, JsonValue::Kind::list, path, "a list of words");
                values.clear();
                for (const JsonValue& item : json.items)
                    values.push_back(static_cast<Enum>(find_word(item, path, words)));
            },
            [words](const std::vector<Enum>& values) {
                JsonValue json(JsonValue::Kind::list);
                for (Enum value : values) json.items.emplace_back(words[static_cast<std::size_t>(value)]);
                return json;
            },
            {}};
}

template <class T>
Codec<T> object_of(const ObjectSpec<T>& object_spec) {
    const auto spec = std::make_shared<const ObjectSpec<T>>(object_spec);
    return {"object",
            {},
            [spec](const JsonValue& json, const std::string& path, const KeyRules&, T& value) {
                spec->read(json, path, value);
            },
            [spec](const T& value) { return spec->write(value); },
            [spec](const std::string& path, std::vector<SceneKey>& keys) { spec->list(path, keys); }};
}

template <class T>
Codec<std::optional<T>> object_or_null(const ObjectSpec<T>& object_spec) {
    const auto spec = std::make_shared<const ObjectSpec<T>>(object_spec);
    return {"object or null",
            {},
            [spec](const JsonValue& json, const std::string& path, const KeyRules&, std::optional<T>& value) {
                if (json.kind == JsonValue::Kind::null) return value.reset();
                if (!value) value.emplace();
                spec->read(json, path, *value);
            },
            [spec](const std::optional<T>& value) { return value ? spec->write(*value) : JsonValue(); },
            [spec](const std::string& path, std::vector<SceneKey>& keys) { spec->list(path, keys); }};
}

template <class T>
Codec<std::vector<T>> list_of(const ObjectSpec<T>& object_spec) {
    const auto spec = std::make_shared<const ObjectSpec<T>>(object_spec);
    return {"list of objects",
            {},
            [spec](const JsonValue& json, const std::string& path, const KeyRules&, std::vector<T>& values) {
                require_kind(json, JsonValue::Kind::list, path, "a list of objects");
                values.clear();
                for (const JsonValue& item : json.items) {
                    const std::string item_path = path + "[" + std::to_string(values.size()) + "]";
                    spec->read(item, item_path, values.emplace_back());
                }
            },
            [spec](const std::vector<T>& values) {
                JsonValue json(JsonValue::Kind::list);
                for (const T& value : values) json.items.push_back(spec->write(value));
                return json;
            },
            [spec](const std::string& path, std::vector<SceneKey>& keys) { spec->list(path + "[]", keys); }};
}

}  // namespace octomatch
