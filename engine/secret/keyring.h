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

/// The desktop's keyring (service "batchdeck"). Requests run in the application object's thread: QtKeychain's queue
/// belongs to the first thread that uses it, and stops when that thread ends. Requests run one at a time in the order
/// of the calls; a request whose deadline passes before its turn is dropped and its future canceled.
/// A keyring that ends with its window open makes libsecret lose the answer (glib: "g_task_return_error: assertion
/// 'error != NULL' failed"). So a request that has no answer 1 s after its keyring ended, or was replaced by another,
/// is repeated once; the second time it is an IoError.
class Keyring final : public std::enable_shared_from_this<Keyring>
{
    Q_DISABLE_COPY_MOVE(Keyring)

public:
    enum class Act { Fetch, Keep, Remove };
    /// The value; nothing when there is no entry. Unreachable (no session bus: target "bus"), Conflict (locked, or the
    /// user refused), IoError.
    using Answer = Result<std::optional<Secret>>;

    Keyring() = default;

    /// Any thread. \a value is for Keep. May take as long as the user needs for the keyring's own window.
    QFuture<Answer> run(Act act, const QString &user, const Secret &value, QDeadlineTimer deadline);

private:
    struct Request
    {
        Act act;
        QString user;
        Secret value;
        QDeadlineTimer deadline;
        QPromise<Answer> promise;
        bool isOverwritten = false; ///< Remove: the entry was overwritten; the removal follows
        bool isAgain = false;
    };

    void enqueue(Request request);
    void startNext();
    void startCurrent();
    void startJob(const std::shared_ptr<void> &bus);
    [[nodiscard]] QKeychain::Job *makeJob(const Request &request) const;
    void finish(const QKeychain::Job &job);
    void finish(const Answer &answer);

    std::deque<Request> m_requests; // the first one runs while m_busy
    bool m_busy = false;
    QKeychain::Job *m_job = nullptr; // of the first request; the answer of any other job is late
    std::shared_ptr<void> m_watch; // for the end of the keyring; null without m_job
};

} // namespace engine
