// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QHash>
#include <QString>

namespace engine {

/// Names and values, in the order of definition.
using Variables = QList<std::pair<QString, QString>>;

/// Words of command lines in which $NAME still expands, and what a plan knows of the variables that they name. Value.
class ShellWords
{
public:
    void define(const Variables &variables);

    /// \a text as one word: bare where a person would write it bare, else in double quotes in which $NAME expands. Bare
    /// is nothing that a shell splits, globs or expands but $NAME, and nothing whose variables' known values it does.
    [[nodiscard]] QString word(const QString &text) const;

    /// \a text as one word that the shell reads back as it is.
    [[nodiscard]] static QString literal(const QString &text);

    /// Whether a command line is nothing but words as word() leaves them bare: no quotes, no operators, no assignment.
    [[nodiscard]] static bool isPlainLine(const QString &line);

    /// Whether \a name is one that a shell can assign.
    [[nodiscard]] static bool isName(QStringView name);

private:
    [[nodiscard]] bool isBare(const QString &text) const;

    QHash<QString, bool> m_splits; // name: whether a shell would split or glob its value
};

} // namespace engine
