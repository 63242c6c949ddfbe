// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/placeholders.h"
#include "engine/batchai/rules/documentrules.h"

#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Checks the volumes of one owner: a job, or a cluster's nodes.
class VolumeRules
{
public:
    explicit VolumeRules(FaultNotes &notes) : m_notes(notes) { }

    void check(const QJsonObject &volumes, const JsonPath &path)
    {
        each(volumes, path, u"azureFileShares"_s, [this](const QJsonObject &share, const JsonPath &place) {
            checkShareUrl(share, place);
            checkMode(share, u"fileMode"_s, place);
            checkMode(share, u"directoryMode"_s, place);
            checkCredentials(share, place);
        });
        each(volumes, path, u"azureBlobFileSystems"_s,
             [this](const QJsonObject &container, const JsonPath &place) { checkCredentials(container, place); });
        each(volumes, path, u"fileServers"_s, [](const QJsonObject &, const JsonPath &) {});
        each(volumes, path, u"unmanagedFileSystems"_s, [this](const QJsonObject &system, const JsonPath &place) {
            const QString command = system.value(u"mountCommand"_s).toString();
            if (!command.isEmpty() && command.trimmed().isEmpty())
                m_notes.fault(place / u"mountCommand"_s, u"Required"_s,
                              {QT_TRANSLATE_NOOP("engine", "“%1” is empty; fill it in."), {u"mountCommand"_s}});
        });
        each(volumes.value(u"x-batchdeck"_s).toObject(), path / u"x-batchdeck"_s, u"paths"_s,
             [this](const QJsonObject &entry, const JsonPath &place) { checkNodePath(entry, place); });
    }

private:
    template <typename Check>
    void each(const QJsonObject &lists, const JsonPath &path, const QString &key, Check &&checkEntry)
    {
        const QJsonArray entries = lists.value(key).toArray();
        for (int i = 0; i < entries.size(); ++i) {
            const QJsonObject entry = entries.at(i).toObject();
            const JsonPath place = path / key / i;
            checkMountPath(entry, place);
            checkEntry(entry, place);
            for (const QString &name : {u"accountName"_s, u"azureFileUrl"_s, u"containerName"_s})
                checkPlaceholder(entry, name, place);
        }
    }

    void checkMountPath(const QJsonObject &entry, const JsonPath &place)
    {
        const QString given = entry.value(u"relativeMountPath"_s).toString();
        // Reported already.
        if (given.isEmpty())
            return;
        QStringList parts = given.split(u'/', Qt::SkipEmptyParts);
        parts.removeAll(u"."_s);
        const JsonPath path = place / u"relativeMountPath"_s;
        const bool hasControl = std::any_of(given.begin(), given.end(), [](QChar c) { return c < u' '; });
        if (given.startsWith(u'/') || parts.isEmpty() || parts.constFirst() == u"~" || parts.contains(u".."_s)
            || hasControl)
            return m_notes.fault(path, u"NotAllowed"_s,
                                 {QT_TRANSLATE_NOOP("engine",
                                                    "“%1” should be a path below the mount root, without / before it "
                                                    "and without ..; for example data/images."),
                                  {shortened(given)}});
        const QString folder = parts.join(u'/');
        if (m_taken.contains(folder))
            m_notes.fault(path, u"Duplicate"_s,
                          {QT_TRANSLATE_NOOP("engine", "“%1” is the mount path of another volume; choose another."),
                           {shortened(given)}});
        m_taken.insert(folder);
    }

    // Reports placeholders such as <YOUR STORAGE ACCOUNT>; those that az replaces are reported already.
    void checkPlaceholder(const QJsonObject &entry, const QString &key, const JsonPath &place)
    {
        const QString text = entry.value(key).toString();
        const QString placeholder = anyPlaceholder(text);
        if (!placeholder.isEmpty() && azPlaceholder(text).isEmpty())
            m_notes.warn(place / key, u"Placeholder"_s, placeholderWords(placeholder));
    }

    void checkShareUrl(const QJsonObject &share, const JsonPath &place)
    {
        static const QRegularExpression form(
            u"^https://([A-Za-z0-9_-]+|<[^<>/]+>)\\.file\\.[A-Za-z0-9.-]+/([^/?#<>\\s]|<[^<>/]+>)+(/[^?#\\s]*)?\\z"_s,
            QRegularExpression::CaseInsensitiveOption);
        const QString url = share.value(u"azureFileUrl"_s).toString();
        if (!url.isEmpty() && !form.match(url).hasMatch()) // without the query of the URL, which may be a signature
            m_notes.fault(
                place / u"azureFileUrl"_s, u"NotAllowed"_s,
                Message(QT_TRANSLATE_NOOP("engine", "“%1” should be https://ACCOUNT.file.core.windows.net/SHARE."),
                        {shortened(url.section(u'?', 0, 0))}));
    }

    void checkMode(const QJsonObject &share, const QString &key, const JsonPath &place)
    {
        static const QRegularExpression octal(u"^0?[0-7]{3,4}\\z"_s);
        const QJsonValue mode = share.value(key);
        if (mode.isString() && !octal.match(mode.toString()).hasMatch())
            m_notes.fault(
                place / key, u"NotAllowed"_s,
                {QT_TRANSLATE_NOOP("engine", "“%1” should be three or four octal digits, for example 0777."), {key}});
    }

    // Neither of them is no fault: the command line or the environment may supply the key.
    void checkCredentials(const QJsonObject &entry, const JsonPath &place)
    {
        checkEitherSecret(entry.value(u"credentials"_s).toObject(), u"accountKey"_s, u"accountKeySecretReference"_s,
                          SecretNeed::FromElsewhere, place / u"credentials"_s, m_notes);
    }

    void checkNodePath(const QJsonObject &entry, const JsonPath &place)
    {
        const QString path = entry.value(u"path"_s).toString();
        if (!path.isEmpty() && !path.startsWith(u'/') && !path.startsWith(u'$') && !path.startsWith(u'~'))
            m_notes.fault(
                place / u"path"_s, u"NotAllowed"_s,
                {QT_TRANSLATE_NOOP("engine", "“%1” should be a path from /, $NAME or ~."), {shortened(path)}});
    }

    FaultNotes &m_notes;
    QSet<QString> m_taken; // normalised mount paths
};

} // namespace

void checkVolumeRules(const QJsonObject &mountVolumes, const JsonPath &path, FaultNotes &notes)
{
    VolumeRules(notes).check(mountVolumes, path);
}

} // namespace engine
