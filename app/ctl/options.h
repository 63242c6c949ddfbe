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
    QString value; ///< what stands for its value in the help; empty: a switch
    QString help;
    QString fallback = {}; ///< the value without it
    /// Ignored: an option of az that means nothing here. Kept: so does this one, but documents have a place for it.
    enum class Use { Ours, Ignored, Kept } use = Use::Ours;
    /// Last: said again, the last value counts. Each: all of them do. Words: all words up to the next option.
    enum class Takes { Last, Each, Words } takes = Takes::Last;
    bool isRequired = false;
    QStringList otherNames = {}; ///< "--workspace" where az spells it so
};

/// What a handler answers is the exit code; an Error is printed and becomes one.
using Handler = engine::Result<int> (*)(Session &);

struct Verb
{
    QString path; ///< "job file list"
    QString help;
    Handler run = nullptr;
    QStringList examples;
    QList<Option> options = {};
    QString operand = {}; ///< "NAME"; "SOURCE TARGET"; "ID…": one or more; "[HOST…]": any number; empty: takes none
    QStringList otherPaths = {}; ///< as it was called in older versions of az

    [[nodiscard]] bool takesMany() const { return operand.endsWith(u'…') || operand.endsWith(u']'); }
};

/// A command line that was understood, or the one sentence why not.
struct CommandLine
{
    const Verb *verb = nullptr; ///< null with wantsHelp, wantsVersion or a fault
    QString topic; ///< the words so far: what help is wanted about
    bool wantsHelp = false;
    bool wantsVersion = false;
    QString fault; ///< usage; empty: none
    QString profile;
    QString format; ///< "table", "json", "tsv"; empty: as the output is
    QString operand; ///< the first
    QStringList operands;
    QHash<QString, QStringList> values; ///< by Option::name, with the fallbacks
    QStringList ignored; ///< names of az options that were accepted and change nothing here

    [[nodiscard]] QString value(const QString &option) const { return values.value(option).value(0); }
    [[nodiscard]] QStringList all(const QString &option) const { return values.value(option); }
    [[nodiscard]] bool has(const QString &option) const { return values.contains(option); }
};

/// Reads batchctl's arguments (without the program). Pure.
[[nodiscard]] CommandLine parse(const QStringList &arguments, const QList<Verb> &verbs);

/// What an understood \a line lacks: a word or the name of an option; empty: nothing. Pure.
[[nodiscard]] QString missingFrom(const CommandLine &line);

/// The help of one verb, of the verbs below a word, or of everything.
[[nodiscard]] QString helpText(const QString &topic, const QList<Verb> &verbs);

/// Every verb of this version.
[[nodiscard]] const QList<Verb> &allVerbs();

} // namespace ctl
