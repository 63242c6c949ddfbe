// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobcopy.h"

#include "engine/api/paths.h"
#include "engine/blob/blobsender.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int shortestCopyPause = 100; // milliseconds between two looks at a copy
constexpr int longestCopyPause = 3000;

// The service may encode an address in another way, and leaves out a signature.
bool isSameBlob(const QUrl &one, const QUrl &other)
{
    return one.host() == other.host() && one.port() == other.port()
        && one.path(QUrl::FullyDecoded) == other.path(QUrl::FullyDecoded);
}

} // namespace

BlobCopy::BlobCopy(BlobSender &sender, BlobRequest request, Promise promise)
    : QObject(&sender), m_sender(sender), m_request(std::move(request)), m_promise(std::move(promise))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(shortestCopyPause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        m_pause.setInterval(qMin(2 * m_pause.interval(), longestCopyPause));
        look(&BlobCopy::judge);
    });
    for (QTimer *limit : {&m_silence, &m_deadline}) {
        limit->setSingleShot(true);
        connect(limit, &QTimer::timeout, this, &BlobCopy::giveUp);
    }
    whenCanceled(m_promise->future(), this, [this] { finish(Error::canceled()); });
}

void BlobCopy::start()
{
    send(m_request, &BlobCopy::judgeBegun);
}

void BlobCopy::send(const BlobRequest &request, Judge take)
{
    auto *call = new BlobCall(m_sender, request, [this, take](const Result<BlobAnswer> &answer) {
        if (answer)
            (this->*take)(*answer);
        else
            finish(answer.error());
    });
    call->setParent(this);
    call->start();
}

void BlobCopy::look(Judge take)
{
    send({BlobRequest::Verb::Head, m_request.target}, take);
}

void BlobCopy::judgeBegun(const BlobAnswer &answer)
{
    m_deadline.start(m_sender.patience().copyWhole);
    m_silence.start(m_sender.patience().copySilence);
    if (!answer.isSuccess()) // an earlier try may have made the blob that is there now, and its answer was lost
        return look(&BlobCopy::judgeFound);
    judgeOwn(answer);
}

// The target did not exist before the first try. So a copy of the same source is this one, or has the same bytes.
void BlobCopy::judgeFound(const BlobAnswer &answer)
{
    m_sender.withAccount(this, [this, answer](const Result<BlobAccount> &account) {
        if (!account)
            return finish(account.error());
        const QUrl source = QUrl::fromEncoded(answer.headers.value("x-ms-copy-source"_ba));
        if (isSameBlob(source, blobUrl(account->endpoint, *m_request.copySource)))
            return judgeOwn(answer);
        const QString target = m_request.target.shown();
        finish(Error::of(ErrorCode::AlreadyExists, {QT_TRANSLATE_NOOP("engine", "%1 is there already."), {target}},
                         target));
    });
}

void BlobCopy::judgeOwn(const BlobAnswer &answer)
{
    m_copyId = answer.headers.value("x-ms-copy-id"_ba);
    judge(answer);
}

void BlobCopy::judge(const BlobAnswer &answer)
{
    const QString target = m_request.target.shown();
    const QByteArray copyId = answer.headers.value("x-ms-copy-id"_ba);
    if (!copyId.isEmpty() && !m_copyId.isEmpty() && copyId != m_copyId)
        return finish(
            Error::of(ErrorCode::Conflict,
                      {QT_TRANSLATE_NOOP("engine", "%1 was replaced by another while it was copied: look at it again."),
                       {target}},
                      target));
    const QByteArray state = answer.headers.value("x-ms-copy-status"_ba);
    const QByteArray progress = answer.headers.value("x-ms-copy-progress"_ba);
    if (progress != std::exchange(m_progress, progress))
        m_silence.start();
    if (state == "pending")
        return m_pause.start();
    if (state == "success")
        return finish({});
    const QByteArray why = answer.headers.value("x-ms-copy-status-description"_ba).left(200);
    finish(Error::of(ErrorCode::IoError,
                     {QT_TRANSLATE_NOOP("engine", "The blob service could not copy to %1."), {target}}, target,
                     shownPath(QString::fromLatin1(state + ' ' + why))));
}

void BlobCopy::giveUp()
{
    const QString target = m_request.target.shown();
    finish(Error::of(ErrorCode::Timeout,
                     {QT_TRANSLATE_NOOP("engine",
                                        "The blob service does not get on with the copy to %1, and may still make it: "
                                        "look at it later."),
                      {target}},
                     target));
}

void BlobCopy::finish(const Result<void> &result)
{
    if (m_promise->future().isFinished())
        return;
    m_pause.stop();
    m_silence.stop();
    m_deadline.stop();
    deleteLater();
    m_promise->addResult(result);
    m_promise->finish();
}

} // namespace engine
