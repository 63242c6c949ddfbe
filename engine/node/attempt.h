// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

#include <QObject>
#include <QPointer>

namespace engine {

class MachineController;

/// What is known of an attempt only now.
struct AttemptNews
{
    std::optional<AttemptStatus> status; ///< none: it has not been heard since the last act on it, or cannot be reached
    qint64 clockOffsetMs = 0; ///< the node's clock minus ours
    qint64 heardMs = 0; ///< when it was heard of before that, by our clock; 0: not by this engine
    bool isKnown = true; ///< its machine is among the machines
    bool isReleased = false; ///< this engine's acts on it that were answered
    bool isTerminated = false;
    bool isTidied = false;
    qint64 endToldMs = 0; ///< when; 0: it was not
};

/// One attempt in its folder on one machine: what is heard of it, and the acts on it, one at a time. Decides nothing.
/// Thread: the engine's.
class Attempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Attempt)

public:
    enum class Past {
        None, ///< a fresh one: nobody ever started it, so it is absent without being asked for
        Unknown, ///< it may have been started: the machine is asked first
    };

    Attempt(QString directory, Past past, QObject *parent);
    ~Attempt() override; ///< the machine goes on without being watched

    /// The machine may come, or come back, later.
    void setMachine(MachineController *machine);
    [[nodiscard]] MachineController *machine() const;
    [[nodiscard]] AttemptNews news() const;

    /// statusReceived() follows, again and again. \a isCalm: it is not about to change. During an act it is not asked
    /// for anew.
    void watch(bool isCalm = false);
    void unwatch();
    void pollSoon();

    // Without effect while another act is under way. statusReceived() follows, or the next poll tells.
    void start(std::chrono::seconds limit, const QByteArray &payload, std::chrono::milliseconds patience = {});
    void makeVoid();
    void release(const QList<QByteArray> &offers);
    void end(const QString &why);
    void terminate(const QString &why);
    void tidy();

signals:
    void statusReceived(); ///< news() has a status
    void startFailed(const QString &words); ///< for good; the machine's words
    void startDelayed(const engine::Error &error); ///< what is heard next tells whether it has to be started again
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
    quint64 m_stalePoll = 0; // was asked before the last act was done: what it says may be older than that act
    int m_failedStarts = 0; // in a row
    bool m_isBusy = false;
    bool m_isWatched = false;
    bool m_isCalm = false;
};

} // namespace engine
