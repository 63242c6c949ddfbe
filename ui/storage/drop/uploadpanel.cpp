// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/uploadpanel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "models/words.h"
#include "ui/storage/drop/dropfigures.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QGridLayout>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QShortcut>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ConflictRule;

namespace {

constexpr int mostDiffering = 4; // that are named
constexpr int nameWidth = 170; // of one

} // namespace

UploadPanel::UploadPanel(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client), m_count(client),
      m_title(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13.5, QFont::DemiBold))),
      m_from(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))), m_banner(new Banner(this)),
      m_figures(new DropFigures(this)), m_rules(new QButtonGroup(this)),
      m_gitignore(new QCheckBox(tr("Leave out what .gitignore names"), this)),
      m_checksum(new QCheckBox(tr("Compare by checksum"), this)), m_differing(new QWidget(this)),
      m_differingRows(new QGridLayout(m_differing)),
      m_note(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12))),
      m_whyNot(new ToneLabel(ToneLabel::Tone::Warning, {}, this, textFont(12))), m_begin(new QPushButton(this))
{
    makeSidePanel(*this);
    arrange();
    connect(&m_count, &models::DropCount::changed, this, &UploadPanel::judge);
    connect(m_rules, &QButtonGroup::idToggled, this, &UploadPanel::change);
    connect(m_gitignore, &QCheckBox::toggled, this, &UploadPanel::change);
    connect(m_checksum, &QCheckBox::toggled, this, &UploadPanel::change);
}

void UploadPanel::arrange()
{
    m_title->setObjectName(u"title"_s);
    m_differingRows->setContentsMargins(0, 4, 0, 0);
    m_differingRows->setVerticalSpacing(3);
    m_differingRows->setColumnStretch(0, 1);
    auto *content = new QWidget(this);
    QScrollArea *scroll = newSideScroll(content, this); // what one presses stays
    auto *column = newColumn({16, 14, 16, 4}, 8, {m_title, m_from, m_banner, m_figures, Gap{4}, newLine(), Gap{4}});
    content->setLayout(column);
    addRules(*column);
    column->addWidget(m_differing);
    column->addStretch(1);
    auto *foot = newColumn({16, 4, 16, 12}, 8, {m_whyNot, m_note});
    addButtons(*foot);
    setLayout(newColumn({}, 0, {{scroll, 1}, foot}));
}

void UploadPanel::addRules(QVBoxLayout &column)
{
    column.addWidget(
        new ToneLabel(ToneLabel::Tone::Text, tr("When a file differs there"), this, textFont(13, QFont::Medium)));
    for (const auto &[value, words] : {std::pair(ConflictRule::Skip, tr("Leave it as it is")),
                                       {ConflictRule::KeepBoth, tr("Keep both, rename the new one")},
                                       {ConflictRule::Replace, tr("Replace it")}}) {
        auto *choice = new QRadioButton(words, this);
        m_rules->addButton(choice, int(value));
        column.addWidget(choice);
    }
    m_rules->button(int(ConflictRule::Replace))->setChecked(true);
    m_rules->button(int(ConflictRule::Replace))
        ->setToolTip(tr("The one that is there goes into the trash of its place"));
    m_gitignore->setToolTip(tr("What a .batchdeckignore names is left out always"));
    column.addSpacing(4);
    column.addWidget(m_gitignore);
    m_checksum->setObjectName(u"checksum"_s);
    m_checksum->setToolTip(tr(
        "Files of the same size are read on both sides, and differ only where their bytes do. One that has also the "
        "time of its source, and other bytes, is a damaged copy: it is replaced, also where what differs stays as it "
        "is. What arrived is read once more before it takes its place. This takes longer"));
    column.addWidget(m_checksum);
    column.addSpacing(4);
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
    // What its user expects: an upload replaces what differs, a copy that somebody asked for is one.
    m_rules->button(int(facts.conflicts))->setChecked(true);
    m_checksum->setChecked(false); // it was for what was sent before
    m_facts = facts;
    const bool isSourceHere = facts.sources.constFirst().place.isEmpty();
    const bool isTargetHere = facts.target.place.isEmpty();
    const bool mayIgnore = isSourceHere && !isTargetHere && !facts.moves;
    m_gitignore->setVisible(mayIgnore);
    m_facts.honoursGitignore = mayIgnore && m_gitignore->isChecked();
    m_facts.comparesChecksums = m_checksum->isChecked();
    m_count.begin(models::judgeFiles(m_facts).requests);
    judge();
    setAccessibleName(m_verdict.verb);
    m_title->setText(m_verdict.title);
    m_from->setText(m_verdict.from);
    m_begin->setText(m_verdict.verb);
    m_note->setText(isSourceHere == isTargetHere || facts.moves
                        ? tr("Nothing is changed before you press %1.").arg(m_verdict.verb)
                        : tr("Nothing is sent before you press %1.").arg(m_verdict.verb));
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
    facts.previews.clear(); // who asks counts anew
    giver->giveBack(facts);
}

