// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/wire/blobrequest.h"

#include <QPromise>
#include <QTimer>

namespace engine {

class BlobSender;

/// A copy within an account: begun by a request, and asked for until the service has made it. Timeout when it makes no
/// progress (BlobPatience). Deletes itself at the end. Thread: the loop's.
class BlobCopy final : public QObject
{
public:
    using Promise = std::shared_ptr<QPromise<Result<void>>>;

    /// Child of \a sender. \a request begins the copy.
    BlobCopy(BlobSender &sender, BlobRequest request, Promise promise);

    void start();

private:
    using Judge = void (BlobCopy::*)(const BlobAnswer &);

    void send(const BlobRequest &request, Judge take);
    void look(Judge take); ///< asks for the state of the target
    void judgeBegun(const BlobAnswer &answer);
    void judgeFound(const BlobAnswer &answer);
    void judgeOwn(const BlobAnswer &answer);
    void judge(const BlobAnswer &answer);
    void giveUp();
    void finish(const Result<void> &result);

    BlobSender &m_sender;
    BlobRequest m_request;
    Promise m_promise;
    QTimer m_pause;
    QTimer m_silence;
    QTimer m_deadline;
    QByteArray m_copyId; // that the service gave the copy
    QByteArray m_progress; // "bytes/all", as it was told last
};

} // namespace engine
