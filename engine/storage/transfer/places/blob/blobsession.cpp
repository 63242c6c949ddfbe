// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobsession.h"

#include "engine/api/paths.h"
#include "engine/blob/wire/listmarkers.h"
#include "engine/ssh/connect/connectionerrors.h"

namespace engine {

Result<std::unique_ptr<BulkCommand>> BlobSession::start(const QByteArray &)
{
    return Error{ErrorCode::CommandFailed, QT_TRANSLATE_NOOP("engine", "A storage account runs no commands.")};
}

void BlobSession::abort()
{
    const std::lock_guard lock(m_mutex);
    m_isAborted = true;
    for (QFuture<void> &request : m_running)
        request.cancel();
}

quint64 BlobSession::movedBytes() const
{
    const std::lock_guard lock(m_mutex);
    const bool isAnyRunning = std::any_of(m_running.cbegin(), m_running.cend(),
                                          [](const QFuture<void> &request) { return !request.isFinished(); });
    return m_moved + (isAnyRunning ? quint64(m_clock.elapsed() / 1000) : 0);
}

Result<void> BlobSession::eachPage(const QString &shownFolder, const RequestPage &request, const TakePage &take)
{
    ListMarkers markers;
    auto next = begin(request(*m_service, {}));
    for (bool isLast = false; !isLast;) {
        const auto page = wait(next);
        if (!page)
            return page.error();
        if (!markers.take(page->next))
            return ListMarkers::error(shownFolder);
        isLast = page->next.isEmpty();
        if (!isLast)
            next = begin(request(*m_service, page->next));
        if (const auto taken = take(*page); !taken)
            return taken;
    }
    return {};
}

Result<void> BlobSession::eachPage(const BlobListing &listing, const TakePage &take)
{
    const auto request = [&listing](BlobService &service, const QString &marker) {
        return service.list(listing, marker);
    };
    return eachPage(shownPath(QString(u'/' + listing.container + u'/' + listing.prefix)), request, take);
}

void BlobSession::add(const QFuture<void> &request)
{
    const std::lock_guard lock(m_mutex);
    m_running.removeIf([](const QFuture<void> &other) { return other.isFinished(); });
    m_running.append(request);
    if (m_isAborted)
        m_running.last().cancel();
}

Error BlobSession::aborted()
{
    return connectionClosed();
}

OpenBulk requestsTo(const std::shared_ptr<BlobService> &account)
{
    return [account] {
        return QtFuture::makeReadyFuture(Result<std::shared_ptr<BulkSession>>(std::make_shared<BlobSession>(account)));
    };
}

std::shared_ptr<BlobSession> blobsOf(const std::shared_ptr<BulkSession> &session)
{
    return std::dynamic_pointer_cast<BlobSession>(session);
}

bool isOfTheBlob(const Error &error)
{
    return error.code == ErrorCode::NotFound || error.code == ErrorCode::AlreadyExists
        || error.code == ErrorCode::Conflict || error.code == ErrorCode::InvalidArgument;
}

} // namespace engine
