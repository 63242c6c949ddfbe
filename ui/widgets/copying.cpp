// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/copying.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QMimeData>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype mostCopiedShown = 120;

QString copierFormat()
{
    return u"application/x-batchdeck-copier"_s; // other programs of ours see the clipboard change, too
}

QByteArray ownCopier()
{
    return QByteArray::number(QCoreApplication::applicationPid());
}

} // namespace

void copyText(const QString &text)
{
    auto *data = new QMimeData;
    data->setText(text);
    data->setData(copierFormat(), ownCopier());
    QGuiApplication::clipboard()->setMimeData(data);
}

QString copiedWords()
{
    const QMimeData *data = QGuiApplication::clipboard()->mimeData();
    if (!data || data->data(copierFormat()) != ownCopier())
        return {};
    const QStringList lines = data->text().trimmed().split(u'\n');
    QString first = lines.constFirst();
    if (first.size() > mostCopiedShown)
        first = first.left(mostCopiedShown) + u'…';
    return lines.size() == 1
        ? QCoreApplication::translate("ui", "Copied: %1").arg(first)
        : QCoreApplication::translate("ui", "Copied %1 lines: %2").arg(QLocale().toString(lines.size()), first);
}

} // namespace ui
