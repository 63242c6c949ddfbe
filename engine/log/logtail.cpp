// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/logtail.h"

#include "engine/base/shellquote.h"
#include "engine/log/core/logfollower.h"

#include <QDateTime>
#include <QFile>

#include <algorithm>

namespace engine {

namespace {

constexpr qint64 endSize = 64; // as much as follow.sh sends again

} // namespace

LogTail::LogTail(FollowSpec spec)
    : m_spec(std::move(spec)), m_path(QFile::encodeName(m_spec.spoolPath).toStdString()), m_spool(m_spec.spoolPath),
      m_times(m_spec.spoolPath), m_parts(SpoolParts::of(m_spec.spoolPath))
{
    if (m_parts.last().begin > m_spool.size()) // somebody cut it
        m_parts = {};
    m_end = m_spool.end(std::min(endSize, position()));
}

QByteArray LogTail::call(int index)
{
    m_isStale = false;
    m_isOtherCopy = false;
    m_hasCopy = false;
    const QByteArray inode = m_parts.last().inode;
    return "bd_add " + QByteArray::number(index) + (m_isFinishing ? " e " : " f ") + QByteArray::number(position())
        + ' ' + (inode.isEmpty() ? "-" : inode) + ' ' + shellQuote(m_spec.remotePath.toUtf8())
        + (m_isCut ? " 1\n" : " ''\n");
}

LogTail::News LogTail::take(const TailWord &word)
{
    using Kind = TailWord::Kind;
    if (m_isStale)
        return {};
    switch (word.kind) {
    case Kind::Appeared: {
        const Result<void> appeared = appear(word.inode);
        return {.hasAppeared = appeared && !std::exchange(m_hasAppeared, true),
                .failed = appeared ? std::nullopt : std::optional(appeared.error())};
    }
    case Kind::Bytes:
    case Kind::CopiedBytes:
        return append(word);
    case Kind::BegunAnew:
        return beginAnew(word.inode, word.isLost || (m_isCut && !m_hasCopy));
    case Kind::Whole:
        if (word.offset == position())
            return {.completed = m_spool.size()};
        m_isStale = true; // the machine could not read all that it has
        return {.mustAskAnew = true};
    case Kind::Missing:
        if (!m_spool.exists())
            return {.completed = -1};
        return {.failed = error(QT_TRANSLATE_NOOP("engine",
                                                  "%1 is gone from the machine. What was copied before is kept; "
                                                  "the rest cannot be fetched."))};
    case Kind::Unreadable:
        return {.failed = error(QT_TRANSLATE_NOOP("engine",
                                                  "%1 cannot be read. Check its rights on the machine, then open "
                                                  "the job again."))};
    }
    return {};
}

Result<void> LogTail::appear(const QByteArray &inode)
{
    if (Result<void> created = m_spool.create(); !created)
        return created;
    if (m_parts.last().inode == inode)
        return {};
    m_parts.setInode(inode);
    return saveParts();
}

LogTail::News LogTail::append(const TailWord &word)
{
    const bool isCopy = word.kind == TailWord::Kind::CopiedBytes;
    if (isCopy && m_isOtherCopy)
        return {};
    const qint64 known = position() - word.offset;
    if (known < 0) { // what was before it did not come whole
        m_isStale = true;
        return {.mustAskAnew = true};
    }
    const qint64 compared = std::min({known, qint64(m_end.size()), qint64(word.bytes.size())});
    const bool isSame = word.bytes.size() < known
        || QByteArrayView(word.bytes).sliced(known - compared, compared) == QByteArrayView(m_end).last(compared);
    if (!isSame && isCopy) {
        m_isOtherCopy = true;
        return {};
    }
    if (!isSame) {
        // Another one of the same name, and perhaps of the same number; a copy may have the rest of the one before.
        m_isCut = true;
        m_isStale = true;
        return {.mustAskAnew = true};
    }
    m_hasCopy |= isCopy;
    const QByteArray bytes = word.bytes.sliced(std::min(known, qint64(word.bytes.size())));
    if (!bytes.isEmpty()) // first: who reads them knows of which time they are
        m_times.note(m_spool.size(), QDateTime::currentMSecsSinceEpoch());
    if (Result<void> appended = m_spool.append(bytes); !appended)
        return {.failed = appended.error()};
    if (!bytes.isEmpty())
        logcore::LogFollower::shared().lookNow(m_path);
    m_end += bytes.last(std::min(endSize, qint64(bytes.size())));
    m_end.remove(0, std::max<qsizetype>(0, m_end.size() - endSize));
    return {.newBytes = bytes.size()};
}

LogTail::News LogTail::beginAnew(const QByteArray &inode, bool isLost)
{
    m_isOtherCopy = false;
    m_isCut = false;
    m_end.clear();
    m_parts.begin({m_spool.size(), inode, isLost});
    // Before the first byte of it is here: who is killed in between goes on behind that.
    if (Result<void> saved = saveParts(); !saved)
        return {.failed = saved.error()};
    return {};
}

Result<void> LogTail::saveParts()
{
    if (const SpoolParts now = SpoolParts::of(m_spec.spoolPath); now.gap()) // not ours: the quota's
        m_parts.setGap(*now.gap());
    m_parts.setSource(m_spec.remotePath);
    return m_parts.save(m_spec.spoolPath);
}

Error LogTail::error(const char *source) const
{
    return {.code = ErrorCode::IoError,
            .message = {source, {m_spec.remotePath}},
            .target = m_spec.remotePath,
            .details = {},
            .technical = {}};
}

} // namespace engine
