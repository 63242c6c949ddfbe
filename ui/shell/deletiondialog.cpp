// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/deletiondialog.h"

#include "ui/theme/icons.h"
#include "ui/widgets/marklist.h"
#include "ui/widgets/tonelabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

DeletionDialog::DeletionDialog(const models::DeletionWords &words, QWidget *window) : QDialog(window)
{
    setObjectName(u"deletion"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(words.button);
    auto *picture = new QLabel(this);
    picture->setPixmap(markIcon(Mark::Unusable).pixmap(QSize(20, 20), devicePixelRatioF()));
    picture->setAccessibleName(tr("Warning"));
    auto *question = new ToneLabel(ToneLabel::Tone::Text, words.question, this);
    question->setObjectName(u"question"_s);
    question->setFont(textFont(13, QFont::DemiBold));
    auto *text = new QVBoxLayout;
    text->setSpacing(8);
    text->addWidget(question);
    if (!words.goes.isEmpty()) {
        text->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, tr("With it go:"), this));
        auto *goes = new MarkList(this);
        goes->setObjectName(u"goes"_s);
        QList<MarkRow> rows;
        for (const QString &line : words.goes)
            rows.append({Mark::Failed, tr("goes"), line, {}});
        goes->setRows(rows);
        text->addWidget(goes);
    }
    auto *stays = new ToneLabel(ToneLabel::Tone::Quiet, words.stays, this);
    stays->setObjectName(u"stays"_s);
    text->addWidget(stays);
    auto *upper = new QHBoxLayout;
    upper->setSpacing(12);
    upper->addWidget(picture, 0, Qt::AlignTop);
    upper->addLayout(text, 1);

    auto *sure = new QPushButton(words.button, this);
    sure->setObjectName(u"sure"_s);
    sure->setAutoDefault(false);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(u"cancel"_s);
    cancel->setDefault(true);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    buttons->addStretch(1);
    buttons->addWidget(sure);
    buttons->addWidget(cancel);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 14);
    column->setSpacing(16);
    column->addLayout(upper);
    column->addLayout(buttons);
    setMinimumWidth(440);
    connect(sure, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    cancel->setFocus();
}

} // namespace ui
