// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/states.h"
#include "engine/base/backoff.h"
#include "engine/node/machinelogin.h"
#include "engine/node/nodeagent.h"
#include "engine/store/store.h"

#include <QElapsedTimer>
#include <QSet>
#include <QTimer>

#include <memory>
#include <optional>

namespace engine {

/// One machine: its link, what it is, and the attempts watched on it, all of them in one round trip a second; in the
/// first seconds after something was begun or ended there, in several.
/// A call that fails says something about the link, never about a job.
///
/// A way that is lost is made anew at once the first time, then with a back-off of 1 s to 60 s. Who is not let in, or
/// may not trust what is there (AuthenticationFailed, HostKey…, InvalidArgument), is not tried again by itself: the
/// link is NeedsAttention until connectNow(). Thread: the engine's.
class MachineController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MachineController)

public:
    /// \a secrets outlives it, or is null.
    MachineController(const ResourceRow &row, std::shared_ptr<RemoteHost> host, SecretStore *secrets = nullptr,
                      QObject *parent = nullptr);
    ~MachineController() override; ///< closes the way to the machine

    [[nodiscard]] ResourceId id() const { return m_row.id; }
    [[nodiscard]] const ResourceRow &row() const { return m_row; } ///< what the store should hold
    [[nodiscard]] bool isLocal() const;
    [[nodiscard]] LinkState link() const { return m_link; }
    [[nodiscard]] Message linkReason() const { return m_reason; }
    /// Of the attempt under way, or where the last one failed.
    [[nodiscard]] ConnectStep step() const { return m_step; }
    [[nodiscard]] bool isReady() const { return m_link == LinkState::Online; }
    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; } ///< of the last attempt
    [[nodiscard]] qint64 asOfMs() const { return m_asOfMs; }
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_inventory; }
    /// Where the user's relative paths begin; of a machine that serves files and runs no commands, as SFTP says. Empty
    /// while nobody knows.
    [[nodiscard]] QString userHome() const { return m_inventory ? m_inventory->userHome : m_homeOfFiles; }
    /// Equal for two names of one machine, user and home; empty while it was never seen.
    [[nodiscard]] QString identity() const;
    [[nodiscard]] const std::shared_ptr<RemoteHost> &host() const { return m_host; }
    [[nodiscard]] NodeAgent &agent() { return m_agent; }
    /// The REST document of the machine.
    [[nodiscard]] QJsonObject document() const;

    /// (Again), without waiting for the next try. Joins an attempt that is under way, unless it brings answers.
    void connectNow(const QList<Answer> &answers = {});
    void acceptHostKey(const QString &fingerprint) { m_login.acceptHostKey(fingerprint); }
    /// The computer woke up or its network changed: what is open is checked, what waits for its next try has it now.
    void checkNow();
    /// Ends the attempt that is under way with Canceled; the machine is what it was before.
    void cancel();
    [[nodiscard]] bool isAwaited() const; ///< somebody listens to attemptEnded()
    /// Closes the way and leaves the machine alone until connectNow(), by the row also in later engines.
    void rest(const Message &reason);
    [[nodiscard]] bool isResting() const;
    /// Asked for once a second; \a isCalm: one that is not about to change, at the pace of the machine itself.
    void watch(const QString &directory, bool isCalm = false);
    void unwatch(const QString &directory);
    /// Ask for the state of what is watched soon, then ever more rarely: something has just been started or told to
    /// end.
    void pollSoon();
    /// The round trip that is under way, or was last; observed() belongs to it.
    [[nodiscard]] quint64 pollNumber() const { return m_pollNumber; }
    [[nodiscard]] bool isPolling() const { return m_polling; }

signals:
    void linkChanged();
    void rowChanged(); ///< the store should know
    /// It is ready, or problem() says why not.
    void attemptEnded(const engine::Result<void> &result);
    void observed(const QString &directory, const engine::AttemptStatus &status);

private:
    void begin(const QList<Answer> &answers);
    void loggedIn(const Result<void> &result);
    void probe();
    void probed(const Result<Inventory> &inventory);
    void findHome(const Error &problem);
    void installed(const Result<void> &result);
    void fail(const Error &error);
    void lost(const Error &error);
    void poll();
    void polled(const QStringList &directories, const Result<QList<AttemptStatus>> &result);
    void scheduleRetry();
    void setLink(LinkState link, const Message &reason = {});
    void setStep(ConnectStep step);
    void setOurs(const QString &key, const QJsonValue &value);
    [[nodiscard]] bool isCalm() const { return m_watched.size() == m_calm.size(); }
    [[nodiscard]] bool isUp() const { return m_link == LinkState::Online || m_link == LinkState::Degraded; }

    ResourceRow m_row;
    std::shared_ptr<RemoteHost> m_host;
    MachineLogin m_login;
    NodeAgent m_agent;
    Backoff m_backoff;
    LinkState m_link = LinkState::Connecting;
    LinkState m_linkBefore = LinkState::Connecting; // the attempt that is under way; Connecting: there was none
    ConnectStep m_step = ConnectStep::Resolve;
    ConnectStep m_stepBefore = ConnectStep::Resolve;
    Message m_reason;
    std::optional<Error> m_problem;
    qint64 m_asOfMs = 0;
    qint64 m_toldMs = 0; // when the listeners last heard of it
    qint64 m_onlineSinceMs = 0; // by the steady clock
    qint64 m_nextTryMs = 0;
    std::optional<Inventory> m_inventory;
    QString m_homeOfFiles;
    QStringList m_watched;
    QSet<QString> m_calm; // of those watched
    bool m_polling = false;
    quint64 m_pollNumber = 0;
    quint64 m_attempt = 0;
    bool m_connecting = false; // from the login to the installed scripts
    QElapsedTimer m_stirred; // since something was begun or ended there
    QElapsedTimer m_pollClock; // of the poll that is under way, or was last
    QTimer m_pollTimer;
    QTimer m_retryTimer;
    QTimer m_silence; // runs while an answer is awaited
};

} // namespace engine
