// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/stepsview.h"

#include "models/machine/connectattempt.h"
#include "models/machine/machinewords.h"
#include "ui/connect/questionpanel.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/picture.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>
#include <QScrollBar>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ConnectStep;
using models::ConnectAttempt;
using Tone = ToneLabel::Tone;

namespace {

constexpr int markSide = 16;

} // namespace

StepsView::StepsView(ConnectAttempt &attempt, QWidget *parent)
    : QScrollArea(parent), m_attempt(attempt), m_question(new QuestionPanel(this)), m_error(new StepError(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Steps of connecting"));
    auto *content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    auto *heading = new ToneLabel(Tone::Text, tr("What happens"), content, textFont(13, QFont::DemiBold));
    auto *column = newColumn({16, 12, 16, 16}, 10, {heading});
    content->setLayout(column);
    for (int step = 0; step < stepCount; ++step)
        addRow(column, ConnectStep(step));
    addReady(m_rows.back().place);
    column->addStretch(1);
    setWidget(content);
    connect(&attempt, &ConnectAttempt::changed, this, &StepsView::refresh);
    connect(m_question, &QuestionPanel::answered, &attempt, &ConnectAttempt::answer);
    connect(m_question, &QuestionPanel::canceled, &attempt, &ConnectAttempt::cancel);
    connect(m_error, &StepError::remedyRequested, this, &StepsView::remedyRequested);
    refresh();
}

QString StepsView::stateWord(ConnectStep step) const
{
    return m_rows[size_t(step)].state->text();
}

void StepsView::takeFocus()
{
    if (m_attempt.state() == ConnectAttempt::State::Failed)
        m_error->takeFocus();
    else
        m_toCluster->setFocus(Qt::OtherFocusReason);
}

void StepsView::addRow(QVBoxLayout *column, ConnectStep step)
{
    Row &row = m_rows[size_t(step)];
    auto *content = new QWidget;
    row.mark = new Picture({}, markSide, content);
    row.mark->setFixedSize(markSide, markSide + 2);
    row.title = new ToneLabel(Tone::Text, models::stepTitle(step), content, textFont(13, QFont::Medium));
    row.title->setWordWrap(false);
    row.state = new ToneLabel(Tone::Faint, {}, content, textFont(12));
    row.state->setWordWrap(false);
    row.detail = new ToneLabel(Tone::Quiet, models::stepDetail(step), content, textFont(12));
    row.place = newColumn({0, 6, 0, 4}, usualSpacing);
    auto *line = newRow({}, 8, {row.title, Stretch{}, row.state});
    auto *words = newColumn({}, 2, {line, row.detail, row.place});
    content->setLayout(newRow({}, 10, {{row.mark, 0, Qt::AlignTop}, {words, 1}}));
    column->addWidget(content);
}

void StepsView::addReady(QVBoxLayout *column)
{
    m_ready = new QWidget;
    m_readyWords = new ToneLabel(Tone::Text, {}, m_ready, textFont(13, QFont::Medium));
    m_readyWords->setObjectName(u"ready"_s);
    m_toCluster = new QPushButton(tr("Add to a cluster"), m_ready);
    m_toCluster->setProperty(filledProperty, true);
    m_toCluster->setObjectName(u"addToCluster"_s);
    auto *open = new QPushButton(tr("Open machine"), m_ready);
    open->setObjectName(u"openMachine"_s);
    for (QPushButton *button : {m_toCluster, open})
        button->setAutoDefault(true);
    auto *buttons = newRow({}, 8, {m_toCluster, open, Stretch{}});
    m_ready->setLayout(newColumn({}, 8, {m_readyWords, buttons}));
    column->addWidget(m_ready);
    connect(m_toCluster, &QPushButton::clicked, this, [this] { emit clusterRequested(m_attempt.machine().id); });
    connect(open, &QPushButton::clicked, this, [this] { emit openRequested(m_attempt.machine().id); });
}

void StepsView::refresh()
{
    for (int step = 0; step < stepCount; ++step)
        showStep(ConnectStep(step));
    placeQuestion();
    placeError();
    const bool isReady = m_attempt.state() == ConnectAttempt::State::Ready;
    m_ready->setVisible(isReady);
    m_rows.back().detail->setVisible(!isReady);
    if (isReady)
        m_readyWords->setText(
            tr("%1 is ready: %2").arg(m_attempt.machine().id.name(), models::hardwareText(m_attempt.machine())));
}

void StepsView::showStep(ConnectStep step)
{
    using State = ConnectAttempt::State;
    const Row &row = m_rows[size_t(step)];
    const State state = m_attempt.state();
    const bool isHere = step == m_attempt.step();
    QString words;
    Mark shown = Mark::Queued;
    Tone tone = Tone::Faint;
    if (state == State::Ready || (state != State::Idle && step < m_attempt.step())) {
        shown = Mark::Succeeded;
        words = tr("done");
    } else if (state == State::Running && isHere) {
        shown = Mark::Preparing;
        words = tr("under way");
        tone = Tone::Quiet;
    } else if (state == State::Asking && isHere) {
        shown = Mark::Unusable;
        words = tr("asks you");
        tone = Tone::Warning;
    } else if (state == State::Failed && isHere) {
        shown = Mark::Failed;
        words = tr("failed");
        tone = Tone::Failed;
    } else if (state != State::Idle) {
        words = tr("not yet");
    }
    row.mark->setIcon(markIcon(shown));
    row.state->setTone(tone);
    row.state->setText(words);
    row.mark->setAccessibleName(words);
    row.title->setAccessibleName(words.isEmpty() ? row.title->text() : row.title->text() + u": "_s + words);
}

void StepsView::placeQuestion()
{
    if (m_attempt.state() != ConnectAttempt::State::Asking)
        return m_question->withdraw();
    m_rows[size_t(m_attempt.step())].place->addWidget(m_question);
    m_question->ask(*m_attempt.question());
    m_question->takeFocus();
    bringIntoView(m_question);
}

// Scrolls after the layout, only vertically, so that the beginnings of lines stay visible.
void StepsView::bringIntoView(QWidget *widget)
{
    QTimer::singleShot(0, widget, [this, widget] {
        ensureWidgetVisible(widget);
        horizontalScrollBar()->setValue(0);
    });
}

void StepsView::placeError()
{
    if (m_attempt.state() != ConnectAttempt::State::Failed)
        return m_error->hide();
    m_rows[size_t(m_attempt.step())].place->addWidget(m_error);
    const QString destination = m_attempt.adds() ? m_attempt.request().destination : m_attempt.name();
    m_error->showError(m_attempt.error(), models::forgetKeyCommand(destination, m_attempt.error()), m_canForget);
    bringIntoView(m_error);
}

} // namespace ui
