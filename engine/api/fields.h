// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"
#include "engine/api/result.h"
#include "engine/api/words.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>

namespace engine {

/// A text of a request that may be as long as a frame: a document, a part of one, the value of a secret.
struct LongText
{
    QString text;

    bool operator==(const LongText &) const = default;
};

struct LongTexts
{
    QStringList texts;

    bool operator==(const LongTexts &) const = default;
};

class FieldReader;
class FieldWriter;

/// A type that lists its JSON members in describe(), used for both directions:
///
///     static void describe(auto &self, auto &fields) { fields("source", self.source); fields("target", self.target); }
///
/// Calls can be chained: fields("source", self.source)("target", self.target). fields.optional() omits a member while
/// it has its default value.
template <typename T>
concept Described = requires(T &value, const T &constant, FieldReader &reader, FieldWriter &writer)
{
    T::describe(value, reader);
    T::describe(constant, writer);
};

/// A type with a toJson() of its own.
template <typename T>
concept WritesJson = requires(const T &value)
{
    value.toJson();
};

/// A type with a fromJson() of its own, from an object or a list, which may fail with an Error.
template <typename T>
concept ReadsAsResult = WritesJson<T> && requires(const decltype(std::declval<const T &>().toJson()) &json)
{
    {
        T::fromJson(json)
        } -> std::same_as<Result<T>>;
};

/// The array of \a write applied to each value.
template <typename Values, typename Write> QJsonArray arrayOf(const Values &values, const Write &write)
{
    QJsonArray array;
    for (const auto &value : values)
        array.append(write(value));
    return array;
}

/// JSON form of a type: write(), read() (false when the JSON has another type), and name() for docs/protocol.md.
template <typename T> struct JsonOf;

/// Writes the members of one object.
class FieldWriter
{
public:
    template <typename T> FieldWriter &operator()(const char *name, const T &member)
    {
        return put(name, JsonOf<T>::write(member));
    }
    template <typename T> FieldWriter &operator()(const char *name, const std::optional<T> &member)
    {
        return member ? (*this)(name, *member) : *this;
    }

    template <typename T> void optional(const char *name, const T &member, const std::type_identity_t<T> &first = {})
    {
        if (!(member == first))
            (*this)(name, member);
    }

    [[nodiscard]] const QJsonObject &object() const { return m_object; }

private:
    FieldWriter &put(const char *name, const QJsonValue &value);

    QJsonObject m_object;
};

/// Reads the members of one object. A missing member keeps its value; an unknown member is ignored, as a later version
/// may have written it.
class FieldReader
{
public:
    /// A text of more than \a longest characters, or with a NUL, is a fault, unless it is a LongText.
    FieldReader(const QJsonObject &object, qsizetype longest) : m_object(object), m_longest(longest) { }

    template <typename T> FieldReader &operator()(const char *name, T &member)
    {
        const QJsonValue found = find(name);
        if (found.isUndefined() || JsonOf<T>::read(found, member, m_longest) || !m_fault.isEmpty())
            return *this;
        m_fault = QLatin1StringView(name);
        if constexpr (ReadsAsResult<T>) {
            typename JsonOf<T>::Json form;
            if (JsonOf<decltype(form)>::read(found, form, m_longest))
                m_error = T::fromJson(form).error();
        }
        return *this;
    }
    template <typename T> FieldReader &operator()(const char *name, std::optional<T> &member)
    {
        return find(name).isUndefined() ? *this : (*this)(name, member.emplace());
    }

    template <typename T> void optional(const char *name, T &member, const std::type_identity_t<T> & = {})
    {
        (*this)(name, member);
    }

    /// The first member with a wrong type, too much text, or characters that are not allowed; empty when there is none.
    [[nodiscard]] const QString &fault() const { return m_fault; }
    /// The error of that member's fromJson(), if it has one.
    [[nodiscard]] const std::optional<Error> &error() const { return m_error; }

private:
    /// Undefined when there is no such member.
    [[nodiscard]] QJsonValue find(const char *name) const { return m_object.value(QLatin1StringView(name)); }

    const QJsonObject &m_object;
    const qsizetype m_longest;
    QString m_fault;
    std::optional<Error> m_error;
};

/// Names the members of one object and their types: {"source": text, "target": text}.
class FieldLister
{
public:
    template <typename T> FieldLister &operator()(const char *name, const T &)
    {
        return add(name, "\": ", JsonOf<T>::name());
    }
    template <typename T> FieldLister &operator()(const char *name, const std::optional<T> &)
    {
        return add(name, "\"?: ", JsonOf<T>::name());
    }
    template <typename T> void optional(const char *name, const T &, const std::type_identity_t<T> & = {})
    {
        add(name, "\"?: ", JsonOf<T>::name());
    }

    [[nodiscard]] QString text() const { return u'{' + m_members.join(QLatin1StringView(", ")) + u'}'; }

private:
    FieldLister &add(const char *name, const char *mark, const QString &type);

