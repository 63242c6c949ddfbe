// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/text/jsonhighlighter.h"

#include "ui/theme/tokens.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace ui {

void JsonHighlighter::highlightBlock(const QString &text)
{
    static const QRegularExpression token(
        u"(\"(?:[^\"\\\\]|\\\\.)*\")(\\s*:)?|(//.*|/\\*.*?(?:\\*/|$))|(-?\\b\\d[\\d.eE+-]*|\\b(?:true|false|null)\\b)"_s);
    int begin = 0;
    if (previousBlockState() == 1) { // in a multi-line comment
        const auto end = text.indexOf("*/"_L1);
        setFormat(0, end < 0 ? int(text.size()) : int(end) + 2, tokens().text3);
        setCurrentBlockState(end < 0 ? 1 : 0);
        if (end < 0)
            return;
        begin = int(end) + 2;
    } else {
        setCurrentBlockState(0);
    }
    for (auto match = token.globalMatch(text, begin); match.hasNext();) {
        const auto found = match.next();
        const auto paint = [&](int group, const QColor &colour) {
            if (found.capturedStart(group) >= 0)
                setFormat(int(found.capturedStart(group)), int(found.capturedLength(group)), colour);
        };
        paint(1, found.capturedStart(2) >= 0 ? tokens().link : tokens().colour(Mark::Succeeded));
        paint(3, tokens().text3);
        paint(4, tokens().colour(Mark::Preparing));
        if (found.captured(3).startsWith("/*"_L1) && !found.captured(3).endsWith("*/"_L1))
            setCurrentBlockState(1);
    }
}

} // namespace ui
