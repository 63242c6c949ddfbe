// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStringList>

namespace models {

/// A toolkit on the chooser's card.
struct ToolkitCard
{
    QString key; ///< its property in a job: "pyTorchSettings"
    QString name; ///< "PyTorch"
    QString what; ///< what it starts, in two or three words
};

/// All toolkits of the schema, the most common first.
[[nodiscard]] QList<ToolkitCard> toolkitCards();
inline constexpr qsizetype usualToolkits = 5; ///< number of cards shown at first

/// Label of a toolkit's setting; \a key when there is none.
[[nodiscard]] QString settingLabel(const QString &key);

/// A setting of a toolkit as a form field.
struct ToolkitField
{
    QString key; ///< "pythonScriptFilePath"
    QString label; ///< "Script"
    QString help; ///< one line, from the schema
    QStringList values; ///< choices; empty for free input
    bool isRequired = false;
    bool isNumber = false;
    int minimum = 0; ///< of a number
};

/// Settings of \a toolkit (its property's name) in the order of the schema; empty for an unknown toolkit.
[[nodiscard]] QList<ToolkitField> toolkitFields(const QString &toolkit);

} // namespace models
