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

} // namespace

BlobCopy::BlobCopy(BlobSender &sender, BlobRequest request, Promise promise)
    : QObject(&sender), m_sender(sender), m_request(std::move(request)), m_promise(std::move(promise))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(shortestCopyPause);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        m_pause.setInterval(qMin(2 * m_pause.interval(), longestCopyPause));
        send({BlobRequest::Verb::Head, m_request.target});
    });
    whenCanceled(m_promise->future(), this, [this] { finish(Error::canceled()); });
}

void BlobCopy::start()
{
    send(m_request);
}

void BlobCopy::send(const BlobRequest &request)
{
    auto *call = new BlobCall(m_sender, request, [this](const Result<BlobAnswer> &answer) {
        if (answer)
            judge(*answer);
        else
            finish(answer.error());
    });
    call->setParent(this);
    call->start();
}

void BlobCopy::judge(const BlobAnswer &answer)
{
    const QByteArray state = answer.headers.value("x-ms-copy-status"_ba);
    if (state == "pending")
        return m_pause.start();
    if (state == "success")
        return finish({});
    const QByteArray why = answer.headers.value("x-ms-copy-status-description"_ba).left(200);
    finish(
        Error::of(ErrorCode::IoError,
                  {QT_TRANSLATE_NOOP("engine", "The blob service could not copy to %1."), {m_request.target.shown()}},
                  m_request.target.shown(), shownPath(QString::fromLatin1(state + ' ' + why))));
}

void BlobCopy::finish(const Result<void> &result)
{
    if (m_promise->future().isFinished())
        return;
    deleteLater();
    m_promise->addResult(result);
    m_promise->finish();
}

} // namespace engine
