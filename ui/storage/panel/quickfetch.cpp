// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/quickfetch.h"

#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"

#include <QFile>
#include <QtConcurrentRun>

#include <algorithm>
#include <fcntl.h>
#include <numeric>
#include <unistd.h>

namespace ui {

using engine::Location;
using engine::StorageEntry;

namespace {

constexpr qsizetype mostFiles = 8;
constexpr qint64 mostBytes = 2 * 1024 * 1024; // in total

bool writeCopy(const QByteArray &path, const QByteArray &content)
{
    QFile file;
    const int descriptor = ::open(path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return descriptor >= 0 && file.open(descriptor, QIODevice::WriteOnly, QFile::AutoCloseHandle)
        && file.write(content) == content.size() && file.flush();
}

} // namespace

bool QuickFetch::isFor(const QList<StorageEntry> &entries)
{
    const auto isFile = [](const StorageEntry &entry) { return entry.kind == engine::EntryKind::File; };
    const auto add = [](qint64 sum, const StorageEntry &entry) {
        return sum + qBound<qint64>(0, entry.size, mostBytes);
    };
    return !entries.isEmpty() && entries.size() <= mostFiles && std::all_of(entries.cbegin(), entries.cend(), isFile)
        && std::accumulate(entries.cbegin(), entries.cend(), qint64(0), add) < mostBytes;
}

QuickFetch::QuickFetch(engine::EngineClient &client, const Location &folder, const QList<StorageEntry> &entries)
    : m_missing(entries.size())
{
    if (!m_folder.isValid())
        return;
    for (const StorageEntry &entry : entries) {
        const Location copy{{}, engine::joinedPath(m_folder.path(), entry.name)};
        m_copies.append(copy);
        engine::whenFinished(client.storage.read(folder.child(entry.name), 0, entry.size + 1), this,
                             [this, copy, size = entry.size](const auto &content) { write(copy, size, content); });
    }
}

// A file that grew or cannot be read is left to CarryBar, which shows the error.
void QuickFetch::write(const Location &copy, qint64 size, const engine::Result<QByteArray> &content)
{
    if (!content || content->size() != size)
        return;
    const auto save = [path = engine::pathToBytes(copy.path), bytes = *content] { return writeCopy(path, bytes); };
    engine::whenFinished(QtConcurrent::run(&engine::workerPool(), save), this, [this](bool isWritten) {
        m_missing -= isWritten;
        m_isWhole = m_missing == 0;
        if (m_isWhole)
            emit finished();
    });
}

} // namespace ui
