// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/openlistings.h"

#include "engine/base/whenfinished.h"

#include <QDateTime>
#include <QUuid>

#include <algorithm>
#include <chrono>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds patience = 60s;
constexpr qsizetype mostOpen = 64;

} // namespace

OpenListings::OpenListings(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(patience / 4);
    connect(&m_timer, &QTimer::timeout, this, &OpenListings::forgetOld);
}

void OpenListings::begin(RemoteFiles &files, const QString &path, int most, const Take &take)
{
    fetch(files.list(path), most, take);
}

void OpenListings::goOn(const QString &cursor, int most, const Take &take)
{
    const auto open = m_open.constFind(cursor);
    if (open == m_open.cend())
        return take(
            Error{ErrorCode::NotFound,
                  QT_TRANSLATE_NOOP("engine", "This listing was left alone for too long. List the folder anew."),
                  cursor,
                  {},
                  {}});
    const std::shared_ptr<FolderListing> listing = open->listing;
    m_open.erase(open); // one page at a time
    fetch(listing, most, take);
}

void OpenListings::fetch(const std::shared_ptr<FolderListing> &listing, int most, const Take &take)
{
    whenFinished(listing->next(most), this, [this, listing, take](const Result<QList<StorageEntry>> &entries) {
        if (!entries)
            return take(entries.error());
        // A page that is not full need not be the last: only an empty one is.
        take(FolderPage{*entries, entries->isEmpty() ? QString() : keep(listing)});
    });
}

QString OpenListings::keep(const std::shared_ptr<FolderListing> &listing)
{
    if (m_open.size() >= mostOpen) {
        const auto oldest = std::min_element(m_open.cbegin(), m_open.cend(),
                                             [](const Open &a, const Open &b) { return a.sinceMs < b.sinceMs; });
        m_open.erase(oldest);
    }
    const QString cursor = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_open.insert(cursor, {listing, QDateTime::currentMSecsSinceEpoch()});
    m_timer.start();
    return cursor;
}

void OpenListings::forgetOld()
{
    const qint64 limit = QDateTime::currentMSecsSinceEpoch() - patience.count();
    m_open.removeIf([limit](const auto &entry) { return entry.value().sinceMs < limit; });
    if (m_open.isEmpty())
        m_timer.stop();
}

} // namespace engine
