// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/text/copying.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype mostCopiedShown = 120;

QString copied; // set while QClipboard emits the change

} // namespace

void copyText(const QString &text)
{
    copied = text;
    QGuiApplication::clipboard()->setText(text);
    copied.clear();
}

// Does not read the clipboard, as another program would have to answer first.
QString copiedWords()
{
    if (copied.isEmpty())
        return {};
    const QStringList lines = copied.trimmed().split(u'\n');
    QString first = lines.constFirst();
    if (first.size() > mostCopiedShown)
        first = first.left(mostCopiedShown) + u'…';
    return lines.size() == 1
        ? QCoreApplication::translate("ui", "Copied: %1").arg(first)
        : QCoreApplication::translate("ui", "Copied %1 lines: %2").arg(QLocale().toString(lines.size()), first);
}

} // namespace ui
