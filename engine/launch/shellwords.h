// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QHash>
#include <QString>

namespace engine {

/// Names and values, in the order of definition.
using Variables = QList<std::pair<QString, QString>>;

/// Quotes words of command lines in which $NAME is still expanded, with the known values of variables. Value.
class ShellWords
{
public:
    void define(const Variables &variables);

    /// \a text as one word: unquoted where a person would not quote it, else in double quotes in which $NAME is
    /// expanded. Unquoted words contain nothing that a shell splits, globs or expands but $NAME, and no variable whose
    /// known value it would split or glob.
    [[nodiscard]] QString word(const QString &text) const;

    /// \a text as one word without any expansion.
    [[nodiscard]] static QString literal(const QString &text);

    /// Whether \a line consists of unquoted words only: no quotes, operators or assignments.
    [[nodiscard]] static bool isPlainLine(const QString &line);

    /// Whether a shell can assign to \a name.
    [[nodiscard]] static bool isName(QStringView name);

private:
    [[nodiscard]] bool isBare(const QString &text) const;

    QHash<QString, bool> m_splits; // by name: whether a shell would split or glob its value
};

} // namespace engine
