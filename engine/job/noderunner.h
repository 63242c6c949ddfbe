// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/job/gang.h"

#include <QObject>
#include <QPointer>

namespace engine {

class MachineController;

/// The attempt of a job on one of its machines: what is heard of it, and the acts on it, one at a time. Decides
/// nothing. Thread: the engine's.
class NodeRunner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NodeRunner)

public:
    NodeRunner(QString directory, QObject *parent);
    ~NodeRunner() override; ///< the machine goes on without being watched

    /// The machine may come, or come back, later.
    void setMachine(MachineController *machine);
    [[nodiscard]] MachineController *machine() const { return m_machine; }
    [[nodiscard]] NodeNews news() const;
    [[nodiscard]] JobNews link() const;
    [[nodiscard]] int failedStarts() const { return m_failedStarts; } ///< in a row

    void watch(); ///< heard() follows, again and again
    void unwatch();
    void pollSoon();

    // Without effect while another act is under way. heard() follows, or the next poll tells.
    void start(std::chrono::seconds limit, const QByteArray &payload, std::chrono::seconds patience);
    void makeVoid();
    void release(const QList<QByteArray> &offers);
    void end(const QString &why);
    void terminate(const QString &why);
    void tidy();

signals:
    void heard(); ///< news() has a status
    void startRefused(const engine::Error &error);
    void linkChanged();

private:
    template <typename Answer, typename Receive> void act(const QFuture<Result<Answer>> &future, Receive receive);
    [[nodiscard]] bool mayAct() const { return m_machine && !m_isBusy; }
    void observe(const AttemptStatus &status);

    const QString m_directory;
    QPointer<MachineController> m_machine;
    NodeNews m_news;
    quint64 m_stalePoll = 0; // was asked before the last act was done: what it says may be older than that act
    int m_failedStarts = 0;
    bool m_isBusy = false;
};

} // namespace engine