void UploadPanel::finish()
{
    m_giver.clear();
    emit closed();
}

// The rule changes nothing about what is counted.
void UploadPanel::change()
{
    m_facts.conflicts = ConflictRule(m_rules->checkedId());
    m_facts.comparesChecksums = m_checksum->isChecked();
    const bool isOther = std::exchange(m_facts.honoursGitignore, m_gitignore->isChecked()) != m_gitignore->isChecked();
    if (m_facts.sources.isEmpty())
        return;
    if (isOther)
        m_count.begin(models::judgeFiles(m_facts).requests);
    judge();
}

void UploadPanel::judge()
{
    m_facts.previews = m_count.previews();
    m_verdict = models::judgeFiles(m_facts);
    m_figures->show(m_verdict);
    m_whyNot->setText(m_verdict.whyNot);
    m_whyNot->setVisible(!m_verdict.mayStart);
    m_begin->setEnabled(m_verdict.mayStart && !m_isBeginning);
    m_begin->setToolTip(m_verdict.whyNot);
    showDiffering();
}

void UploadPanel::showDiffering()
{
    while (QLayoutItem *item = m_differingRows->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    const auto add = [this](const QString &words, int row, int column, ToneLabel::Tone tone) {
        auto *label = new ToneLabel(tone, words, m_differing, textFont(12));
        label->setWordWrap(false);
        m_differingRows->addWidget(label, row, column, column == 2 ? Qt::AlignRight : Qt::AlignLeft);
        label->show();
        return label;
    };
    const auto &files = m_verdict.differingFiles;
    const QFontMetrics metrics(textFont(12));
    for (int row = 0; row < qMin<qsizetype>(mostDiffering, files.size()); ++row) {
        const QString path = engine::shownPath(files.at(row).path);
        add(metrics.elidedText(path, Qt::ElideMiddle, nameWidth), row, 0, ToneLabel::Tone::Text)->setToolTip(path);
        add(files.at(row).isNewer ? tr("newer") : tr("not newer"), row, 1, ToneLabel::Tone::Quiet);
        add(models::fileSize(files.at(row).bytes), row, 2, ToneLabel::Tone::Quiet);
    }
    if (const qint64 further = m_verdict.differing.files - mostDiffering; further > 0 && !files.isEmpty())
        add(tr("%1 more").arg(QLocale().toString(further)), mostDiffering, 0, ToneLabel::Tone::Quiet);
    m_differing->setVisible(!files.isEmpty());
}

QSize UploadPanel::sizeHint() const
{
    return {sidePanelWidth, QFrame::sizeHint().height()};
}

void UploadPanel::takeFocus()
{
    QAbstractButton *first = m_begin;
    if (!m_begin->isEnabled()) // another rule may change that
        first = m_rules->checkedButton();
    first->setFocus(Qt::OtherFocusReason);
}

void UploadPanel::begin()
{
    if (std::exchange(m_isBeginning, true))
        return;
    m_banner->dismiss();
    beginNext(m_verdict.requests, m_question);
}

// One after the other: what was refused stays here, and what was begun is not begun twice. An answer may come when
// something else is asked already.
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
            return judge();
        }
        if (number == m_question)
            m_facts.sources.removeIf([&first](const auto &source) { return first.sources.contains(source); });
        beginNext(requests, number);
    });
}

} // namespace ui
