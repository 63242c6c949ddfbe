// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/whenfinished.h"
#include "engine/blob/blobcall.h"
#include "engine/blob/blobservice.h"

namespace engine {

class BlobNetwork;

/// Sends the requests of one account, with the account's credential, which it fetches before the first. Lives in the
/// loop's thread; destruction gives up all calls.
class BlobSender final : public QObject
{
public:
    BlobSender(BlobNetwork &network, BlobService::Account account, const BlobPatience &patience);

    /// Calls \a read with the answer to \a request, a success, in the loop's thread. Any thread.
    template <typename T, typename Read> [[nodiscard]] QFuture<Result<T>> ask(const BlobRequest &request, Read read)
    {
        return begin<T>([this, request, read](const Promise<T> &promise) {
            auto *call = new BlobCall(*this, request, [promise, read](const Result<BlobAnswer> &answer) {
                promise->addResult(answer ? read(*answer) : Result<T>(answer.error()));
                promise->finish();
            });
            whenCanceled(promise->future(), call, [call] { call->cancel(); });
            call->start();
        });
    }

    template <typename T> using Promise = std::shared_ptr<QPromise<Result<T>>>;
    /// A future that \a work, called in the loop's thread, finishes. It is canceled with the sender. Any thread.
    template <typename T, typename Work> [[nodiscard]] QFuture<Result<T>> begin(Work work)
    {
        const auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        QMetaObject::invokeMethod(
            this, [promise, work] { work(promise); }, Qt::QueuedConnection);
        return promise->future();
    }

    // For calls, in the loop's thread.
    using TakeAccount = std::function<void(const Result<BlobAccount> &)>;
    /// Calls \a take with the account, unless \a context dies first.
    void withAccount(QObject *context, TakeAccount take);
    /// The service has refused the credential of \a account: the next call fetches it again, once for each credential.
    void forget(const BlobAccount &account);
    [[nodiscard]] const BlobPatience &patience() const { return m_patience; }
    [[nodiscard]] QNetworkAccessManager &network();

private:
    BlobNetwork &m_network;
    BlobService::Account m_fetch;
    BlobPatience m_patience;
    std::optional<QFuture<Result<BlobAccount>>> m_account; // being fetched, or fetched
    std::optional<Secret> m_refused; // the credential that was fetched again last
};

} // namespace engine
