// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/paths.h"

#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr char16_t firstByte = 0xDC80; // the surrogate that encodes the byte 0x80
constexpr char16_t lastByte = 0xDCFF;

bool isByte(QChar character)
{
    return character.unicode() >= firstByte && character.unicode() <= lastByte;
}

// Length of the UTF-8 sequence at the start of \a bytes; 0 when there is none. Overlong forms, surrogates and values
// above U+10FFFF are none: they would be encoded as other bytes.
qsizetype sequenceLength(QByteArrayView bytes)
{
    const auto at = [bytes](qsizetype i) { return i < bytes.size() ? uchar(bytes[i]) : uchar(0); };
    const auto isTail = [&at](qsizetype i) { return (at(i) & 0xC0) == 0x80; };
    const uchar first = at(0);
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return isTail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool isShortest = first != 0xE0 || at(1) >= 0xA0;
        const bool isNoSurrogate = first != 0xED || at(1) < 0xA0;
        return isTail(1) && isTail(2) && isShortest && isNoSurrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool isInRange = (first != 0xF0 || at(1) >= 0x90) && (first != 0xF4 || at(1) < 0x90);
        return isTail(1) && isTail(2) && isTail(3) && isInRange ? 4 : 0;
    }
    return 0;
}

// Whether \a character changes the direction of text (embeddings, overrides, isolates, marks) or is invisible.
bool isTreacherous(char32_t character)
{
    switch (QChar::category(character)) {
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
    case QChar::Other_NotAssigned:
        return true;
    default:
        return false;
    }
}

QString escaped(char32_t character)
{
    if (character == '\n')
        return u"\\n"_s;
    if (character == '\r')
        return u"\\r"_s;
    if (character == '\t')
        return u"\\t"_s;
    if (character < 0x100)
        return u"\\x%1"_s.arg(uint(character), 2, 16, QChar(u'0')).toUpper().replace(u'X', u'x');
    return u"\\u%1"_s.arg(uint(character), 4, 16, QChar(u'0'));
}

} // namespace

QString pathFromBytes(QByteArrayView bytes)
{
    QString path;
    path.reserve(bytes.size());
    while (!bytes.isEmpty()) {
        qsizetype good = 0;
        while (const qsizetype length = good < bytes.size() ? sequenceLength(bytes.sliced(good)) : 0)
            good += length;
        path += QString::fromUtf8(bytes.first(good));
        bytes = bytes.sliced(good);
        if (!bytes.isEmpty()) {
            path += QChar(char16_t(firstByte + (uchar(bytes[0]) - 0x80)));
            bytes = bytes.sliced(1);
        }
    }
    return path;
}

QByteArray pathToBytes(QStringView path)
{
    QByteArray bytes;
    bytes.reserve(path.size());
    qsizetype begin = 0;
    const auto flush = [&](qsizetype end) { bytes += path.sliced(begin, end - begin).toUtf8(); };
    for (qsizetype i = 0; i < path.size(); ++i) {
        const bool isPair = i > 0 && path[i - 1].isHighSurrogate();
        if (!isByte(path[i]) || isPair)
            continue;
        flush(i);
        bytes += char(path[i].unicode() - firstByte + 0x80);
        begin = i + 1;
    }
    flush(path.size());
    return bytes;
}

bool isEntryName(QStringView name)
{
    return !name.isEmpty() && name != u"." && name != u".." && !name.contains(u'/') && !name.contains(QChar(0));
}

QString joinedPath(const QString &folder, const QString &name)
{
    return (folder.endsWith(u'/') ? folder : QString(folder + u'/')) + name;
}

QString nameOfPath(const QString &path)
{
    return path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

QString parentPath(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash > 0 ? path.first(slash) : u"/"_s;
}

Result<QString> cleanPath(const QString &path)
{
    if (!path.startsWith(u'/') || path.contains(QChar(0)))
        return Error{
            ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "“%1” is not an absolute path: it begins with a slash."), {shownPath(path)}},
            path};
    QStringList parts;
    for (const QString &part : path.split(u'/', Qt::SkipEmptyParts)) {
        if (part == u".." && !parts.isEmpty())
            parts.removeLast();
        else if (part != u"." && part != u"..")
            parts.append(part);
    }
    return QString(u'/' + parts.join(u'/'));
}

QString shownPath(QStringView path)
{
    QString shown;
    shown.reserve(path.size());
    for (qsizetype i = 0; i < path.size(); ++i) {
        const QChar character = path[i];
        if (character.isHighSurrogate() && i + 1 < path.size() && path[i + 1].isLowSurrogate()) {
            const char32_t whole = QChar::surrogateToUcs4(character, path[i + 1]);
            isTreacherous(whole) ? shown += escaped(whole) : shown += path.sliced(i, 2);
            ++i;
        } else if (isByte(character)) {
            shown += escaped(char32_t(character.unicode() - firstByte + 0x80));
        } else if (character.isSurrogate() || character.category() == QChar::Other_Control
                   || isTreacherous(character.unicode())) {
            shown += escaped(character.unicode());
        } else {
            shown += character;
        }
    }
    return shown;
}

} // namespace engine
