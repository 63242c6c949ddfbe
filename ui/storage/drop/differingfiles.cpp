// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/differingfiles.h"

#include "models/words.h"
#include "ui/theme/tokens.h"

#include <QGridLayout>
#include <QLocale>

namespace ui {

namespace {

constexpr int mostDiffering = 4; // rows
constexpr int nameWidth = 170; // pixels

} // namespace

DifferingFiles::DifferingFiles(QWidget *parent) : QWidget(parent), m_rows(new QGridLayout(this))
{
    m_rows->setContentsMargins(0, 4, 0, 0);
    m_rows->setVerticalSpacing(3);
    m_rows->setColumnStretch(0, 1);
}

void DifferingFiles::show(const models::FileDropVerdict &verdict)
{
    clear();
    const auto &files = verdict.differingFiles;
    const QFontMetrics metrics(textFont(12));
    for (int row = 0; row < qMin<qsizetype>(mostDiffering, files.size()); ++row) {
        const QString path = engine::shownPath(files.at(row).path);
        add(metrics.elidedText(path, Qt::ElideMiddle, nameWidth), row, 0, ToneLabel::Tone::Text)->setToolTip(path);
        add(files.at(row).isNewer ? tr("newer") : tr("not newer"), row, 1, ToneLabel::Tone::Quiet);
        add(models::fileSize(files.at(row).bytes), row, 2, ToneLabel::Tone::Quiet);
    }
    if (const qint64 further = verdict.differing.files - mostDiffering; further > 0 && !files.isEmpty())
        add(tr("%1 more").arg(QLocale().toString(further)), mostDiffering, 0, ToneLabel::Tone::Quiet);
    setVisible(!files.isEmpty());
}

ToneLabel *DifferingFiles::add(const QString &words, int row, int column, ToneLabel::Tone tone)
{
    auto *label = new ToneLabel(tone, words, this, textFont(12));
    label->setWordWrap(false);
    m_rows->addWidget(label, row, column, column == 2 ? Qt::AlignRight : Qt::AlignLeft);
    label->show();
    return label;
}

void DifferingFiles::clear()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
}

} // namespace ui
