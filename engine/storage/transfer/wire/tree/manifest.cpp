// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/manifest.h"

#include <charconv>

namespace engine {

namespace {

// Takes the next number off \a text, and its end mark.
bool takeNumber(QByteArrayView &text, qint64 &number, char end)
{
    const auto [next, error] = std::from_chars(text.begin(), text.end(), number);
    if (error != std::errc() || (next == text.end() ? end != '\0' : *next != end))
        return false;
    text = text.sliced(qMin(next - text.begin() + 1, text.size()));
    return true;
}

// Converts octal digits that were parsed as a decimal number.
int modeOf(qint64 digits)
{
    int mode = 0;
    for (int shift = 0; digits > 0 && shift < 12; shift += 3, digits /= 10)
        mode |= int(digits % 10 & 7) << shift;
    return mode;
}

// "1700000000.1234567890"; the fraction is added to a negative time, too.
bool takeTime(QByteArrayView text, TreeEntry &entry)
{
    const qsizetype dot = text.indexOf('.');
    qint64 fraction = 0;
    if (dot >= 0) {
        QByteArray digits = text.sliced(dot + 1, qMin<qsizetype>(9, text.size() - dot - 1)).toByteArray();
        digits += QByteArray(9 - digits.size(), '0');
        QByteArrayView rest = digits;
        if (!takeNumber(rest, fraction, '\0') || fraction < 0)
            return false;
        text = text.first(dot);
    }
    entry.modifiedNs = long(fraction);
    return takeNumber(text, entry.modified, '\0');
}

} // namespace

Error ManifestReader::nonsense()
{
    return {ErrorCode::CommandFailed,
            QT_TRANSLATE_NOOP("engine", "The machine's list of its files makes no sense. Nothing of it was used.")};
}

bool isAsListed(const TreeEntry &listed, const QByteArray &facts)
{
    bool isSame = false;
    ManifestReader reader([&](TreeEntry &&now) {
        isSame = now.kind == EntryKind::File && now.size == listed.size && now.modified == listed.modified
            && now.modifiedNs == listed.modifiedNs;
    });
    return reader.feed(facts + '\0' + "file" + '\0' + '\0') && isSame;
}

QByteArray manifestOf(const TreeEntry &entry)
{
    const char kind = entry.kind == EntryKind::File ? 'f'
        : entry.kind == EntryKind::Folder           ? 'd'
        : entry.kind == EntryKind::Link             ? 'l'
                                                    : 'o';
    QByteArray text(1, kind);
    text += ' ' + QByteArray::number(entry.size) + ' ' + QByteArray::number(entry.modified) + '.'
        + QByteArray::number(qint64(entry.modifiedNs)).rightJustified(9, '0') + ' ' + QByteArray::number(entry.mode, 8)
        + ' ' + QByteArray::number((entry.heldBytes + 511) / 512);
    if (!entry.owner.isEmpty())
        text += ' ' + entry.owner;
    return text + '\0' + entry.path + '\0' + entry.target + '\0';
}

bool staysInside(QByteArrayView path)
{
    for (qsizetype begin = 0, end; begin <= path.size(); begin = end + 1) {
        end = path.indexOf('/', begin);
        if (end < 0)
            end = path.size();
        const QByteArrayView part = path.sliced(begin, end - begin);
        if (part.isEmpty() || part == "." || part == "..")
            return false;
    }
    return true;
}

Result<void> ManifestReader::feed(const QByteArray &bytes)
{
    m_rest += bytes;
    qsizetype begin = 0;
    for (qsizetype end; (end = m_rest.indexOf('\0', begin)) >= 0; begin = end + 1) {
        if (!takePart(QByteArrayView(m_rest).sliced(begin, end - begin)))
            return nonsense();
    }
    m_rest.remove(0, begin);
    return m_rest.size() > longestPart ? Result<void>(nonsense()) : Result<void>();
}

bool ManifestReader::takePart(QByteArrayView part)
{
    if (part.size() > longestPart)
        return false;
    const int which = std::exchange(m_part, (m_part + 1) % 3);
    if (which == 0)
        return takeFacts(part);
    if (which == 1) {
        m_entry.path = (part.startsWith("./") ? part.sliced(2) : part).toByteArray();
        return staysInside(m_entry.path);
    }
    m_entry.target = part.toByteArray();
    if (m_entry.kind != EntryKind::File)
        m_entry.size = m_entry.heldBytes = 0;
    m_take(std::exchange(m_entry, {}));
    return true;
}

bool ManifestReader::takeFacts(QByteArrayView facts)
{
    if (facts.size() < 2 || facts.at(1) != ' ')
        return false;
    const char kind = facts.at(0);
    m_entry.kind = kind == 'f' ? EntryKind::File
        : kind == 'd'          ? EntryKind::Folder
        : kind == 'l'          ? EntryKind::Link
                               : EntryKind::Other;
    facts = facts.sliced(2);
    if (!takeNumber(facts, m_entry.size, ' ') || m_entry.size < 0)
        return false;
    const qsizetype end = facts.indexOf(' ');
    if (end < 0)
        return takeTime(facts, m_entry);
    qint64 mode = 0;
    qint64 blocks = 0;
    if (!takeTime(facts.first(end), m_entry))
        return false;
    facts = facts.sliced(end + 1);
    if (const qsizetype blank = facts.indexOf(' ', facts.indexOf(' ') + 1); blank >= 0) {
        m_entry.owner = facts.sliced(blank + 1).toByteArray();
        facts = facts.first(blank);
    }
    if (!takeNumber(facts, mode, ' ') || !takeNumber(facts, blocks, '\0'))
        return false;
    m_entry.mode = modeOf(mode);
    m_entry.heldBytes = blocks < 0 || blocks > m_entry.size / 512 ? m_entry.size : blocks * 512;
    return true;
}

} // namespace engine
