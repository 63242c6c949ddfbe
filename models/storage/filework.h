// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/storage/trashedfiles.h"
#include "models/transfer/dropcount.h"
#include "models/transfer/dropjudge.h"

#include <QHash>
#include <QSet>
#include <QTimer>

#include <functional>

namespace models {

class FileTaskWatch;

/// File operations that go on while the user visits other pages: deletions, moves to and from the trash, and previews
/// of drops. Lives as long as the window. Thread: its creator's.
class FileWork final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileWork)

public:
    /// \a settings may be null; stores the list of trashed files; must outlive this object.
    explicit FileWork(engine::EngineClient &client, QSettings *settings = nullptr, QObject *parent = nullptr);

    /// Starts the transfer without a question if no target file exists and there is enough space; otherwise adds a
    /// question. \a facts must describe a possible transfer.
    void startOrAsk(const DropFacts &facts);
    [[nodiscard]] bool isLooking() const { return !m_looking.sources.isEmpty() || m_starting > 0; }
    [[nodiscard]] bool hasQuestion() const { return !m_questions.isEmpty(); }
    [[nodiscard]] const DropFacts &firstQuestion() const { return m_questions.constFirst(); }
    [[nodiscard]] DropFacts takeQuestion() { return m_questions.takeFirst(); } ///< the oldest
    void giveBack(const DropFacts &question); ///< puts an unanswered question back; it is the next again
    void start(const engine::TransferRequest &request);
    /// Undoes what \a transfer replaced; the engine continues without this object.
    void undo(const engine::TransferSnapshot &transfer);

    /// Deletes what \a request has counted. While \a asker lives, it reports errors itself.
    int remove(const engine::FileTaskRequest &request, QObject *asker);
    void trash(const QList<engine::Location> &files); ///< all in one folder; offers an undo
    /// Files that are being restored already are skipped.
    void restore(const QString &place, const QList<engine::TrashedFile> &wanted);
    [[nodiscard]] TrashedFiles &trashedFiles() { return m_trashed; }
    void stop(int number); ///< what was done before stays done, and can be undone

signals:
    void questioned(); ///< there is a new question
    void began(int number, const QString &words);
    void progressed(int number, const QString &words);
    void ended(int number);
    void removing(int number, const engine::FileTaskSnapshot &task);
    void removed(int number,
                 const engine::FileTaskSnapshot &task); ///< of the whole task, or of its done part after a stop
    void changedIn(const engine::Location &folder);
    void told(const QString &sentence, const QString &actionText, const std::function<void()> &act);
    void failed(const engine::Error &error);
    /// \a left: files that were not moved to the trash, all in one folder; empty when all were.
    void trashFailed(const engine::Error &error, const QList<engine::Location> &left);

private:
    struct Task
    {
        FileTaskWatch *watch = nullptr;
        engine::Location folder;
        bool isRemoval = false; ///< its end is reported at once when it is stopped
        QSet<QString> comingBack; ///< trash paths that the task restores
    };
    [[nodiscard]] bool isComingBack(const QString &place, const engine::TrashedFile &file) const;
    int begin(const engine::FileTaskRequest &request, const engine::Location &folder, const QString &words);
    void offerUndo(const QString &place, const QList<engine::TrashedFile> &trashed);
    void lookNext();
    void decide();
    void ask();
    void startNext(QList<engine::TransferRequest> requests);

    engine::EngineClient &m_client;
    TrashedFiles m_trashed;
    DropCount m_count;
    DropFacts m_looking; ///< facts of the running preview; without sources when there is none
    QList<DropFacts> m_toLook;
    QList<DropFacts> m_questions;
    QTimer m_patience; ///< limit of the preview, after which a question is asked
    int m_starting = 0; ///< transfers that the engine has not confirmed yet
    QHash<int, Task> m_tasks;
    int m_next = 1;
};

} // namespace models
