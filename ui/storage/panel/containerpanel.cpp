// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/containerpanel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/accountinput.h"
#include "models/storage/storagewords.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

namespace ui {

ContainerPanel::ContainerPanel(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client),
      m_title(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13.5, QFont::DemiBold))),
      m_name(new QLineEdit(this)), m_rule(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))),
      m_banner(new Banner(this)), m_make(new QPushButton(tr("Create"), this))
{
    setAccessibleName(tr("New container"));
    makeSidePanel(*this);
    arrange();
}

void ContainerPanel::arrange()
{
    m_name->setObjectName(u"containerName"_s);
    m_name->setAccessibleName(tr("Name of the container"));
    m_rule->setMinimumHeight(3 * QFontMetrics(m_rule->font()).height()); // a fault moves nothing
    m_rule->setAlignment(Qt::AlignTop);
    m_make->setObjectName(u"makeContainer"_s);
    m_make->setProperty(filledProperty, true);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    for (QPushButton *button : {cancel, m_make})
        button->setAutoDefault(true);
    auto *buttons = newRow({}, usualSpacing, {Stretch{}, cancel, m_make});
    setLayout(newColumn({16, 14, 16, 12}, 8, {m_title, m_name, m_rule, m_banner, Stretch{}, buttons}));
    connect(m_name, &QLineEdit::textEdited, this, &ContainerPanel::check);
    connect(m_name, &QLineEdit::returnPressed, m_make, &QPushButton::click);
    connect(m_make, &QPushButton::clicked, this, &ContainerPanel::make);
    connect(cancel, &QPushButton::clicked, this, &ContainerPanel::closed);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &ContainerPanel::closed, Qt::WidgetWithChildrenShortcut);
}

void ContainerPanel::ask(const engine::Location &account)
{
    m_account = account;
    m_title->setText(tr("New container in %1").arg(models::placeName(account.place)));
    m_name->clear();
    m_banner->dismiss();
    check();
}

void ContainerPanel::takeFocus()
{
    m_name->setFocus(Qt::OtherFocusReason);
}

void ContainerPanel::check()
{
    const QString fault = models::containerFault(m_name->text());
    const bool isWrong = !fault.isEmpty() && !m_name->text().isEmpty();
    m_rule->setTone(isWrong ? ToneLabel::Tone::Failed : ToneLabel::Tone::Faint);
    m_rule->setText(models::containerRule());
    m_name->setAccessibleDescription(m_rule->text());
    m_make->setEnabled(fault.isEmpty() && !m_isMaking);
    m_make->setToolTip(fault);
}

void ContainerPanel::make()
{
    m_banner->dismiss();
    m_isMaking = true;
    check();
    const engine::Location container = m_account.child(m_name->text());
    engine::whenFinished(m_client.storageAccounts.createContainer(engine::accountOf(container.place), container.name()),
                         this, [this, container](const engine::Result<void> &answer) {
                             m_isMaking = false;
                             check();
                             if (answer)
                                 return emit made(container);
                             m_banner->showError(answer.error());
                             takeFocus();
                         });
}

} // namespace ui
