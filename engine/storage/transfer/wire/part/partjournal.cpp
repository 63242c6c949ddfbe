// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/part/partjournal.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/sumnotes.h"

#include <QFile>

#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

namespace engine {

namespace {

void join(std::map<qint64, qint64> &ranges, qint64 first, qint64 end)
{
    auto next = ranges.upper_bound(first);
    if (next != ranges.begin() && std::prev(next)->second >= first) {
        --next;
        first = next->first;
        end = qMax(end, next->second);
        next = ranges.erase(next);
    }
    while (next != ranges.end() && next->first <= end) {
        end = qMax(end, next->second);
        next = ranges.erase(next);
    }
    ranges.emplace(first, end);
}

} // namespace

QByteArray PartJournal::versionOf(const TreeEntry &file)
{
    return QByteArray::number(file.size) + ' ' + QByteArray::number(file.modified) + '.'
        + QByteArray::number(qint64(file.modifiedNs));
}

Result<void> PartJournal::announce(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    const UniqueFd file(::open(name.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    return file.isValid() ? Result<void>() : Result<void>(hereError(name, errno));
}

void PartJournal::remove(const QString &path)
{
    QFile::remove(SumNotes::fileOf(path)); // first: without a journal it would never be removed
    QFile::remove(path);
}

void PartJournal::open(const QString &path, const QByteArray &boot)
{
    const std::lock_guard lock(m_mutex);
    QFile before(path);
    QByteArray text = before.open(QIODevice::ReadOnly) ? before.readAll() : QByteArray();
    const QByteArray head = "boot " + boot + '\n';
    const bool isOurs = !boot.isEmpty() && text.startsWith(head);
    if (isOurs)
        read(text.sliced(head.size()));
    else
        QFile::remove(SumNotes::fileOf(path)); // the files that were compared may not be on the disk
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | (isOurs ? 0 : O_TRUNC);
    m_file = UniqueFd(::open(QFile::encodeName(path).constData(), flags, 0600));
    if (isOurs && !text.endsWith('\n'))
        text = "\n"; // ends an incomplete line
    else
        text = isOurs ? QByteArray() : head;
    if (!text.isEmpty() && ::write(m_file.get(), text.constData(), size_t(text.size())) != text.size())
        m_file.reset(); // without a journal files are only sent again
}

// VERSION is size and time of the file PATH, and THERE its path in the staging folder. Lines are:
// "FIRST END VERSION PATH", "begun THERE VERSION PATH", "ended THERE" and "forgotten THERE PATH".
void PartJournal::read(const QByteArray &text)
{
    const QByteArrayList lines = text.split('\n');
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) { // the last line is incomplete, or empty
        const QByteArrayList words = lines.at(i).split(' ');
        const QByteArray &first = words.constFirst();
        const QByteArray &path = words.constLast();
        const QByteArray version = words.value(2) + ' ' + words.value(3);
        if (first == "begun" && words.size() == 5) {
            m_begun[words.at(1)] = {version, path};
        } else if (first == "ended" && words.size() == 2) {
            m_begun.erase(path);
        } else if (first == "forgotten" && words.size() == 3) {
            m_begun.erase(words.at(1));
            m_done.erase(path);
        } else if (words.size() == 5) {
            join(path, version, first.toLongLong(), words.at(1).toLongLong());
        }
    }
}

void PartJournal::join(const QByteArray &path, const QByteArray &version, qint64 first, qint64 end)
{
    Done &done = m_done[path];
    if (done.version != version)
        done = {version, {}};
    engine::join(done.ranges, first, end);
}

bool PartJournal::append(const QByteArray &text)
{
    if (m_isCut || !m_file.isValid())
        return false;
    m_isCut = ::write(m_file.get(), text.constData(), size_t(text.size())) != text.size();
    return !m_isCut;
}

// If a line that revokes earlier lines cannot be written to the disk, the journal is emptied, and not used any more.
void PartJournal::contradict(const QByteArray &text)
{
    if (append(text) && ::fdatasync(m_file.get()) == 0)
        return;
    if (m_file.isValid())
        (void)!::ftruncate(m_file.get(), 0);
    m_file.reset();
}

void PartJournal::add(const TreeEntry &file, qint64 first, qint64 count)
{
    const std::lock_guard lock(m_mutex);
    const QByteArray path = file.path.toHex();
    const QByteArray version = versionOf(file);
    join(path, version, first, first + count);
    append(QByteArray::number(first) + ' ' + QByteArray::number(first + count) + ' ' + version + ' ' + path + '\n');
}

void PartJournal::forget(const TreeEntry &file, const QByteArray &path)
{
    const std::lock_guard lock(m_mutex);
    if (m_done.empty() && m_begun.empty())
        return;
    const auto known = m_done.erase(file.path.toHex()) + m_begun.erase(path.toHex());
    if (known > 0)
        contradict("forgotten " + path.toHex() + ' ' + file.path.toHex() + '\n');
}

void PartJournal::begin(const TreeEntry &file, const QByteArray &path)
{
    const std::lock_guard lock(m_mutex);
    append("begun " + path.toHex() + ' ' + versionOf(file) + ' ' + file.path.toHex() + '\n');
}

void PartJournal::spoil(const QByteArray &path)
{
    const std::lock_guard lock(m_mutex);
    contradict("ended " + path.toHex() + '\n');
}

// From now on the file is brought in parts, so its length does not show its progress.
void PartJournal::found(const TreeEntry &there)
{
    const std::lock_guard lock(m_mutex);
    const auto begun = m_begun.empty() ? m_begun.end() : m_begun.find(there.path.toHex());
    if (begun == m_begun.end())
        return;
    const auto [version, path] = begun->second;
    const QByteArray second = QByteArray::number(there.size) + ' ' + QByteArray::number(there.modified) + '.';
    if (version.startsWith(second))
        return;
    QByteArray lines = "ended " + begun->first + '\n';
    m_begun.erase(begun);
    if (const qint64 count = there.size / mebi; count > 0) {
        join(path, version, 0, count);
        lines += "0 " + QByteArray::number(count) + ' ' + version + ' ' + path + '\n';
    }
    contradict(lines);
}

qint64 PartJournal::run(const TreeEntry &file, qint64 first) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_done.find(file.path.toHex());
    if (known == m_done.end() || known->second.version != versionOf(file))
        return std::numeric_limits<qint64>::min();
    const std::map<qint64, qint64> &ranges = known->second.ranges;
    const auto next = ranges.upper_bound(first);
    if (next != ranges.begin() && std::prev(next)->second > first)
        return std::prev(next)->second - first;
    return next == ranges.end() ? std::numeric_limits<qint64>::min() : first - next->first;
}

} // namespace engine
