// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QJsonObject>
#include <QStringList>

namespace engine {

/// A sentence that crosses threads, sockets and the store unworded: its English source with %1 … %9 and the arguments.
/// It is put into the reader's language where it is shown, so the language switches live.
/// Sources are marked with QT_TRANSLATE_NOOP("engine", "…") where they are made. Value; any thread.
struct Message
{
    QString source;
    QStringList arguments;

    Message() = default;
    Message(const char *englishSource, QStringList args = {})
        : source(QString::fromUtf8(englishSource)), arguments(std::move(args))
    {
    }

    [[nodiscard]] bool isEmpty() const { return source.isEmpty(); }
    /// The sentence in the language of the installed translator; English without one.
    [[nodiscard]] QString text() const;
    /// The sentence in English: for the command line, logs and JSON.
    [[nodiscard]] QString englishText() const;

    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Message fromJson(const QJsonObject &json);

    bool operator==(const Message &) const = default;
};

} // namespace engine
