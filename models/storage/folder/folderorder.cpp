// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/folder/folderorder.h"

#include <QRegularExpression>

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace Qt::StringLiterals;

namespace models {

namespace {

char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAscii(QByteArrayView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return uchar(c) < 0x80; });
}

// Removes accents, so that "Änderung" is sorted among names with A.
QByteArray foldedBeyondAscii(QByteArrayView name)
{
    const QString parts = engine::pathFromBytes(name).toCaseFolded().normalized(QString::NormalizationForm_KD);
    QString kept;
    kept.reserve(parts.size());
    for (const QChar c : parts) {
        if (c.category() != QChar::Mark_NonSpacing)
            kept += c;
    }
    return engine::pathToBytes(kept);
}

// A number is encoded as its count of digits and the digits, so that longer numbers are greater.
void appendKey(QByteArray &key, QByteArrayView name)
{
    for (qsizetype i = 0; i < name.size();) {
        if (!isDigit(name[i])) {
            key += folded(name[i++]);
            continue;
        }
        qsizetype end = i;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        while (i + 1 < end && name[i] == '0')
            ++i;
        key += '0';
        key += char(std::min<qsizetype>(end - i, 255));
        key.append(name.data() + i, end - i);
        i = end;
    }
}

int compareBytes(QByteArrayView a, QByteArrayView b)
{
    const int order = std::memcmp(a.data(), b.data(), size_t(std::min(a.size(), b.size())));
    return order != 0 ? order : (a.size() < b.size() ? -1 : (a.size() > b.size() ? 1 : 0));
}

template <typename T> int three(const T &a, const T &b)
{
    return a < b ? -1 : (b < a ? 1 : 0);
}

/// Comparison of entries; fill() computes the keys of all entries.
class Comparison
{
public:
    Comparison(const FolderRows &rows, FolderSort sort) : m_rows(rows), m_sort(sort) { }

    void fill()
    {
        m_keyEnds.reserve(m_rows.count());
        m_keys.reserve(m_rows.nameBytes() + m_rows.nameBytes() / 4);
        for (quint32 row = 0; row < m_rows.count(); ++row) {
            appendNameKey(m_keys, row);
            m_keyEnds.push_back(quint32(m_keys.size()));
        }
    }

    bool operator()(quint32 a, quint32 b) const
    {
        if (m_rows.isFolder(a) != m_rows.isFolder(b))
            return m_rows.isFolder(a);
        int order = compareCells(a, b);
        if (m_sort.order == Qt::DescendingOrder)
            order = -order;
        if (order == 0)
            order = compareNames(a, b);
        return order != 0 ? order < 0 : a < b;
    }

private:
    void appendNameKey(QByteArray &key, quint32 row) const
    {
        const QByteArrayView name = m_rows.name(row);
        isAscii(name) ? appendKey(key, name) : appendKey(key, foldedBeyondAscii(name));
    }

    int compareNames(quint32 a, quint32 b) const
    {
        int order = 0;
        if (!m_keyEnds.empty()) {
            order = compareBytes(kept(a), kept(b));
        } else {
            m_left.resize(0); // keeps the capacity
            m_right.resize(0);
            appendNameKey(m_left, a);
            appendNameKey(m_right, b);
            order = compareBytes(m_left, m_right);
        }
        return order != 0 ? order : compareBytes(m_rows.name(a), m_rows.name(b));
    }

    QByteArrayView kept(quint32 row) const
    {
        const quint32 begin = row == 0 ? 0 : m_keyEnds[row - 1];
        return {m_keys.constData() + begin, qsizetype(m_keyEnds[row] - begin)};
    }

    int compareCells(quint32 a, quint32 b) const
    {
        switch (m_sort.column) {
        case FolderColumn::Name:
            return compareNames(a, b);
        case FolderColumn::Size:
            return three(m_rows.size(a), m_rows.size(b));
        case FolderColumn::Changed:
            return three(m_rows.modifiedMs(a), m_rows.modifiedMs(b));
        case FolderColumn::Owner:
            return m_rows.owner(a).compare(m_rows.owner(b));
        case FolderColumn::Group:
            return m_rows.group(a).compare(m_rows.group(b));
        case FolderColumn::Permissions:
            return three(m_rows.mode(a), m_rows.mode(b));
        }
        return 0;
    }

    const FolderRows &m_rows;
    FolderSort m_sort;
    QByteArray m_keys; // of all entries, concatenated
    std::vector<quint32> m_keyEnds; // 32 bits: 5,000,000 names of 255 bytes are below 4 GiB
    mutable QByteArray m_left, m_right;
};

