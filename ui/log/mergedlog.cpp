// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/mergedlog.h"

#include "engine/base/whenfinished.h"
#include "engine/log/reader/merge/logmerge.h"
#include "ui/log/logfiles.h"

#include <QStandardPaths>

#include <algorithm>

namespace ui {

MergedLog::MergedLog(QObject *parent) : QObject(parent) { }

MergedLog::~MergedLog() = default;

bool MergedLog::open(const QList<engine::LogFileSnapshot> &files)
{
    const QList<engine::LogFileSnapshot> merged = mergedFiles(files);
    const QList<engine::LogMerge::Source> sources = mergeSources(merged);
    const bool isAnew = !m_merge || m_merge->sources() != sources;
    if (isAnew) {
        m_merge.reset(); // first, as it occupies the disk
        m_merge = std::make_shared<engine::LogMerge>(
            sources, QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/batchdeck");
        engine::whenFinished(m_merge->outcome(), this, [this, merge = std::weak_ptr(m_merge)](const auto &outcome) {
            if (!m_merge || m_merge != merge.lock())
                return;
            if (!outcome)
                emit failed(outcome.error());
            emit ended();
        });
    }
    if (std::all_of(merged.cbegin(), merged.cend(), [](const auto &file) { return file.complete; }))
        m_merge->setComplete();
    return isAnew;
}

engine::LogFileSnapshot MergedLog::file() const
{
    const QFuture<engine::Result<void>> outcome = m_merge->outcome();
    const bool isWhole = outcome.isFinished() && outcome.resultCount() > 0 && outcome.result();
    return {QStringLiteral("merged.txt"), {}, m_merge->path(), isWhole, 0};
}

} // namespace ui
