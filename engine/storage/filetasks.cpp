// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/filetasks.h"

#include <QDateTime>

#include <algorithm>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds longestPause = 150ms;
constexpr qint64 silenceMs = 60 * 60'000;
constexpr size_t mostTasks = 64;

Error isSilent()
{
    return {ErrorCode::Timeout,
            QT_TRANSLATE_NOOP("engine", "Nothing moved for an hour, and this was ended. Begin it again.")};
}

} // namespace

FileTasks::FileTasks(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(15s);
    connect(&m_timer, &QTimer::timeout, this, &FileTasks::look);
}

FileTasks::~FileTasks()
{
    for (const auto &[number, running] : m_tasks)
        running.task->abort(); // all first, as each takes a moment to end
}

Result<int> FileTasks::begin(const FileTaskRequest &request, const FileTask::Access &access, const Tell &tell)
{
    look();
    if (m_tasks.size() + m_ending.size() >= mostTasks)
        return Error{
            ErrorCode::Conflict,
            QT_TRANSLATE_NOOP("engine", "Too much is being done to files already. Wait until some of it is done.")};
    using Kind = FileTaskRequest::Kind;
    const int number = ++m_last;
    const auto changed = [this, number] {
        QMetaObject::invokeMethod(
            this, [this, number] { hear(number); }, Qt::QueuedConnection);
    };
    const bool namesFiles = request.kind == Kind::Trash || request.kind == Kind::Restore;
    m_tasks.emplace(number,
                    Running{std::make_unique<FileTask>(request, access, changed), tell, namesFiles,
                            namesFiles ? 0ms : longestPause, QDateTime::currentMSecsSinceEpoch(), 0});
    m_timer.start();
    tell({});
    return number;
}

void FileTasks::end(int number)
{
    if (const auto found = m_tasks.find(number); found != m_tasks.end())
        retire(found);
}

// A task calls this again after snapshot(), or at its end.
void FileTasks::hear(int number)
{
    const auto found = m_tasks.find(number);
    if (found == m_tasks.end())
        return;
    if (found->second.task->isDone())
        tellOf(number);
    else
        QTimer::singleShot(found->second.pause, this, [this, number] { tellOf(number); });
}

void FileTasks::tellOf(int number)
{
    const auto found = m_tasks.find(number);
    if (found == m_tasks.end())
        return;
    Running &running = found->second;
    const FileTaskSnapshot snapshot = running.task->snapshot();
    // Whoever aborts the task knows only the files that were told, so the first ones are told sooner.
    if (running.namesFiles)
        running.pause = std::min<std::chrono::milliseconds>(longestPause, 10ms * snapshot.trashed.size());
    const Tell tell = running.tell;
    if (snapshot.isDone)
        m_tasks.erase(found);
    tell(snapshot);
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
        Running &running = at->second;
        if (const quint64 moved = running.task->movedBytes(); moved != std::exchange(running.movedBytes, moved))
            running.movedMs = now;
        if (now - running.movedMs <= silenceMs)
            continue;
        FileTaskSnapshot last = running.task->snapshot();
        last.isDone = true;
        last.error = isSilent();
        const Tell tell = running.tell;
        retire(at);
        tell(last);
    }
    m_ending.forgetEnded();
    if (m_tasks.empty() && m_ending.size() == 0)
        m_timer.stop();
}

} // namespace engine
