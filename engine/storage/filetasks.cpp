// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/filetasks.h"

#include <QDateTime>
#include <QUuid>

namespace engine {

namespace {

constexpr qint64 patienceMs = 60'000;
constexpr qint64 silenceMs = 60 * 60'000;
constexpr size_t mostTasks = 64;

} // namespace

FileTasks::FileTasks(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(int(patienceMs / 4));
    connect(&m_timer, &QTimer::timeout, this, &FileTasks::look);
}

FileTasks::~FileTasks()
{
    for (const auto &[id, open] : m_tasks)
        open.task->abort(); // all at once: each takes a moment to end
}

Result<QString> FileTasks::begin(const FileTaskRequest &request, const OpenBulk &open)
{
    look();
    if (m_tasks.size() + m_ending.size() >= mostTasks)
        return Error{
            ErrorCode::Conflict,
            QT_TRANSLATE_NOOP("engine", "Too much is being done to files already. Wait until some of it is done."),
            {},
            {},
            {}};
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    m_tasks.insert({id, Open{std::make_unique<FileTask>(request, open), now, now, 0}});
    m_timer.start();
    return id;
}

Result<FileTaskSnapshot> FileTasks::snapshot(const QString &id)
{
    const auto found = m_tasks.find(id);
    if (found == m_tasks.end())
        return Error{ErrorCode::NotFound,
                     QT_TRANSLATE_NOOP("engine", "This was left alone for too long, and was ended. Begin it again."),
                     id,
                     {},
                     {}};
    found->second.askedMs = QDateTime::currentMSecsSinceEpoch();
    return found->second.task->snapshot();
}

void FileTasks::end(const QString &id)
{
    if (const auto found = m_tasks.find(id); found != m_tasks.end())
        retire(found);
}

void FileTasks::retire(Tasks::iterator task)
{
    m_ending.add(std::move(task->second.task));
    m_tasks.erase(task);
}

void FileTasks::look()
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (auto next = m_tasks.begin(); next != m_tasks.end();) {
        const auto at = next++;
        Open &open = at->second;
        if (const quint64 moved = open.task->movedBytes(); moved != std::exchange(open.movedBytes, moved))
            open.movedMs = now;
        if (now - open.askedMs > patienceMs || now - open.movedMs > silenceMs)
            retire(at);
    }
    m_ending.forgetEnded();
    if (m_tasks.empty() && m_ending.size() == 0)
        m_timer.stop();
}

} // namespace engine
