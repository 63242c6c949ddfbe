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
#include <QSaveFile>
#include <QtConcurrentRun>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace models {

namespace {

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

bool writeTo(const QString &path, const QList<Draft> &drafts)
{
    QJsonArray json;
    for (const Draft &draft : drafts)
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

Drafts::Drafts(const QString &file, QObject *parent) : QObject(parent), m_file(file)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(500ms);
    connect(&m_delay, &QTimer::timeout, this, &Drafts::write);
    read();
}

Drafts::~Drafts()
{
    m_writing.waitForFinished();
    if (m_delay.isActive() || m_isBehind)
        writeTo(m_file, m_drafts);
}

void Drafts::read()
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return; // there are none
    for (const QJsonValue &draft : QJsonDocument::fromJson(file.readAll()).array()) {
        if (!draft[u"key"_s].toString().isEmpty())
            m_drafts.append({draft[u"key"_s].toString(), draft[u"title"_s].toString(), draft[u"whenMs"_s].toInteger(),
                             draft[u"place"_s].toObject(), draft[u"fields"_s].toObject()});
    }
}

void Drafts::keep(const Draft &draft)
{
    m_drafts.removeIf([&draft](const Draft &each) { return each.key == draft.key; });
    m_drafts.prepend(draft);
    if (m_drafts.size() > most)
        m_drafts.resize(most);
    if (!m_delay.isActive())
        m_delay.start(); // and not again: who types on and on is kept, too
}

void Drafts::remove(const QString &key)
{
    if (m_drafts.removeIf([&key](const Draft &each) { return each.key == key; }) > 0)
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
    m_writing =
        QtConcurrent::run(&engine::workerPool(), [file = m_file, drafts = m_drafts] { return writeTo(file, drafts); });
    engine::whenFinished(m_writing, this, [this](bool) {
        if (m_isBehind)
            write();
    });
}

} // namespace models
