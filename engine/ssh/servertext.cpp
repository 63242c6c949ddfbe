// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/servertext.h"

namespace engine {

QString harmless(const QByteArray &text, qsizetype limit)
{
    return harmless(QString::fromUtf8(text.left(4 * limit)), limit);
}

QString harmless(QStringView text, qsizetype limit)
{
    QString result;
    for (const QChar c : text.left(4 * limit)) {
        const QChar::Category category = c.category();
        const bool isBad = category == QChar::Other_Control || category == QChar::Other_Format
            || category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
        result += isBad ? QChar(u' ') : c;
    }
    result = result.trimmed();
    if (result.size() > limit)
        result = QString(result.left(limit).trimmed() + u'…');
    return result;
}

QString harmlessEnd(const QByteArray &text, qsizetype limit)
{
    const QString end = QString::fromUtf8(text.right(4 * limit));
    const QString words = harmless(end, end.size());
    return words.size() <= limit ? words : QString(u'…' + words.right(limit).trimmed());
}

} // namespace engine
