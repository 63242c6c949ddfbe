// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/job/fetchrule.h"
#include "engine/batchai/rules/documentrules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestPattern = 255;

bool hasControls(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.category() == QChar::Other_Control; });
}

// Documents may come from strangers: files must not be written to places where programs look for configuration.
bool isTarget(const QString &to)
{
    const QStringList steps = to.section(u'/', 1).split(u'/', Qt::SkipEmptyParts);
    const bool isRooted = to.startsWith(u"~/") || to.startsWith(u'/');
    return isRooted && !steps.isEmpty() && to.size() <= 1000 && !hasControls(to)
        && std::none_of(steps.begin(), steps.end(), [](const QString &step) { return step.startsWith(u'.'); });
}

bool isPattern(const QString &pattern)
{
    const QStringList steps = pattern.split(u'/');
    return !pattern.isEmpty() && pattern.size() <= longestPattern && !hasControls(pattern)
        && std::none_of(steps.begin(), steps.end(),
                        [](const QString &step) { return step.isEmpty() || step == u"." || step == u".."; });
}

void checkPatterns(const QJsonArray &patterns, const JsonPath &place, FaultNotes &notes)
{
    for (int i = 0; i < patterns.size(); ++i) {
        if (patterns.at(i).isString() && !isPattern(patterns.at(i).toString()))
            notes.fault(place / i, u"NotAllowed"_s,
                        {QT_TRANSLATE_NOOP("engine",
                                           "“%1” should be a pattern such as *.pt or logs/*.csv, below the "
                                           "directory, without “..”."),
                         {shortened(patterns.at(i).toString())}});
    }
}

void checkDirectory(const QString &directory, const QJsonObject &job, const JsonPath &place, FaultNotes &notes)
{
    const QJsonArray outputs = job.value(u"outputDirectories"_s).toArray();
    const bool isKnown = directory.isEmpty() || directory == u"stdouterr"
        || std::any_of(outputs.begin(), outputs.end(),
                       [&directory](const QJsonValue &output) { return output[u"id"_s] == directory; });
    if (!isKnown)
        notes.fault(place, u"NotFound"_s,
                    {QT_TRANSLATE_NOOP("engine",
                                       "“%1” is the id of no output directory of the job; leave it out for all "
                                       "of them, and stdouterr."),
                     {shortened(directory)}});
}

} // namespace

void checkFetchRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    const JsonPath place = path / u"x-batchdeck"_s / u"fetch"_s;
    const QJsonArray rules = job[u"x-batchdeck"_s][u"fetch"_s].toArray();
    for (int i = 0; i < rules.size(); ++i) {
        const QJsonObject rule = rules.at(i).toObject();
        const QString to = rule.value(u"to"_s).toString();
        if (!to.isEmpty() && !isTarget(to))
            notes.fault(place / i / u"to"_s, u"NotAllowed"_s,
                        {QT_TRANSLATE_NOOP("engine",
                                           "“%1” should be a folder of this computer, below ~/ or /, none of "
                                           "whose names begins with a dot."),
                         {shortened(to)}});
        for (const QString &unknown : unknownPlaceholders(to))
            notes.fault(
                place / i / u"to"_s, u"Placeholder"_s,
                {QT_TRANSLATE_NOOP("engine", "“%1” stands for nothing: use <job>, <experiment> or <workspace>."),
                 {shortened(unknown)}});
        checkPatterns(rule.value(u"files"_s).toArray(), place / i / u"files"_s, notes);
        checkDirectory(rule.value(u"outputDirectoryId"_s).toString(), job, place / i / u"outputDirectoryId"_s, notes);
    }
}

} // namespace engine
