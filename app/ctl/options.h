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
    QString fallback; ///< the value without it
    /// Ignored: an option of az that means nothing here.
    enum class Use { Ours, Ignored } use = Use::Ours;
};

/// What a handler answers is the exit code; an Error is printed and becomes one.
using Handler = engine::Result<int> (*)(Session &);

struct Verb
{
    QString path; ///< "job file list"
    QString help;
    QString operand; ///< "NAME"; "[HOST…]": any number; empty: takes none
    QList<Option> options;
    QStringList examples;
    Handler run = nullptr;
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
    QStringList ignored; ///< names of az options that were accepted

    [[nodiscard]] QString value(const QString &option) const { return values.value(option).value(0); }
    [[nodiscard]] bool has(const QString &option) const { return values.contains(option); }
};

/// Reads batchctl's arguments (without the program). Pure.
[[nodiscard]] CommandLine parse(const QStringList &arguments, const QList<Verb> &verbs);

/// The help of one verb, of the verbs below a word, or of everything.
[[nodiscard]] QString helpText(const QString &topic, const QList<Verb> &verbs);

/// Every verb of this version.
[[nodiscard]] const QList<Verb> &allVerbs();

} // namespace ctl
