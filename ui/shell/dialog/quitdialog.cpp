// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/dialog/quitdialog.h"

#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLocale>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int quitWidth = 460;

QString goesOnText(const WorkUnderWay &work)
{
    return work.running == 0 ? QString()
        : work.running == 1  ? QuitDialog::tr("1 job that runs goes on.")
                             : QuitDialog::tr("%1 jobs that run go on.").arg(QLocale().toString(work.running));
}

QString stopsText(const WorkUnderWay &work)
{
    const QString queued = work.queued == 1 ? QuitDialog::tr("1 queued job")
                                            : QuitDialog::tr("%1 queued jobs").arg(QLocale().toString(work.queued));
    const QString transfers = work.transfers == 1
        ? QuitDialog::tr("1 transfer")
        : QuitDialog::tr("%1 transfers").arg(QLocale().toString(work.transfers));
    if (work.queued > 0 && work.transfers > 0)
        return QuitDialog::tr("%1 and %2 stop with the engine, until Batchdeck is started again.")
            .arg(queued, transfers);
    return (work.queued + work.transfers == 1
                ? QuitDialog::tr("%1 stops with the engine, until Batchdeck is started again.")
                : QuitDialog::tr("%1 stop with the engine, until Batchdeck is started again."))
        .arg(work.queued > 0 ? queued : transfers);
}

} // namespace

QuitDialog::QuitDialog(const WorkUnderWay &work, QWidget *window) : QDialog(window)
{
    setObjectName(u"quit"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Quit"));
    auto *picture = new Picture(markIcon(Mark::Unusable), 20, this);
    picture->setAccessibleName(tr("Warning"));
    auto *text = newColumn({}, 8);
    text->addWidget(
        new ToneLabel(ToneLabel::Tone::Text, tr("Quit while work is under way?"), this, textFont(13, QFont::DemiBold)));
    for (const QString &sentence : {goesOnText(work), stopsText(work),
                                    tr("An engine that is left running ends ten minutes after its last work.")}) {
        if (!sentence.isEmpty())
            text->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, sentence, this));
    }
    auto *cancel = new QPushButton(tr("Cancel"), this);
    auto *stop = new QPushButton(tr("Quit and stop the engine"), this);
    auto *leave = new QPushButton(tr("Quit and leave the engine running"), this);
    leave->setProperty(filledProperty, true);
    leave->setDefault(true);
    auto *upper = newRow({}, 12, {{picture, 0, Qt::AlignTop}, {text, 1}});
    setLayout(newColumn({16, 16, 16, 14}, 16, {upper, newRow({}, 10, {Stretch{}, cancel, stop, leave})}));
    setMinimumWidth(quitWidth);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(stop, &QPushButton::clicked, this, &QDialog::accept);
    connect(leave, &QPushButton::clicked, this, [this] {
        m_leavesEngine = true;
        accept();
    });
    leave->setFocus();
}

} // namespace ui
