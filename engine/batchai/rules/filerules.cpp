// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/rules/documentrules.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype maximumContent = 1024 * 1024; // the files are sent to every node and kept with the job
constexpr qsizetype longestPath = 255;

// Whether the path stays below the working directory on any node.
bool staysBelow(const QString &path)
{
    const QStringList steps = path.split(u'/');
    return path.size() <= longestPath && steps.constFirst() != u"~"
        && std::none_of(path.begin(), path.end(), [](QChar c) { return c.category() == QChar::Other_Control; })
        && std::none_of(steps.begin(), steps.end(),
                        [](const QString &step) { return step.isEmpty() || step == u"." || step == u".."; });
}

} // namespace

void checkFileRules(const QJsonObject &job, const JsonPath &path, FaultNotes &notes)
{
    const JsonPath place = path / u"x-batchdeck"_s / u"files"_s;
    const QJsonArray files = job[u"x-batchdeck"_s][u"files"_s].toArray();
    QSet<QString> seen;
    QSet<QString> folders;
    qsizetype size = 0;
    for (int i = 0; i < files.size(); ++i) {
        const QString name = files.at(i)[u"path"_s].toString();
        size += files.at(i)[u"content"_s].toString().toUtf8().size();
        // Reported already.
        if (name.isEmpty())
            continue;
        if (!staysBelow(name))
            notes.fault(place / i / u"path"_s, u"NotAllowed"_s,
                        {QT_TRANSLATE_NOOP("engine",
                                           "“%1” should be a path below the working directory: relative, "
                                           "without “..”, at most 255 characters."),
                         {shortened(name)}});
        else if (seen.contains(name))
            notes.fault(place / i / u"path"_s, u"Duplicate"_s,
                        {QT_TRANSLATE_NOOP("engine", "“%1” is another file of the job; choose another path."),
                         {shortened(name)}});
        seen.insert(name);
        for (qsizetype slash = name.indexOf(u'/'); slash > 0; slash = name.indexOf(u'/', slash + 1))
            folders.insert(name.first(slash));
    }
    for (int i = 0; i < files.size(); ++i) {
        if (const QString name = files.at(i)[u"path"_s].toString(); folders.contains(name))
            notes.fault(
                place / i / u"path"_s, u"Duplicate"_s,
                {QT_TRANSLATE_NOOP("engine", "“%1” is the folder of another file of the job; choose another path."),
                 {shortened(name)}});
    }
    if (size > maximumContent)
        notes.fault(place, u"TooMany"_s,
                    {QT_TRANSLATE_NOOP("engine",
                                       "The files of the job have %1 bytes together; at most %2 are allowed. "
                                       "Mount a volume that holds the larger ones."),
                     {QString::number(size), QString::number(maximumContent)}});
}

} // namespace engine
