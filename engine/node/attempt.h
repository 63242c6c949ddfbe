// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/nodeagent.h"

#include <QObject>
#include <QPointer>

namespace engine {

class MachineController;

/// The current knowledge of an attempt, which is not stored.
struct AttemptNews
{
    /// Nullopt after an act until the next status, and while the machine cannot be reached.
    std::optional<AttemptStatus> status;
    qint64 clockOffsetMs = 0; ///< the node's clock minus this computer's
    qint64 heardMs = 0; ///< time of the last status by this computer's clock; 0 when this engine has had none
    bool isKnown = true; ///< its machine is in the profile
    // Acts of this engine that the machine has answered.
    bool isReleased = false;
    bool isTerminated = false;
    bool isTidied = false;
    qint64 endToldMs = 0; ///< time of the answer to the last end(); 0 for none
};

/// One attempt in its folder on one machine: its status, and the acts on it, one at a time. Decides nothing. Thread:
/// the engine's.
class Attempt final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Attempt)

public:
    enum class Past {
        None, ///< a new attempt: it was never started, so it is absent without a request
        Unknown, ///< it may have been started: the machine must be asked
    };

    Attempt(QString directory, Past past, QObject *parent);
    ~Attempt() override; ///< the attempt continues on its machine, unwatched

    /// May be called later, and again, when the machine is added.
    void setMachine(MachineController *machine);
    [[nodiscard]] MachineController *machine() const;
    [[nodiscard]] AttemptNews news() const;

    /// statusReceived() follows repeatedly. \a isCalm: no change is expected. During an act the watch begins when it
    /// has ended.
    void watch(bool isCalm = false);
    void unwatch();
    void pollSoon();

    // Acts. Without effect while another act is under way. statusReceived() follows, at the latest by the next poll.
    void start(std::chrono::seconds limit, const QByteArray &payload, std::chrono::milliseconds patience = {});
    void makeVoid();
    void release(const QList<QByteArray> &offers);
    void end(const QString &why);
    void terminate(const QString &why);
    void tidy();

signals:
    void statusReceived(); ///< news() has a status
    void startFailed(const QString &words); ///< final; \a words are the machine's
    void startDelayed(const engine::Error &error); ///< the next status decides whether it is started again
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
    quint64 m_stalePoll = 0; // number of the poll that began before the last act ended; its answer may be outdated
    int m_failedStarts = 0; // in a row
    bool m_isBusy = false;
    bool m_isWatched = false;
    bool m_isCalm = false;
};

} // namespace engine
