// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/cleancard.h"

#include "engine/base/whenfinished.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/card.h"
#include "ui/widgets/text/tonelabel.h"

#include <QListWidget>
#include <QLocale>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype shownRows = 6;

} // namespace

CleanCard::CleanCard(engine::EngineClient &client, const engine::ResourceId &machine, QWidget *parent)
    : QWidget(parent), m_client(client), m_machine(machine),
      m_words(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13, QFont::Medium))),
      m_paths(new QListWidget(this)), m_cancel(new QPushButton(tr("Cancel"), this)), m_sure(new QPushButton(this))
{
    m_words->setObjectName(u"cleanWords"_s);
    m_paths->setUniformItemSizes(true);
    m_paths->setFont(monoFont());
    m_paths->setSelectionMode(QAbstractItemView::NoSelection);
    m_paths->setAccessibleName(tr("Paths on %1").arg(machine.name()));
    m_sure->setObjectName(u"cleanSure"_s);
    m_cancel->setObjectName(u"cleanCancel"_s);
    for (QPushButton *button : {m_cancel, m_sure})
        button->setAutoDefault(true); // Return clicks the focused button
    auto *buttons = newRow({}, 8, {Stretch{}, m_cancel, m_sure});
    auto *card = new Card(tr("Delete traces"), this);
    card->body()->addWidget(m_words);
    card->body()->addWidget(m_paths);
    card->body()->addLayout(buttons);
    setLayout(newColumn({}, 0, {card}));
    connect(m_cancel, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_sure, &QPushButton::clicked, this, [this] { call(false); });
    hide();
}

void CleanCard::begin()
{
    if (!m_isRunning)
        call(true);
}

void CleanCard::call(bool dryRun)
{
    m_isRunning = true;
    m_words->setText(dryRun ? tr("Looking for what this profile left on %1.").arg(m_machine.name())
                            : tr("Removing it from %1.").arg(m_machine.name()));
    m_paths->setVisible(!dryRun);
    m_sure->hide();
    m_cancel->setVisible(dryRun);
    show();
    engine::whenFinished(m_client.machines.clean(m_machine, dryRun), this, [this, dryRun](const auto &answer) {
        m_isRunning = false;
        if (answer && dryRun)
            return showPaths(answer->removed);
        hide();
        if (answer)
            emit cleaned(int(answer->removed.size()));
        else
            emit failed(answer.error());
    });
}

void CleanCard::showPaths(const QStringList &paths)
{
    const QString count = QLocale().toString(paths.size());
    m_paths->clear();
    m_paths->addItems(paths);
    const int row = qMax(m_paths->sizeHintForRow(0), m_paths->fontMetrics().height() + 6);
    m_paths->setFixedHeight(row * int(qBound(qsizetype(1), paths.size(), shownRows)) + 4);
    m_paths->setVisible(!paths.isEmpty());
    m_sure->setVisible(!paths.isEmpty());
    m_cancel->show();
    if (paths.isEmpty()) {
        m_cancel->setText(tr("Close"));
        m_words->setText(tr("This profile left nothing on %1.").arg(m_machine.name()));
    } else {
        m_cancel->setText(tr("Cancel"));
        m_words->setText(
            paths.size() == 1
                ? tr("Delete 1 path on %1, with all below it? This cannot be undone.").arg(m_machine.name())
                : tr("Delete %1 paths on %2, with all below them? This cannot be undone.")
                      .arg(count, m_machine.name()));
        m_sure->setText(paths.size() == 1 ? tr("Delete 1 path") : tr("Delete %1 paths").arg(count));
    }
    if (isVisible())
        m_cancel->setFocus(Qt::OtherFocusReason);
}

} // namespace ui
