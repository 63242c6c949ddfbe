// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QDeadlineTimer>
#include <QFuture>
#include <QPromise>

#include <deque>
#include <memory>
#include <optional>

namespace QKeychain {
class Job;
}

namespace engine {

/// The desktop's keyring (service "batchdeck"). Work is done in the application object's thread, whoever asks:
/// QtKeychain's queue belongs to the first thread that uses it and stands still when that one ends. One request at a
/// time, in the order of the calls; one whose time is over before its turn is dropped, and its future is cancelled.
/// Open: a keyring that ends in the middle of an answer can make libsecret swallow it (glib says "g_task_return_error:
/// assertion 'error != NULL' failed"; seen once, on a busy computer). The queue then stands still until the program
/// ends, and secrets stay in memory.
class Keyring final : public std::enable_shared_from_this<Keyring>
{
    Q_DISABLE_COPY_MOVE(Keyring)

public:
    enum class Act { Fetch, Keep, Remove };
    /// What was fetched; nothing when there is no such entry. Unreachable (no session bus: target "bus"), Conflict
    /// (locked, or the user said no), IoError.
    using Answer = Result<std::optional<Secret>>;

    Keyring() = default;

    /// Any thread. \a value: for Keep. May take as long as the user looks at the keyring's own window.
    QFuture<Answer> run(Act act, const QString &user, const Secret &value, QDeadlineTimer deadline);

private:
    struct Request
    {
        Act act;
        QString user;
        Secret value;
        QDeadlineTimer deadline;
        QPromise<Answer> promise;
        bool isOverwritten = false; ///< Remove: what comes next is the removal
        bool isAgain = false;
        QByteArray lent = {}; ///< the value again, in bytes that QtKeychain's job shares
    };

    void enqueue(Request request);
    void startNext();
    void startCurrent();
    void startJob(const std::shared_ptr<void> &bus);
    [[nodiscard]] QKeychain::Job *makeJob(Request &request) const;
    void finish(const QKeychain::Job &job);
    void finish(const Answer &answer);

    std::deque<Request> m_requests; // the first one is under way when m_busy
    bool m_busy = false;
};

} // namespace engine
