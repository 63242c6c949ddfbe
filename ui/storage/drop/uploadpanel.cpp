// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/uploadpanel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "ui/storage/drop/differingfiles.h"
#include "ui/storage/drop/dropfigures.h"
#include "ui/storage/drop/uploadrules.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

namespace ui {

UploadPanel::UploadPanel(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client), m_count(client),
      m_title(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13.5, QFont::DemiBold))),
      m_from(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))), m_banner(new Banner(this)),
      m_figures(new DropFigures(this)), m_rules(new UploadRules(this)), m_differing(new DifferingFiles(this)),
      m_note(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))),
      m_whyNot(new ToneLabel(ToneLabel::Tone::Warning, {}, this, textFont(12))), m_begin(new QPushButton(this))
{
    makeSidePanel(*this);
    arrange();
    connect(&m_count, &models::DropCount::changed, this, &UploadPanel::judge);
    connect(m_rules, &UploadRules::changed, this, &UploadPanel::change);
}

void UploadPanel::arrange()
{
    m_title->setObjectName(u"title"_s);
    auto *content = new QWidget(this);
    QScrollArea *scroll = newSideScroll(content, this); // the buttons do not scroll
    auto *column = newColumn({16, 14, 16, 4}, 8, {m_title, m_from, m_banner, m_figures, Gap{4}, newLine(), Gap{4}});
    content->setLayout(column);
    m_rules->addTo(*column);
    column->addWidget(m_differing);
    column->addStretch(1);
    auto *foot = newColumn({16, 4, 16, 12}, 8, {m_whyNot, m_note});
    addButtons(*foot);
    setLayout(newColumn({}, 0, {{scroll, 1}, foot}));
}

void UploadPanel::addButtons(QVBoxLayout &column)
{
    auto *cancel = new QPushButton(tr("Cancel"), this);
    m_begin->setObjectName(u"upload"_s);
    m_begin->setProperty(filledProperty, true);
    m_begin->setAutoDefault(true);
    column.addLayout(newRow({}, usualSpacing, {Stretch{}, cancel, m_begin}));
    connect(cancel, &QPushButton::clicked, this, &UploadPanel::finish);
    connect(m_begin, &QPushButton::clicked, this, &UploadPanel::begin);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &UploadPanel::finish, Qt::WidgetWithChildrenShortcut);
}

void UploadPanel::ask(const models::DropFacts &facts)
{
    count(facts);
    emit asked();
}

void UploadPanel::askNext(models::FileWork &work)
{
    ask(work.takeQuestion());
    m_giver = &work;
}

void UploadPanel::count(const models::DropFacts &facts)
{
    postpone();
    m_banner->dismiss();
    m_isBeginning = false;
    ++m_question;
    m_facts = {};
    // The initial rule depends on the operation.
    m_rules->reset(facts.conflicts);
    m_facts = facts;
    const bool isSourceHere = facts.sources.constFirst().place.isEmpty();
    const bool isTargetHere = facts.target.place.isEmpty();
    m_rules->setMayIgnore(isSourceHere && !isTargetHere && !facts.moves);
    m_rules->setHasTrash(engine::accountOf(facts.target.place).isEmpty());
    m_facts.honoursGitignore = m_rules->honoursGitignore();
    m_facts.comparesChecksums = m_rules->comparesChecksums();
    m_count.begin(models::judgeFiles(m_facts).requests);
    const models::FileDropVerdict verdict = judge();
    setAccessibleName(verdict.verb);
    m_title->setText(verdict.title);
    m_from->setText(verdict.from);
    m_begin->setText(verdict.verb);
    m_note->setText(isSourceHere == isTargetHere || facts.moves
                        ? tr("Nothing is changed before you press %1.").arg(verdict.verb)
                        : tr("Nothing is sent before you press %1.").arg(verdict.verb));
}

void UploadPanel::end()
{
    postpone();
    m_count.stop();
    m_isBeginning = false;
}

void UploadPanel::postpone()
{
    const QPointer<models::FileWork> giver = std::exchange(m_giver, {});
    if (!giver || m_isBeginning)
        return;
    models::DropFacts facts = m_facts;
    facts.previews.clear(); // the next panel counts again
    giver->giveBack(facts);
}

void UploadPanel::finish()
{
    m_giver.clear();
    emit closed();
}

// Only .gitignore affects what is counted.
void UploadPanel::change()
{
    m_facts.conflicts = m_rules->conflicts();
    m_facts.comparesChecksums = m_rules->comparesChecksums();
    const bool honoursGitignore = m_rules->honoursGitignore();
    const bool isOther = std::exchange(m_facts.honoursGitignore, honoursGitignore) != honoursGitignore;
    if (m_facts.sources.isEmpty())
        return;
    if (isOther)
        m_count.begin(models::judgeFiles(m_facts).requests);
    judge();
}

models::FileDropVerdict UploadPanel::judge()
{
    m_facts.previews = m_count.previews();
    models::FileDropVerdict verdict = models::judgeFiles(m_facts);
    m_figures->show(verdict);
    m_whyNot->setText(verdict.whyNot);
    m_whyNot->setVisible(!verdict.mayStart);
    m_begin->setEnabled(verdict.mayStart && !m_isBeginning);
    m_begin->setToolTip(verdict.whyNot);
    m_differing->show(verdict);
    return verdict;
}

QSize UploadPanel::sizeHint() const
{
    return {sidePanelWidth, QFrame::sizeHint().height()};
}

void UploadPanel::takeFocus()
{
    QAbstractButton *first = m_begin;
    if (!m_begin->isEnabled()) // another rule may enable it
        first = m_rules->chosen();
    first->setFocus(Qt::OtherFocusReason);
}

void UploadPanel::begin()
{
    if (std::exchange(m_isBeginning, true))
        return;
    m_banner->dismiss();
    beginNext(models::judgeFiles(m_facts).requests, m_question);
}

// Starts requests one after another: refused ones stay in the panel, and started ones are not started twice. An answer
// may arrive when another question is shown.
void UploadPanel::beginNext(QList<engine::TransferRequest> requests, int number)
{
    if (requests.isEmpty()) {
        if (number != m_question)
            return;
        m_isBeginning = false;
        return finish();
    }
    const engine::TransferRequest first = requests.takeFirst();
    engine::whenFinished(m_client.transfers.start(first), this, [this, first, requests, number](const auto &begun) {
        if (!begun) {
            m_banner->showError(begun.error());
            if (number != m_question)
                return;
            m_isBeginning = false;
            judge();
            return;
        }
        if (number == m_question)
            m_facts.sources.removeIf([&first](const auto &source) { return first.sources.contains(source); });
        beginNext(requests, number);
    });
}

} // namespace ui
