// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobservice.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"

#include <QElapsedTimer>

#include <mutex>

namespace engine {

/// Requests to a storage account, in place of a login. One thread makes them, and several are under way at a time;
/// abort() and movedBytes() are for any thread. No command runs on it.
class BlobSession final : public BulkSession
{
    Q_DISABLE_COPY_MOVE(BlobSession)

public:
    static constexpr size_t mostRequests = 16; ///< that are under way at a time
    static constexpr qint64 mostBytes =
        8 * 1024 * 1024; ///< of these; a slow connection must get through the first soon
    static constexpr qint64 pieceBytes = 4 * 1024 * 1024; ///< of one request

    explicit BlobSession(std::shared_ptr<BlobService> service) : m_service(std::move(service)) { m_clock.start(); }
    ~BlobSession() override { abort(); }

    [[nodiscard]] BlobService &service() const { return *m_service; }
    [[nodiscard]] const std::shared_ptr<BlobService> &account() const { return m_service; }
    /// A request that abort() ends.
    template <typename T> [[nodiscard]] QFuture<Result<T>> begin(const QFuture<Result<T>> &request)
    {
        add(QFuture<void>(request));
        return request;
    }
    /// Blocks until the request has its answer, or abort() is called. \a bytes: of the request.
    template <typename T> [[nodiscard]] Result<T> wait(QFuture<Result<T>> request, qint64 bytes = 0)
    {
        request.waitForFinished();
        if (request.isCanceled() || request.resultCount() == 0)
            return aborted();
        m_moved += quint64(bytes) + 1;
        return request.result();
    }
    template <typename T> [[nodiscard]] Result<T> ask(const QFuture<Result<T>> &request)
    {
        return wait(begin(request));
    }

    using RequestPage = std::function<QFuture<Result<BlobPage>>(BlobService &service, const QString &marker)>;
    using TakePage = std::function<Result<void>(const BlobPage &page)>;
    /// Calls \a take with each page of a list, up to its first error; the next page is requested before. IoError when
    /// the service sends pages without end. \a shownFolder: of the list, for the error.
    [[nodiscard]] Result<void> eachPage(const QString &shownFolder, const RequestPage &request, const TakePage &take);
    [[nodiscard]] Result<void> eachPage(const BlobListing &listing, const TakePage &take);

    Result<std::unique_ptr<BulkCommand>> start(const QByteArray &script) override;
    void abort() override;
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return std::chrono::milliseconds(20); }
    /// Grows while a request is under way, as the service ends a request that stalls.
    [[nodiscard]] quint64 movedBytes() const override;

private:
    void add(const QFuture<void> &request);
    [[nodiscard]] static Error aborted();

    std::shared_ptr<BlobService> m_service;
    QElapsedTimer m_clock;
    std::atomic<quint64> m_moved = 0;
    mutable std::mutex m_mutex; // of what follows
    bool m_isAborted = false;
    QList<QFuture<void>> m_running;
};

/// Opens a session to an account.
[[nodiscard]] OpenBulk requestsTo(const std::shared_ptr<BlobService> &account);
/// null: the session is that of a machine.
[[nodiscard]] std::shared_ptr<BlobSession> blobsOf(const std::shared_ptr<BulkSession> &session);

/// Whether an error of a request is that of its blob. Any other applies to all.
[[nodiscard]] bool isOfTheBlob(const Error &error);

} // namespace engine
