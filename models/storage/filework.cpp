// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/filework.h"

#include "engine/base/whenfinished.h"
#include "models/storage/filetaskwatch.h"
#include "models/storage/storagewords.h"
#include "models/words.h"

#include <QDateTime>

#include <algorithm>
#include <chrono>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace models {

using engine::FileTaskRequest;
using engine::FileTaskSnapshot;
using engine::Location;

namespace {

QString whatText(const FileTaskRequest &request)
{
    const Location first{request.place, request.paths.constFirst()};
    if (request.paths.size() == 1)
        return engine::shownPath(first.toString());
    return FileWork::tr("%1 of %2")
        .arg(entriesText(request.paths.size()), engine::shownPath(first.parent().toString()));
}

QList<Location> filesLeft(QList<Location> files, const QList<engine::TrashedFile> &trashed)
{
    QSet<QString> gone;
    for (const engine::TrashedFile &file : trashed)
        gone.insert(file.path);
    files.removeIf([&gone](const Location &file) { return gone.contains(file.path); });
    return files;
}

Location folderOf(const FileTaskRequest &request)
{
    return Location{request.place, request.paths.constFirst()}.parent();
}

} // namespace

FileWork::FileWork(engine::EngineClient &client, QSettings *settings, QObject *parent)
    : QObject(parent), m_client(client), m_trashed(settings), m_count(client)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(1s);
    connect(&m_patience, &QTimer::timeout, this, &FileWork::ask);
    connect(&m_count, &DropCount::changed, this, &FileWork::decide);
}

void FileWork::startOrAsk(const DropFacts &facts)
{
    m_toLook.append(facts);
    lookNext();
}

void FileWork::lookNext()
{
    if (!m_looking.sources.isEmpty() || m_toLook.isEmpty())
        return;
    m_looking = m_toLook.takeFirst();
    m_patience.start();
    m_count.begin(judgeFiles(m_looking).requests);
}

void FileWork::decide()
{
    if (m_looking.sources.isEmpty())
        return;
    m_looking.previews = m_count.previews();
    const auto verdict = judgeFiles(m_looking);
    switch (unasked(verdict, m_count.isDone())) {
    case Unasked::Wait:
        return;
    case Unasked::Ask:
        return ask();
    case Unasked::Begin:
        break;
    }
    m_patience.stop();
    m_looking = {};
    m_count.stop();
    startNext(verdict.requests);
    lookNext();
}

void FileWork::ask()
{
    m_patience.stop();
    m_looking.previews.clear(); // a question runs a preview of its own
    m_questions.append(std::exchange(m_looking, {}));
    m_count.stop();
    emit questioned();
    lookNext();
}

void FileWork::giveBack(const DropFacts &question)
{
    m_questions.prepend(question);
    emit questioned();
}

void FileWork::start(const engine::TransferRequest &request)
{
    startNext({request});
}

// One after another: if one cannot start, the others may fail for the same reason.
void FileWork::startNext(QList<engine::TransferRequest> requests)
{
    if (requests.isEmpty())
        return;
    ++m_starting;
    const engine::TransferRequest first = requests.takeFirst();
    engine::whenFinished(m_client.transfers.start(first), this,
                         [this, requests](const engine::Result<engine::TransferSnapshot> &begun) {
                             --m_starting;
                             begun ? startNext(requests) : emit failed(begun.error());
                         });
}

void FileWork::undo(const engine::TransferSnapshot &transfer)
{
    engine::whenFinished(m_client.transfers.undo(transfer.id), this, [this](const engine::Result<void> &begun) {
        if (!begun)
            emit failed(begun.error());
    });
}

int FileWork::begin(const FileTaskRequest &request, const Location &folder, const QString &words)
{
    const int task = m_next++;
    auto *watch = new FileTaskWatch(m_client, request, this);
    QSet<QString> comingBack;
    for (const engine::TrashedFile &file : request.trashed)
        comingBack.insert(file.trashed);
    m_tasks.insert(task, {watch, folder, request.kind == FileTaskRequest::Kind::Remove, comingBack});
    connect(watch, &FileTaskWatch::ended, this, [this, task, folder] {
        if (m_tasks.remove(task)) // false when it was stopped
            emit ended(task);
        emit changedIn(folder);
    });
    emit began(task, words);
    return task;
}

