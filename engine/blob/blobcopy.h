// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/wire/blobrequest.h"

#include <QPromise>
#include <QTimer>

namespace engine {

class BlobSender;

/// A copy within an account: begun by a request, and asked for until the service has made it. Deletes itself then.
/// Thread: the loop's.
class BlobCopy final : public QObject
{
public:
    using Promise = std::shared_ptr<QPromise<Result<void>>>;

    /// Child of \a sender. \a request begins the copy.
    BlobCopy(BlobSender &sender, BlobRequest request, Promise promise);

    void start();

private:
    void send(const BlobRequest &request);
    void judge(const BlobAnswer &answer);
    void finish(const Result<void> &result);

    BlobSender &m_sender;
    BlobRequest m_request;
    Promise m_promise;
    QTimer m_pause;
};

} // namespace engine