    QStringList m_members;
};

template <> struct JsonOf<bool>
{
    static QJsonValue write(bool value) { return value; }
    static bool read(const QJsonValue &json, bool &value, qsizetype longest);
    static QString name() { return QStringLiteral("bool"); }
};

template <typename T>
requires std::same_as<T, int> || std::same_as<T, qint64>
struct JsonOf<T>
{
    static QJsonValue write(T value) { return value; }
    static bool read(const QJsonValue &json, T &value, qsizetype)
    {
        constexpr qint64 none = std::numeric_limits<qint64>::min();
        const qint64 number = json.toInteger(none);
        value = T(number);
        return number != none && number == value;
    }
    static QString name() { return QStringLiteral("whole number"); }
};

template <> struct JsonOf<QString>
{
    static QJsonValue write(const QString &value) { return value; }
    static bool read(const QJsonValue &json, QString &value, qsizetype longest);
    static QString name() { return QStringLiteral("text"); }
};

/// An unknown word is read as the first value.
template <HasWords T> struct JsonOf<T>
{
    static QJsonValue write(T value) { return wordOf(value); }
    static bool read(const QJsonValue &json, T &value, qsizetype)
    {
        value = fromWord<T>(json.toString());
        return json.isString();
    }
    static QString name() { return JsonOf<QString>::name(); }
};

/// A variable as documents write it.
template <> struct JsonOf<std::pair<QString, QString>>
{
    static QJsonValue write(const std::pair<QString, QString> &value);
    static bool read(const QJsonValue &json, std::pair<QString, QString> &value, qsizetype longest);
    static QString name() { return QStringLiteral("{\"name\": text, \"value\": text}"); }
};

template <> struct JsonOf<LongText>
{
    static QJsonValue write(const LongText &value) { return value.text; }
    static bool read(const QJsonValue &json, LongText &value, qsizetype longest);
    static QString name() { return QStringLiteral("long text"); }
};

template <> struct JsonOf<LongTexts>
{
    static QJsonValue write(const LongTexts &value) { return QJsonArray::fromStringList(value.texts); }
    static bool read(const QJsonValue &json, LongTexts &value, qsizetype longest);
    static QString name() { return QStringLiteral("[long text]"); }
};

template <> struct JsonOf<QJsonObject>
{
    static QJsonValue write(const QJsonObject &value) { return value; }
    static bool read(const QJsonValue &json, QJsonObject &value, qsizetype longest);
    static QString name() { return QStringLiteral("object"); }
};

template <> struct JsonOf<QJsonArray>
{
    static QJsonValue write(const QJsonArray &value) { return value; }
    static bool read(const QJsonValue &json, QJsonArray &value, qsizetype longest);
    static QString name() { return QStringLiteral("list"); }
};

template <typename T> struct JsonOf<QList<T>>
{
    static QJsonValue write(const QList<T> &values) { return arrayOf(values, JsonOf<T>::write); }
    static bool read(const QJsonValue &json, QList<T> &values, qsizetype longest)
    {
        values.clear();
        for (const QJsonValue &element : json.toArray()) {
            if (!JsonOf<T>::read(element, values.emplaceBack(), longest))
                return false;
        }
        return json.isArray();
    }
    static QString name() { return u'[' + JsonOf<T>::name() + u']'; }
};

template <Described T> struct JsonOf<T>
{
    static QJsonValue write(const T &value)
    {
        FieldWriter writer;
        T::describe(value, writer);
        return writer.object();
    }
    static bool read(const QJsonValue &json, T &value, qsizetype longest)
    {
        const QJsonObject object = json.toObject();
        FieldReader reader(object, longest);
        T::describe(value, reader);
        return json.isObject() && reader.fault().isEmpty();
    }
    static QString name()
    {
        FieldLister lister;
        const T value;
        T::describe(value, lister);
        return lister.text();
    }
};

/// A type with toJson() and a static fromJson(QJsonObject or QJsonArray) that returns T or Result<T>.
template <WritesJson T>
requires(!Described<T>) struct JsonOf<T>
{
    using Json = decltype(std::declval<const T &>().toJson());

    static QJsonValue write(const T &value) { return value.toJson(); }
    static bool read(const QJsonValue &json, T &value, qsizetype longest)
    {
        Json form;
        if (!JsonOf<Json>::read(json, form, longest))
            return false;
        if constexpr (ReadsAsResult<T>) {
            const Result<T> read = T::fromJson(form);
            if (read)
                value = *read;
            return read.has_value();
        } else {
            value = T::fromJson(form);
            return true;
        }
    }
    static QString name() { return JsonOf<Json>::name(); }
};

/// Reads what this program wrote or an engine answered. False when \a json has another type; \a value is then invalid.
template <typename T> bool readJson(const QJsonValue &json, T &value)
{
    return JsonOf<T>::read(json, value, std::numeric_limits<qsizetype>::max());
}

/// Reads a list that this program stored. Damaged elements are left out.
template <typename T> QList<T> readStored(const QJsonValue &json)
{
    QList<T> values;
    for (const QJsonValue &element : json.toArray()) {
        if (T value; readJson(element, value))
            values.append(std::move(value));
    }
    return values;
}

} // namespace engine
