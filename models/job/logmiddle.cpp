// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/logmiddle.h"

#include "engine/client/engineclient.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QFile>
#include <QtConcurrentRun>

#include <algorithm>
#include <cerrno>

namespace models {

namespace {

constexpr qint64 mostCompared = 4096;

// A call that takes longer than 30 s fails, and other users of the machine wait for it.
constexpr qint64 leastAtOnce = 64 * 1024;
constexpr qint64 mostAtOnce = 2 * 1024 * 1024;
constexpr qint64 quickMs = 500;
constexpr qint64 slowMs = 2000;

} // namespace

LogMiddle::LogMiddle(engine::EngineClient &client, engine::LogFileSnapshot log, engine::LogGap gap,
                     const QString &folder, QObject *parent)
    : QObject(parent), m_client(&client), m_log(std::move(log)), m_gap(std::move(gap)), m_folder(folder),
      m_file(std::make_shared<engine::NamelessFile>(folder)), m_known(copiedBefore()), m_readAtOnce(leastAtOnce)
{
}

void LogMiddle::begin()
{
    if (m_file->error() != 0)
        return fail(noRoom(m_file->error()), false);
    if (!m_file->hasRoomFor(m_gap.bytes() - m_bytesRead))
        return fail(noRoom(ENOSPC), true);
    if (m_known.size() != knownLength())
        return fail(copyIsGone(), false);
    if (m_known.isEmpty())
        return readNext();
    read(m_gap.sourceBegin - m_known.size(), m_known.size(), &LogMiddle::compare);
}

void LogMiddle::read(qint64 offset, qint64 length, void (LogMiddle::*take)(const QByteArray &bytes))
{
    if (!m_client)
        return;
    m_asked.start();
    engine::whenFinished(m_client->storage.read({m_log.node, m_gap.source}, offset, length), this,
                         [this, take](const engine::Result<QByteArray> &bytes) {
                             if (!bytes)
                                 return fail(bytes.error(), true);
                             (this->*take)(*bytes);
                         });
}

// The machine's file of that name may have been replaced.
void LogMiddle::compare(const QByteArray &bytes)
{
    if (bytes != m_known)
        return fail(isAnotherFile(), false);
    readNext();
}

qint64 LogMiddle::knownLength() const
{
    return std::min(mostCompared, m_gap.sourceBegin);
}

QByteArray LogMiddle::copiedBefore() const
{
    QFile copy(m_log.spoolPath);
    return copy.open(QIODevice::ReadOnly) && copy.seek(m_gap.begin - knownLength()) ? copy.read(knownLength())
                                                                                    : QByteArray();
}

void LogMiddle::readNext()
{
    const qint64 left = m_gap.bytes() - m_bytesRead;
    if (left <= 0)
        return emit ended({}, false);
    read(m_gap.sourceBegin + m_bytesRead, std::min(m_readAtOnce, left), &LogMiddle::append);
}

void LogMiddle::append(const QByteArray &bytes)
{
    // The machine's file is shorter than the copied part.
    if (bytes.isEmpty())
        return fail(isAnotherFile(), false);
    if (m_asked.elapsed() < quickMs)
        m_readAtOnce = std::min(mostAtOnce, m_readAtOnce * 2);
    else if (m_asked.elapsed() > slowMs)
        m_readAtOnce = std::max(leastAtOnce, m_readAtOnce / 2);
    const auto write = [file = m_file, bytes] { return file->append(bytes) ? 0 : file->error(); };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), write), this, [this, size = bytes.size()](int error) {
        if (error != 0)
            return fail(noRoom(error), false);
        m_bytesRead += size;
        emit progressed();
        readNext();
    });
}

engine::Error LogMiddle::copyIsGone() const
{
    return {engine::ErrorCode::NotFound,
            {QT_TRANSLATE_NOOP("engine",
                               "The copy of this log was removed from this computer. The whole of it may still be on "
                               "%1, in %2."),
             {m_log.node, m_gap.source}},
            m_log.spoolPath};
}

engine::Error LogMiddle::isAnotherFile() const
{
    return {
        engine::ErrorCode::NotFound,
        {QT_TRANSLATE_NOOP("engine",
                           "%1 on %2 is no longer the file that was copied. What is missing here is lost, unless it "
                           "was kept elsewhere."),
         {m_gap.source, m_log.node}},
        m_gap.source};
}

engine::Error LogMiddle::noRoom(int reason) const
{
    return engine::Error::of(
        engine::ErrorCode::IoError,
        {QT_TRANSLATE_NOOP("engine", "What is read cannot be kept in %1. Free some room there."), {m_folder}}, m_folder,
        qt_error_string(reason));
}

} // namespace models
