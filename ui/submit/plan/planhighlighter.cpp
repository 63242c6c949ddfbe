// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/plan/planhighlighter.h"

#include "ui/theme/tokens.h"

namespace ui {

void PlanHighlighter::highlightBlock(const QString &text)
{
    constexpr QStringView exported = u"export ";
    if (text.startsWith(u"## ")) {
        QTextCharFormat heading;
        heading.setForeground(tokens().text);
        heading.setFontWeight(QFont::Bold);
        setFormat(0, int(text.size()), heading);
    } else if (text.startsWith(u'#')) {
        setFormat(0, int(text.size()), tokens().text3);
    } else if (text.startsWith(exported)) {
        const auto equals = text.indexOf(u'=');
        setFormat(0, int(exported.size()), tokens().text3);
        if (equals > 0)
            setFormat(int(exported.size()), int(equals - exported.size()), tokens().link);
    }
}

} // namespace ui
