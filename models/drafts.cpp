// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/drafts.h"

#include "engine/api/document/documents.h"
#include "engine/api/document/keptdocument.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QSaveFile>
#include <QtConcurrentRun>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace models {

namespace {

constexpr int lockLimit = 2000; // ms; another window holds the lock for one write

QJsonObject withoutSecrets(const QJsonObject &fields)
{
    QJsonObject safe = engine::withoutSecrets(fields);
    auto kind = engine::ResourceKind::Job;
    for (const auto each : {engine::ResourceKind::Cluster, engine::ResourceKind::FileServer}) {
        if (fields[u"kind"_s].toString() == engine::toString(each))
            kind = each;
    }
    if (const QString text = fields[u"text"_s].toString(); !text.isEmpty())
        safe[u"text"_s] = QString::fromUtf8(engine::textWithoutSecrets(kind, text.toUtf8()));
    return safe;
}

enum class Reading { Done, Denied, Damaged };

struct FileContent
{
    Reading reading = Reading::Done; // also when there is no file
    QList<Draft> drafts;
};

FileContent readFrom(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {file.exists() ? Reading::Denied : Reading::Done, {}};
    const QByteArray bytes = file.readAll();
    if (file.error() != QFile::NoError)
        return {Reading::Denied, {}};
    const QJsonDocument json = QJsonDocument::fromJson(bytes);
    FileContent content{json.isArray() ? Reading::Done : Reading::Damaged, {}};
    for (const QJsonValue &draft : json.array()) {
        if (!draft[u"key"_s].toString().isEmpty())
            content.drafts.append({draft[u"key"_s].toString(), draft[u"title"_s].toString(),
                                   draft[u"whenMs"_s].toInteger(), draft[u"place"_s].toObject(),
                                   draft[u"fields"_s].toObject()});
    }
    return content;
}

bool setAside(const QString &path)
{
    const QString time = QDateTime::currentDateTimeUtc().toString(u"yyyyMMdd-HHmmss-zzz"_s);
    return QFile::rename(path, path + u".damaged-"_s + time);
}

// Writes the changed drafts into the current file, which another window may have changed. An unreadable file is not
// replaced; a damaged one is kept beside the new one.
bool writeTo(const QString &path, QList<Draft> drafts, const QSet<QString> &changed)
{
    QLockFile lock(path + u".lock"_s);
    if (!lock.tryLock(lockLimit))
        return false;
    const FileContent content = readFrom(path);
    if (content.reading == Reading::Denied || (content.reading == Reading::Damaged && !setAside(path)))
        return false;
    drafts.removeIf([&changed](const Draft &each) { return !changed.contains(each.key); });
    for (const Draft &there : content.drafts) {
        if (!changed.contains(there.key))
            drafts.append(there);
    }
    std::stable_sort(drafts.begin(), drafts.end(), [](const Draft &a, const Draft &b) { return a.whenMs > b.whenMs; });
    QJsonArray json;
    for (const Draft &draft : drafts.first(qMin(drafts.size(), Drafts::most)))
        json.append(QJsonObject{{u"key"_s, draft.key},
                                {u"title"_s, draft.title},
                                {u"whenMs"_s, draft.whenMs},
                                {u"place"_s, draft.place},
                                {u"fields"_s, withoutSecrets(draft.fields)}});
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        && file.write(QJsonDocument(json).toJson(QJsonDocument::Compact)) > 0 && file.commit();
}

} // namespace

Drafts::Drafts(const QString &file, QObject *parent) : QObject(parent), m_file(file), m_drafts(readFrom(file).drafts)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(500ms);
    connect(&m_delay, &QTimer::timeout, this, &Drafts::write);
}

Drafts::~Drafts()
{
    m_writing.waitForFinished();
    if (!m_inWriting.isEmpty() && !m_writing.result())
        m_changed += m_inWriting;
    if (!m_changed.isEmpty())
        writeTo(m_file, m_drafts, m_changed);
}

void Drafts::keep(const Draft &draft)
{
    m_drafts.removeIf([&draft](const Draft &each) { return each.key == draft.key; });
    m_drafts.prepend(draft);
    if (m_drafts.size() > most)
        m_drafts.resize(most);
    m_changed.insert(draft.key);
    // Not restarted, so that continuous typing is saved as well.
    if (!m_delay.isActive())
        m_delay.start();
}

void Drafts::remove(const QString &key)
{
    if (m_drafts.removeIf([&key](const Draft &each) { return each.key == key; }) == 0)
        return;
    m_changed.insert(key);
    write();
}

std::optional<Draft> Drafts::find(const QString &key) const
{
    const auto found =
        std::find_if(m_drafts.cbegin(), m_drafts.cend(), [&key](const Draft &each) { return each.key == key; });
    return found == m_drafts.cend() ? std::nullopt : std::optional(*found);
}

// If a draft cannot be written, it lives until the program ends.
void Drafts::write()
{
    m_delay.stop();
    m_isBehind = !m_inWriting.isEmpty();
    // Continues when the current write has ended.
    if (m_isBehind)
        return;
    m_inWriting = std::exchange(m_changed, {});
    const auto work = [file = m_file, drafts = m_drafts, changed = m_inWriting] {
        return writeTo(file, drafts, changed);
    };
    m_writing = QtConcurrent::run(&engine::workerPool(), work);
    engine::whenFinished(m_writing, this, [this](bool isWritten) {
        const QSet<QString> changed = std::exchange(m_inWriting, {});
        if (!isWritten)
            m_changed += changed;
        if (m_isBehind)
            write();
    });
}

} // namespace models
