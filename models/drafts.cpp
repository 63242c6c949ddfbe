// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/drafts.h"

#include "engine/api/documents.h"
#include "engine/api/keptdocument.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

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

constexpr int lockLimit = 2000; // ms; another window needs it for one write

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

QList<Draft> draftsIn(const QString &path)
{
    QList<Draft> drafts;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return drafts; // there are none
    for (const QJsonValue &draft : QJsonDocument::fromJson(file.readAll()).array()) {
        if (!draft[u"key"_s].toString().isEmpty())
            drafts.append({draft[u"key"_s].toString(), draft[u"title"_s].toString(), draft[u"whenMs"_s].toInteger(),
                           draft[u"place"_s].toObject(), draft[u"fields"_s].toObject()});
    }
    return drafts;
}

// Those of \a drafts with the keys \a changed, into the file as it is by now: another window may have written it.
bool writeTo(const QString &path, QList<Draft> drafts, const QSet<QString> &changed)
{
    QLockFile lock(path + u".lock"_s);
    if (!lock.tryLock(lockLimit))
        return false;
    drafts.removeIf([&changed](const Draft &each) { return !changed.contains(each.key); });
    for (const Draft &there : draftsIn(path)) {
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

Drafts::Drafts(const QString &file, QObject *parent) : QObject(parent), m_file(file), m_drafts(draftsIn(file))
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(500ms);
    connect(&m_delay, &QTimer::timeout, this, &Drafts::write);
}

Drafts::~Drafts()
{
    m_writing.waitForFinished();
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
    if (!m_delay.isActive())
        m_delay.start(); // and not again: who types on and on is kept, too
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

// A draft that cannot be written lives as long as the program.
void Drafts::write()
{
    m_delay.stop();
    m_isBehind = m_writing.isRunning();
    if (m_isBehind)
        return; // once it is done
    const QSet<QString> changed = std::exchange(m_changed, {});
    const auto work = [file = m_file, drafts = m_drafts, changed] { return writeTo(file, drafts, changed); };
    m_writing = QtConcurrent::run(&engine::workerPool(), work);
    engine::whenFinished(m_writing, this, [this, changed](bool isWritten) {
        if (!isWritten)
            m_changed += changed;
        if (m_isBehind)
            write();
    });
}

} // namespace models
