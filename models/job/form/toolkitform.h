// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStringList>

namespace models {

/// A toolkit to choose.
struct ToolkitCard
{
    QString key; ///< its property in a job: "pyTorchSettings"
    QString name; ///< "PyTorch"
    QString what; ///< what it starts, in two or three words
};

/// Every toolkit of the schema, those that are used most first.
[[nodiscard]] QList<ToolkitCard> toolkitCards();
inline constexpr qsizetype usualToolkits = 5; ///< so many of them are shown before the others

/// The label of a toolkit's setting; \a key itself for one that has none.
[[nodiscard]] QString settingLabel(const QString &key);

/// A setting of a toolkit as a field of a form.
struct ToolkitField
{
    QString key; ///< "pythonScriptFilePath"
    QString label; ///< "Script"
    QString help; ///< one line, from the schema
    QStringList values; ///< to choose from; empty: any
    bool isRequired = false;
    bool isNumber = false;
    int minimum = 0; ///< of a number
};

/// The settings of \a toolkit (its property's name) in the order of the schema; empty for what is none.
[[nodiscard]] QList<ToolkitField> toolkitFields(const QString &toolkit);

} // namespace models
