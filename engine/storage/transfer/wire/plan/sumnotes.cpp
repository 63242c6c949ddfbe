// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/sumnotes.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace engine {

// A line is a key in hexadecimal digits. An incomplete line is ignored; the next run begins a new line. A key that
// occurs an even number of times is withdrawn.
void SumNotes::open(const QString &journal)
{
    if (m_file.isValid())
        return;
    QFile before(fileOf(journal));
    for (bool isOpen = before.open(QIODevice::ReadOnly); isOpen && !before.atEnd();) {
        const QByteArray line = before.readLine();
        const QByteArray bytes = QByteArray::fromHex(line.trimmed());
        Key key{};
        if (bytes.size() != qsizetype(key.size()) || line.size() != 2 * bytes.size() + 1)
            continue;
        std::copy(bytes.cbegin(), bytes.cend(), key.begin());
        m_known.push_back(key);
    }
    std::sort(m_known.begin(), m_known.end());
    m_file = UniqueFd(
        ::open(QFile::encodeName(fileOf(journal)).constData(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0600));
    if (!m_file.isValid()) { // without it, no note could be withdrawn
        QFile::remove(fileOf(journal));
        m_known.clear();
    }
    if (before.size() > 0)
        m_lines = "\n";
}

bool SumNotes::has(Place place, const TreeEntry &source, const QByteArray &path) const
{
    if (m_known.empty())
        return false;
    const auto [first, last] = std::equal_range(m_known.cbegin(), m_known.cend(), keyOf(place, source, path));
    return (last - first) % 2 == 1;
}

void SumNotes::add(Place place, const TreeEntry &source, const QByteArray &path)
{
    const Key key = keyOf(place, source, path);
    m_lines += QByteArray(key.data(), qsizetype(key.size())).toHex() + '\n';
}

void SumNotes::withdraw(Place place, const TreeEntry &source, const QByteArray &path)
{
    if (!has(place, source, path))
        return;
    add(place, source, path);
    const auto [first, last] = std::equal_range(m_known.cbegin(), m_known.cend(), keyOf(place, source, path));
    m_known.erase(first, last);
    m_hasWithdrawn = true;
}

void SumNotes::flush()
{
    const QByteArray lines = std::exchange(m_lines, {});
    bool isWritten = m_file.isValid() && ::write(m_file.get(), lines.constData(), size_t(lines.size())) == lines.size();
    if (std::exchange(m_hasWithdrawn, false)) // the note must not outlive the withdrawal
        isWritten = isWritten && ::fdatasync(m_file.get()) == 0;
    if (!isWritten && m_file.isValid() && ::ftruncate(m_file.get(), 0) == 0)
        m_known.clear();
}

SumNotes::Key SumNotes::keyOf(Place place, const TreeEntry &source, const QByteArray &path)
{
    const QByteArray facts = QByteArray(1, char(place)) + QByteArray::number(source.size) + ' '
        + QByteArray::number(source.modified) + '.' + QByteArray::number(qint64(source.modifiedNs)) + ' ' + source.path
        + '\0' + path;
    const QByteArray sum = QCryptographicHash::hash(facts, QCryptographicHash::Sha256);
    Key key{};
    std::copy_n(sum.cbegin(), key.size(), key.begin());
    return key;
}

} // namespace engine