/// Filter of names.
class NameTest
{
public:
    explicit NameTest(const QString &text)
    {
        for (const QString &word : text.split(u' ', Qt::SkipEmptyParts)) {
            if (word.contains(u'*') || word.contains(u'?'))
                m_patterns.append(QRegularExpression(QRegularExpression::wildcardToRegularExpression(word),
                                                     QRegularExpression::CaseInsensitiveOption));
            else
                m_words.append(word.toCaseFolded());
        }
        for (const QString &word : std::as_const(m_words))
            m_bytes.append(word.toUtf8());
        m_isSimple = m_patterns.isEmpty()
            && std::all_of(m_bytes.cbegin(), m_bytes.cend(), [](const QByteArray &word) { return isAscii(word); });
    }

    [[nodiscard]] bool acceptsAll() const { return m_words.isEmpty() && m_patterns.isEmpty(); }
    [[nodiscard]] bool accepts(QByteArrayView name) const
    {
        if (m_isSimple && isAscii(name))
            return std::all_of(m_bytes.cbegin(), m_bytes.cend(),
                               [name](const QByteArray &word) { return contains(name, word); });
        const QString text = engine::pathFromBytes(name);
        const QString lower = text.toCaseFolded();
        return std::all_of(m_words.cbegin(), m_words.cend(),
                           [&lower](const QString &word) { return lower.contains(word); })
            && std::all_of(m_patterns.cbegin(), m_patterns.cend(),
                           [&text](const QRegularExpression &pattern) { return pattern.match(text).hasMatch(); });
    }

private:
    static bool contains(QByteArrayView name, QByteArrayView word)
    {
        return std::search(name.begin(), name.end(), word.begin(), word.end(),
                           [](char a, char b) { return folded(a) == b; })
            != name.end();
    }

    QStringList m_words;
    QList<QByteArray> m_bytes; // the words
    QList<QRegularExpression> m_patterns;
    bool m_isSimple = false; // ASCII words only
};

} // namespace

QByteArray naturalKey(QByteArrayView name)
{
    QByteArray key;
    isAscii(name) ? appendKey(key, name) : appendKey(key, foldedBeyondAscii(name));
    return key;
}

bool nameBegins(QByteArrayView name, const QString &text)
{
    return engine::pathFromBytes(name.first(std::min(name.size(), 4 * text.size())))
        .startsWith(text, Qt::CaseInsensitive);
}

RowNumbers sortedRows(const FolderRows &rows, FolderSort sort)
{
    RowNumbers all(rows.count());
    std::iota(all.begin(), all.end(), 0);
    std::erase_if(all, [&rows](quint32 row) { return rows.isGone(row); });
    Comparison isBefore(rows, sort);
    isBefore.fill();
    std::sort(all.begin(), all.end(), std::cref(isBefore));
    return all;
}

RowNumbers mergedRows(const FolderRows &rows, FolderSort sort, const RowNumbers &old, RowNumbers changed)
{
    // Above this, recomputing keys costs more than computing all keys once.
    if (changed.size() > old.size() / 4)
        return sortedRows(rows, sort);
    const Comparison isBefore(rows, sort);
    std::erase_if(changed, [&rows](quint32 row) { return rows.isGone(row); });
    std::sort(changed.begin(), changed.end(), std::cref(isBefore));
    RowNumbers kept;
    const RowNumbers *base = &old;
    if (RowNumbers touched = changed; !touched.empty() || rows.presentCount() < old.size()) {
        std::sort(touched.begin(), touched.end());
        kept.reserve(old.size());
        std::copy_if(old.begin(), old.end(), std::back_inserter(kept), [&](quint32 row) {
            return !rows.isGone(row) && !std::binary_search(touched.begin(), touched.end(), row);
        });
        base = &kept;
    }
    RowNumbers all;
    all.reserve(base->size() + changed.size());
    auto from = base->begin();
    for (const quint32 row : changed) {
        const auto place = std::lower_bound(from, base->end(), row, std::cref(isBefore));
        all.insert(all.end(), from, place);
        all.push_back(row);
        from = place;
    }
    all.insert(all.end(), from, base->end());
    return all;
}

RowNumbers filteredRows(const FolderRows &rows, const FolderFilter &filter, const RowNumbers &all)
{
    const NameTest test(filter.text);
    RowNumbers shown;
    shown.reserve(test.acceptsAll() ? all.size() : all.size() / 8);
    std::copy_if(all.begin(), all.end(), std::back_inserter(shown), [&](quint32 row) {
        return (filter.showsHidden || !rows.isHidden(row)) && (test.acceptsAll() || test.accepts(rows.name(row)));
    });
    return shown;
}

} // namespace models
