// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/linklabel.h"

#include <QEvent>

namespace ui {

void LinkLabel::renewLinks(QLabel &label)
{
    const QString html = label.text();
    if (!html.contains(QLatin1StringView("<a ")))
        return;
    label.clear(); // the same text again would be no news to it
    label.setText(html);
}

void LinkLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        renewLinks(*this);
}

} // namespace ui
