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

/// What is under way with files wherever its user goes meanwhile: what is deleted, put into the trash and taken out of
/// it, and what is looked at before it is brought somewhere. Lives as long as the window. Thread: its creator's.
class FileWork final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileWork)

public:
    /// \a settings, which may be null: where it keeps what is in the trash; outlives it.
    explicit FileWork(engine::EngineClient &client, QSettings *settings = nullptr, QObject *parent = nullptr);

    /// Begins by itself where nothing of it is there and it has room; else it becomes a question. \a facts of files
    /// that are possible to bring.
    void bring(const DropFacts &facts);
    [[nodiscard]] bool isLooking() const { return !m_looking.sources.isEmpty() || m_starting > 0; }
    [[nodiscard]] bool hasQuestion() const { return !m_questions.isEmpty(); }
    [[nodiscard]] const DropFacts &firstQuestion() const { return m_questions.constFirst(); }
    [[nodiscard]] DropFacts takeQuestion() { return m_questions.takeFirst(); } ///< the oldest
    void giveBack(const DropFacts &question); ///< that was taken and not answered: it is the next again
    void start(const engine::TransferRequest &request);
    /// Brings back what \a transfer replaced: the engine goes on with it without this.
    void undo(const engine::TransferSnapshot &transfer);

    /// What \a request counted. As long as \a asker is there, it says what went wrong.
    int remove(const engine::FileTaskRequest &request, QObject *asker);
    void trash(const QList<engine::Location> &files); ///< of one folder; tells how to take it back
    /// What is on its way back already is left out.
    void restore(const QString &place, const QList<engine::TrashedFile> &wanted);
    [[nodiscard]] TrashedFiles &trashedFiles() { return m_trashed; }
    void stop(int number); ///< what was done until then stays done, and can be taken back as if it were all

signals:
    void questioned(); ///< there is a question that was not there
    void began(int number, const QString &words);
    void progressed(int number, const QString &words);
    void ended(int number);
    void removing(int number, const engine::FileTaskSnapshot &task);
    void removed(int number, const engine::FileTaskSnapshot &task); ///< all of it, or what was until it was stopped
    void changedIn(const engine::Location &folder);
    void told(const QString &sentence, const QString &actionText, const std::function<void()> &act);
    void failed(const engine::Error &error);
    /// \a left: what was to be put there and is not, of one folder; empty when all of it is.
    void trashFailed(const engine::Error &error, const QList<engine::Location> &left);

private:
    struct Task
    {
        FileTaskWatch *watch = nullptr;
        engine::Location folder;
        bool isRemoval = false; ///< whose end is told at once when it is stopped
        QSet<QString> comingBack; ///< what it takes out of the trash, by where that is there
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
    DropFacts m_looking; ///< without sources: nothing is looked at
    QList<DropFacts> m_toLook;
    QList<DropFacts> m_questions;
    QTimer m_patience; ///< until it is asked though nobody knows whether it has to be
    int m_starting = 0; ///< transfers that the engine has not confirmed
    QHash<int, Task> m_tasks;
    int m_next = 1;
};

} // namespace models