int FileWork::remove(const FileTaskRequest &request, QObject *asker)
{
    const QString what = whatText(request);
    const int task = begin(request, folderOf(request), tr("Deleting %1").arg(what));
    FileTaskWatch *watch = m_tasks.value(task).watch;
    const qint64 all = request.counted.files + request.counted.folders;
    connect(watch, &FileTaskWatch::progressed, this, [this, task, what, all](const FileTaskSnapshot &now) {
        emit progressed(task, tr("Deleting %1: %2 of %3").arg(what, number(now.itemsDone), number(all)));
        emit removing(task, now);
    });
    connect(watch, &FileTaskWatch::ended, this,
            [this, task, what, owner = QPointer(asker)](const FileTaskSnapshot &last) {
                emit removed(task, last);
                if (owner)
                    return;
                last.error ? emit failed(*last.error) : emit told(tr("Deleted %1.").arg(what), {}, {});
            });
    return task;
}

// Without a question, as it can be undone.
void FileWork::trash(const QList<Location> &files)
{
    FileTaskRequest request;
    request.kind = FileTaskRequest::Kind::Trash;
    request.place = files.constFirst().place;
    for (const Location &file : files)
        request.paths.append(file.path);
    const int task = begin(request, folderOf(request), tr("Moving %1 to Trash").arg(whatText(request)));
    const FileTaskWatch *watch = m_tasks.value(task).watch;
    // Recorded with each progress: after a stop, or when the window closes, the files must be in the list.
    const auto note = [this, place = request.place,
                       noted = std::make_shared<qsizetype>(0)](const FileTaskSnapshot &now) {
        const qsizetype before = std::exchange(*noted, qMax(*noted, now.trashed.size()));
        m_trashed.add(place, now.trashed.mid(before), QDateTime::currentMSecsSinceEpoch());
    };
    connect(watch, &FileTaskWatch::progressed, this, note);
    connect(watch, &FileTaskWatch::ended, this,
            [this, note, place = request.place, files](const FileTaskSnapshot &last) {
                if (last.error)
                    emit trashFailed(*last.error, filesLeft(files, last.trashed));
                note(last); // before an error, too
                offerUndo(place, last.trashed);
            });
}

void FileWork::offerUndo(const QString &place, const QList<engine::TrashedFile> &trashed)
{
    if (trashed.isEmpty())
        return;
    const QString what = entriesText(trashed.size());
    emit told(place.isEmpty() ? tr("Moved %1 to Trash.").arg(what) : tr("Moved %1 to Trash on %2.").arg(what, place),
              tr("Undo"), [self = QPointer(this), place, trashed] {
                  if (self)
                      self->restore(place, trashed);
              });
}

bool FileWork::isComingBack(const QString &place, const engine::TrashedFile &file) const
{
    return std::any_of(m_tasks.cbegin(), m_tasks.cend(), [&](const Task &task) {
        return task.folder.place == place && task.comingBack.contains(file.trashed);
    });
}

void FileWork::restore(const QString &place, const QList<engine::TrashedFile> &wanted)
{
    QList<engine::TrashedFile> files = wanted;
    files.removeIf([&](const engine::TrashedFile &file) { return isComingBack(place, file); });
    if (files.isEmpty())
        return;
    FileTaskRequest request;
    request.kind = FileTaskRequest::Kind::Restore;
    request.place = place;
    request.trashed = files;
    QSet<QString> folders;
    for (const engine::TrashedFile &file : files)
        folders.insert(Location{place, file.path}.parent().path);
    const QString first = files.constFirst().path;
    const int task = begin(
        request, Location{place, first}.parent(),
        tr("Taking %1 out of Trash")
            .arg(files.size() == 1 ? engine::shownPath(Location{place, first}.toString()) : entriesText(files.size())));
    connect(m_tasks.value(task).watch, &FileTaskWatch::ended, this,
            [this, place, folders](const FileTaskSnapshot &last) {
                m_trashed.remove(place, last.trashed);
                for (const QString &folder : folders)
                    emit changedIn({place, folder});
                if (last.error)
                    emit failed(*last.error);
            });
}

void FileWork::stop(int number)
{
    const auto found = m_tasks.constFind(number);
    if (found == m_tasks.cend())
        return;
    const Task task = *found;
    m_tasks.erase(found);
    if (task.isRemoval)
        task.watch->disconnect(this);
    task.watch->stop();
    emit ended(number);
    if (task.isRemoval)
        emit removed(number, {});
    emit changedIn(task.folder);
}

} // namespace models
