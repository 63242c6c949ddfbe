// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <QHash>
#include <QMutex>

#include <utility>
#include <vector>

namespace engine {

/// Versions of files that are sent in place of the listed ones. Any thread.
class SentVersions final
{
public:
    void add(const TreeEntry &atTarget) ///< the file as it will be in the target
    {
        const QMutexLocker lock(&m_mutex);
        m_new.push_back(atTarget);
    }
    /// The same of a source that has changed since it was listed.
    void addRead(const TreeEntry &source, const TreeEntry &atTarget)
    {
        const QMutexLocker lock(&m_mutex);
        m_new.push_back(atTarget);
        m_read.insert(source.path, source);
    }
    [[nodiscard]] TreeEntry sent(const TreeEntry &source) const ///< the version of a listed source that was sent
    {
        const QMutexLocker lock(&m_mutex);
        return m_read.value(source.path, source);
    }
    [[nodiscard]] std::vector<TreeEntry> takeNew() ///< as they will be in the target
    {
        const QMutexLocker lock(&m_mutex);
        return std::exchange(m_new, {});
    }

private:
    mutable QMutex m_mutex;
    std::vector<TreeEntry> m_new;
    QHash<QByteArray, TreeEntry> m_read;
};

} // namespace engine
