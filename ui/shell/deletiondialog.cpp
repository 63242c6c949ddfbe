// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/deletiondialog.h"

#include "ui/theme/icons.h"
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
        text->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, words.heading, this));
        auto *goes = new QVBoxLayout;
        goes->setContentsMargins(12, 0, 0, 4);
        goes->setSpacing(4);
        for (const QString &line : words.goes)
            goes->addWidget(new ToneLabel(ToneLabel::Tone::Text, line, this));
        text->addLayout(goes);
    }
    auto *stays = new ToneLabel(ToneLabel::Tone::Quiet, words.stays, this);
    stays->setObjectName(u"stays"_s);
    text->addWidget(stays);
    text->addStretch(1);
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
    constexpr int wide = 460;
    setMinimumWidth(wide);
    resize(wide, layout()->totalHeightForWidth(wide));
    connect(sure, &QPushButton::clicked, this, &QDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    cancel->setFocus();
}

} // namespace ui
