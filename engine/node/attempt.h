// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

#include <QObject>
#include <QPointer>

namespace engine {

class MachineController;

/// The state of an attempt that this engine holds in memory only; the store has none of it.
struct AttemptNews
{
    /// None since the last act until a status arrives, and while the machine is offline.
    std::optional<AttemptStatus> status;
    qint64 clockOffsetMs = 0; ///< the node's clock minus ours
    /// UTC ms by our clock of the last status but Rebooted, Lost and NeverBegan; 0: none in this engine.
    qint64 heardMs = 0;
    bool isKnown = true; ///< false when its machine was removed
    bool isReleased = false; ///< release() of this engine was answered; so for the two below
    bool isTerminated = false;
    bool isTidied = false;
    qint64 endToldMs = 0; ///< UTC ms by our clock when end() was answered; 0: never
};

/// One attempt in its folder on one machine: its last status, and the acts on it, one at a time. Decides nothing.
/// Thread: the engine's.
class Attempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Attempt)

public:
    enum class Past {
        None, ///< never started: its status is Absent without a poll
        Unknown, ///< possibly started: the status is unknown until a poll
    };

    Attempt(QString directory, Past past, QObject *parent);
    ~Attempt() override; ///< ends the polls; the attempt goes on

    /// May be called again. Null leaves the attempt without a machine: acts have no effect then.
    void setMachine(MachineController *machine);
    [[nodiscard]] MachineController *machine() const;
    [[nodiscard]] AttemptNews news() const;

    /// Begins polling; statusReceived() follows after each poll. \a isCalm: the status is not about to change, so polls
    /// are rarer. During an act the change takes effect when the act ends.
    void watch(bool isCalm = false);
    void unwatch();
    void pollSoon();

    // Acts. None has an effect while another one is under way. statusReceived() follows at the latest after the next
    // poll.
    void start(std::chrono::seconds limit, const QByteArray &payload, std::chrono::milliseconds patience = {});
    void makeVoid();
    void release(const QList<QByteArray> &offers);
    void end(const QString &why);
    void terminate(const QString &why);
    void tidy();

signals:
    void statusReceived(); ///< news() has a status
    void startFailed(const QString &words); ///< no retry follows; \a words: the machine's
    void startDelayed(const engine::Error &error); ///< the next status shows whether start() is to be repeated
    void tidied(const engine::Result<void> &result);
    void linkChanged();

private:
    template <typename Answer, typename Receive> void act(const QFuture<Result<Answer>> &future, Receive receive);
    [[nodiscard]] bool mayAct() const;
    void started(const Result<AttemptStatus> &result);
    void observe(const Result<AttemptStatus> &status);

    const QString m_directory;
    QPointer<MachineController> m_machine;
    AttemptNews m_news;
    // Number of the poll that was under way when the last act ended: its answer may be older than the act.
    quint64 m_stalePoll = 0;
    int m_failedStarts = 0; // in a row
    bool m_isBusy = false;
    bool m_isWatched = false;
    bool m_isCalm = false;
};

} // namespace engine
