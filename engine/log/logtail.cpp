// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/logtail.h"

#include "engine/base/pathbytes.h"
#include "engine/base/shellquote.h"
#include "engine/log/core/file/logfollower.h"
#include "engine/log/reader/logreaders.h"
#include "engine/log/spoolerror.h"

#include <QDateTime>
#include <QFile>

#include <algorithm>

namespace engine {

using logcore::SpoolParts;

namespace {

constexpr qint64 endSize = 64; // bytes that follow.sh repeats

} // namespace

LogTail::LogTail(FollowSpec spec, std::shared_ptr<LogReaders> readers)
    : m_spec(std::move(spec)), m_readers(std::move(readers)), m_path(pathBytes(m_spec.spoolPath)), m_spool(m_path),
      m_times(m_path)
{
}

// Without the parts, a guess would start a new part and copy existing bytes once more.
Result<void> LogTail::look()
{
    if (m_isKnown)
        return {};
    if (const std::error_code error = m_spool.look())
        return unreadSpool(m_spec.spoolPath, error);
    if (const std::error_code error = SpoolParts::read(m_path, m_parts))
        return unreadSpool(partsPath(), error);
    if (m_parts.last().begin > m_spool.size()) // the spool file was truncated
        m_parts = {};
    std::string end;
    if (const std::error_code error = m_spool.readEnd(std::min(endSize, position()), end))
        return unreadSpool(m_spec.spoolPath, error);
    m_end = QByteArray::fromStdString(end);
    m_isKnown = true;
    return {};
}

Result<QByteArray> LogTail::call(int index)
{
    if (const Result<void> known = look(); !known)
        return known.error();
    m_isStale = false;
    m_isOtherCopy = false;
    m_hasCopy = false;
    const auto inode = QByteArray::fromStdString(m_parts.last().inode);
    return QByteArray("bd_add " + QByteArray::number(index) + (m_isFinishing ? " e " : " f ")
                      + QByteArray::number(position()) + ' ' + (inode.isEmpty() ? "-" : inode) + ' '
                      + shellQuote(m_spec.remotePath.toUtf8()) + (m_isCut ? " 1\n" : " ''\n"));
}

LogTail::News LogTail::handle(const TailWord &word)
{
    using Kind = TailWord::Kind;
    if (m_isStale)
        return {};
    switch (word.kind) {
    case Kind::Appeared:
        return appear(word.inode);
    case Kind::Bytes:
    case Kind::CopiedBytes:
        return append(word);
    case Kind::BegunAnew:
        return beginAnew(word);
    case Kind::Whole:
        if (word.offset == position())
            return {.completed = m_spool.size()};
        m_isStale = true; // the machine could not read the whole file
        return {.mustAskAnew = true};
    case Kind::Missing:
        if (!m_spool.exists())
            return {.completed = -1};
        return {.failed = error(QT_TRANSLATE_NOOP("engine",
                                                  "%1 is gone from the machine. What was copied before is kept; "
                                                  "the rest cannot be fetched."))};
    case Kind::Unreadable:
        return {.failed = error(QT_TRANSLATE_NOOP("engine",
                                                  "%1 cannot be read, so its copy ends too early. Check its "
                                                  "rights on the machine, then download it."))};
    }
    return {};
}

LogTail::News LogTail::appear(const QByteArray &inode)
{
    if (const std::error_code error = m_spool.create())
        return unwritten(spoolError(m_spec.spoolPath, error));
    if (m_parts.last().inode != inode.toStdString()) {
        SpoolParts parts = m_parts;
        parts.setInode(inode.toStdString());
        if (const Result<void> saved = saveParts(parts); !saved)
            return unwritten(saved.error());
    }
    return {.hasAppeared = !std::exchange(m_hasAppeared, true)};
}

// Further bytes from the machine would leave a hole.
LogTail::News LogTail::unwritten(const Error &error, qint64 newBytes)
{
    m_isStale = true;
    if (error.code == ErrorCode::IoError)
        return {.newBytes = newBytes, .stalled = error};
    return {.newBytes = newBytes, .failed = error};
}

LogTail::News LogTail::append(const TailWord &word)
{
    const bool isCopy = word.kind == TailWord::Kind::CopiedBytes;
    if (isCopy && m_isOtherCopy)
        return {};
    const qint64 known = position() - word.offset;
    if (known < 0) { // the part before it is incomplete
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
        // Another file with the same name, perhaps the same inode number; a rotated copy may have the rest of the
        // previous one.
        m_isCut = true;
        m_isStale = true;
        return {.mustAskAnew = true};
    }
    m_hasCopy |= isCopy && word.bytes.size() >= known;
    const QByteArray bytes = word.bytes.sliced(std::min(known, qint64(word.bytes.size())));
    if (!bytes.isEmpty()) // times first: a reader of the bytes finds their time
        m_times.note(m_spool.size(), QDateTime::currentMSecsSinceEpoch());
    if (const std::error_code error = m_spool.create())
        return unwritten(spoolError(m_spec.spoolPath, error));
    const qint64 before = m_spool.size();
    const std::error_code error = m_spool.append({bytes.constData(), size_t(bytes.size())});
    const qint64 written = m_spool.size() - before; // partly written if the disk became full
    if (written > 0 && m_readers)
        m_readers->core().lookNow(m_path);
    m_end += bytes.first(written).last(std::min(endSize, written));
    m_end.remove(0, std::max<qsizetype>(0, m_end.size() - endSize));
    return error ? unwritten(spoolError(m_spec.spoolPath, error), written) : News{.newBytes = written};
}

LogTail::News LogTail::beginAnew(const TailWord &word)
{
    using Loss = TailWord::Loss;
    m_isOtherCopy = false;
    const bool isCopied = std::exchange(m_hasCopy, false);
    const bool isAfterLoss = word.loss == Loss::Possible || (word.loss == Loss::PossibleWithoutCopy && !isCopied);
    SpoolParts parts = m_parts;
    parts.begin({m_spool.size(), word.inode.toStdString(), isAfterLoss});
    // Saved before the first byte is written: a restarted engine continues after it.
    if (const Result<void> saved = saveParts(parts); !saved)
        return unwritten(saved.error());
    m_isCut = false;
    m_end.clear();
    return {};
}

Result<void> LogTail::saveParts(const SpoolParts &parts)
{
    SpoolParts saved = parts;
    SpoolParts now;
    if (const std::error_code error = SpoolParts::read(m_path, now))
        return unreadSpool(partsPath(), error);
    if (now.gap()) // by the quota
        saved.setGap(*now.gap());
    saved.setSource(m_spec.remotePath.toStdString());
    if (const std::error_code error = saved.save(m_path))
        return spoolError(partsPath(), error);
    m_parts = saved;
    return {};
}

QString LogTail::partsPath() const
{
    return QFile::decodeName(SpoolParts::pathOf(m_path).c_str());
}

Error LogTail::error(const char *source) const
{
    return Error::of(ErrorCode::IoError, {source, {m_spec.remotePath}}, m_spec.remotePath);
}

} // namespace engine
