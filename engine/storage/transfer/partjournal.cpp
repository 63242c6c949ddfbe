// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partjournal.h"

#include <QFile>

#include <fcntl.h>
#include <limits>

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

QByteArray PartJournal::keyOf(const TreeEntry &file)
{
    return QByteArray::number(file.size) + ' ' + QByteArray::number(file.modified) + '.'
        + QByteArray::number(qint64(file.modifiedNs)) + ' ' + file.path.toHex();
}

void PartJournal::announce(const QString &path)
{
    const UniqueFd file(::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

void PartJournal::open(const QString &path, const QByteArray &boot)
{
    const std::lock_guard lock(m_mutex);
    QFile before(path);
    QByteArray text = before.open(QIODevice::ReadOnly) ? before.readAll() : QByteArray();
    const QByteArray head = "boot " + boot + '\n';
    const bool isOurs = text.startsWith(head);
    if (isOurs)
        read(text.sliced(head.size()));
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | (isOurs ? 0 : O_TRUNC);
    m_file = UniqueFd(::open(QFile::encodeName(path).constData(), flags, 0600));
    if (isOurs && !text.endsWith('\n'))
        text = "\n"; // a line that was cut off is none
    else
        text = isOurs ? QByteArray() : head;
    if (!text.isEmpty() && ::write(m_file.get(), text.constData(), size_t(text.size())) != text.size())
        m_file.reset(); // without a journal a file is sent anew, nothing worse
}

void PartJournal::read(const QByteArray &text)
{
    const QByteArrayList lines = text.split('\n');
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) { // the last has no end
        const QByteArrayList words = lines.at(i).split(' ');
        if (words.size() == 5)
            join(m_done[words.at(2) + ' ' + words.at(3) + ' ' + words.at(4)], words.at(0).toLongLong(),
                 words.at(1).toLongLong());
    }
}

void PartJournal::add(const TreeEntry &file, qint64 first, qint64 count)
{
    const std::lock_guard lock(m_mutex);
    const QByteArray key = keyOf(file);
    join(m_done[key], first, first + count);
    const QByteArray line = QByteArray::number(first) + ' ' + QByteArray::number(first + count) + ' ' + key + '\n';
    if (m_file.isValid() && ::write(m_file.get(), line.constData(), size_t(line.size())) != line.size())
        m_file.reset();
}

void PartJournal::forget(const TreeEntry &file)
{
    const std::lock_guard lock(m_mutex);
    m_done.erase(keyOf(file));
}

qint64 PartJournal::run(const TreeEntry &file, qint64 first) const
{
    const std::lock_guard lock(m_mutex);
    const auto known = m_done.find(keyOf(file));
    if (known == m_done.end())
        return std::numeric_limits<qint64>::min();
    const auto next = known->second.upper_bound(first);
    if (next != known->second.begin() && std::prev(next)->second > first)
        return std::prev(next)->second - first;
    return next == known->second.end() ? std::numeric_limits<qint64>::min() : first - next->first;
}

} // namespace engine
