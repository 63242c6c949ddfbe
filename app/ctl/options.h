// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QHash>
#include <QStringList>

namespace ctl {

class Session;

enum class Format { Table, Json, Tsv };

struct Option
{
    QString name; ///< "--cluster"
    QString letter; ///< "-c"; may be empty
    QString value; ///< placeholder of its value in the help; empty for a switch
    QString help;
    QString fallback = {}; ///< default value
    /// Ignored: an option of az without an effect. Kept: an option of az that becomes part of the document, without
    /// another effect.
    enum class Use { Ours, Ignored, Kept } use = Use::Ours;
    /// Last: of several values the last counts. Each: all values count. Words: all words up to the next option.
    enum class Takes { Last, Each, Words } takes = Takes::Last;
    bool isRequired = false;
    QStringList otherNames = {}; ///< "--workspace" where az uses that name
};

/// Returns the exit code; an Error is printed and gives its exit code.
using Handler = engine::Result<int> (*)(Session &);

struct Verb
{
    QString path; ///< "job file list"
    QString help;
    Handler run = nullptr;
    QStringList examples;
    QList<Option> options = {};
    QString operand = {}; ///< "NAME"; "SOURCE TARGET"; "ID…": one or more; "[HOST…]": any number; empty: none
    QStringList otherPaths = {}; ///< its names in older versions of az

    [[nodiscard]] bool takesMany() const { return operand.endsWith(u'…') || operand.endsWith(u']'); }
};

/// A parsed command line, or a fault.
struct CommandLine
{
    const Verb *verb = nullptr; ///< null with wantsHelp, wantsVersion or a fault
    QString topic; ///< the words of the verb so far, for the help
    bool wantsHelp = false;
    bool wantsVersion = false;
    QString fault; ///< of the usage; empty when it is valid
    QString profile;
    QString format; ///< "table", "json", "tsv"; empty for the verb's default
    QString operand; ///< the first
    QStringList operands;
    QHash<QString, QStringList> values; ///< by Option::name, with default values
    QStringList ignored; ///< accepted options of az without an effect

    [[nodiscard]] QString value(const QString &option) const { return values.value(option).value(0); }
    [[nodiscard]] QStringList all(const QString &option) const { return values.value(option); }
    [[nodiscard]] bool has(const QString &option) const { return values.contains(option); }
};

/// Parses batchctl's arguments (without the program). Pure.
[[nodiscard]] CommandLine parse(const QStringList &arguments, const QList<Verb> &verbs);

/// The missing operand or option of \a line; empty when nothing is missing. Pure.
[[nodiscard]] QString missingFrom(const CommandLine &line);

/// Help of one verb, of all verbs below a word, or of all verbs.
[[nodiscard]] QString helpText(const QString &topic, const QList<Verb> &verbs);

/// Every verb of this version.
[[nodiscard]] const QList<Verb> &allVerbs();

} // namespace ctl
