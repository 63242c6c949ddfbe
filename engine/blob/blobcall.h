// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/backoff.h"
#include "engine/blob/blobaccount.h"
#include "engine/blob/wire/blobrequest.h"

#include <QNetworkRequest>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>

namespace engine {

class BlobSender;

/// One request until its answer, with all of its tries. Deletes itself after the answer. Thread: the loop's.
class BlobCall final : public QObject
{
public:
    using Done = std::function<void(const Result<BlobAnswer> &)>;

    /// Child of \a sender. \a done is called once, unless the call is deleted before.
    BlobCall(BlobSender &sender, BlobRequest request, Done done);
    ~BlobCall() override;

    void start();
    void cancel(); ///< aborts the request; the answer is Canceled

private:
    void beginTry();
    void send(const BlobAccount &account);
    [[nodiscard]] Result<QNetworkRequest> authorised(const BlobAccount &account);
    void receive();
    void giveUpTry(QNetworkReply::NetworkError why);
    void endTry();
    [[nodiscard]] BlobAnswer answerOf() const;
    void judge(const BlobAnswer &answer);
    void retryLater(const BlobAnswer &answer);
    void finish(const Result<BlobAnswer> &result);

    BlobSender &m_sender;
    BlobRequest m_request;
    Done m_done;
    BlobAccount m_account;
    Backoff m_backoff;
    QTimer m_pause;
    QTimer m_silence;
    QTimer m_deadline; // of all tries, from the first on
    QPointer<QNetworkReply> m_reply;
    QByteArray m_body; // of the answer that is arriving
    BlobAnswer m_state; // of the running try: what its signals said
    int m_tries = 0;
    bool m_wasRefused = false; // another credential was asked for
    bool m_mayBeDone = false; // by an earlier try, whose answer was lost
};

} // namespace engine
