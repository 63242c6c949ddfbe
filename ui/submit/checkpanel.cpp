// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/checkpanel.h"

#include "engine/base/whenfinished.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/marklist.h"
#include "ui/widgets/text/tonelabel.h"

#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr qsizetype mostRows = 200; // limits findings of many different nodes

} // namespace

CheckPanel::CheckPanel(engine::EngineClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_fact(new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(12))),
      m_button(new QPushButton(this)), m_bar(new QProgressBar(this)), m_findings(new MarkList),
      m_scroll(newScrollArea(m_findings, this))
{
    build();
    connect(m_button, &QPushButton::clicked, this, &CheckPanel::press);
    showState();
}

void CheckPanel::build()
{
    auto *title = new ToneLabel(ToneLabel::Tone::Text, tr("Check"), this, textFont(13, QFont::DemiBold));
    title->setWordWrap(false);
    m_fact->setObjectName(u"checkFact"_s);
    m_button->setObjectName(u"check"_s);
    m_button->setShortcut(QKeySequence(u"Ctrl+Shift+Return"_s));
    m_bar->setObjectName(u"checkBar"_s);
    m_bar->setRange(0, 0);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(8);
    m_bar->setAccessibleName(tr("The nodes are looked at"));
    auto *head = newRow({16, 4, 16, 4}, 10, {title, {m_fact, 1}, m_button});
    auto *wait = newRow({16, 0, 16, 6}, 0, {m_bar});
    m_findings->layout()->setContentsMargins(16, 6, 16, 10);
    m_findings->layout()->setAlignment(Qt::AlignTop);
    m_scroll->setObjectName(u"checkFindings"_s);
    m_scroll->setAccessibleName(tr("What the check found"));
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setBackgroundRole(QPalette::Base);
    m_findings->setBackgroundRole(QPalette::Base);
    m_scroll->setMinimumHeight(120);
    m_scroll->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // does not take room from the form
    setLayout(newColumn({}, 0, {newLine(), head, wait, {m_scroll, 1}}));
}

void CheckPanel::setRequest(const engine::JobRequest &request)
{
    const bool isOther = request != m_request;
    m_request = request;
    m_refusal.clear();
    if (isOther)
        cancel();
    m_isStale = m_isStale || (isOther && m_hasFindings);
    showState();
}

void CheckPanel::refuse(const QString &why)
{
    m_refusal = why;
    m_request = {};
    cancel();
    m_isStale = m_hasFindings;
    showState();
}

void CheckPanel::press()
{
    if (m_isRunning)
        cancel();
    else
        check();
    showState();
}

void CheckPanel::check()
{
    m_isRunning = true;
    m_hasFindings = false;
    m_isStale = false;
    emit begun();
    m_asked = m_client.jobs.check(m_request);
    const quint64 question = ++m_question;
    engine::whenFinished(m_asked, this, [this, question](const auto &answer) {
        if (question == m_question)
            receive(answer);
    });
}

void CheckPanel::cancel()
{
    if (!std::exchange(m_isRunning, false))
        return;
    ++m_question;
    m_asked.cancel();
}

void CheckPanel::receive(const engine::Result<QList<engine::CheckedNode>> &answer)
{
    m_isRunning = false;
    m_hasFindings = bool(answer);
    if (answer) {
        m_summary = models::checkedSummary(*answer);
        const QList<models::CheckedRow> found = models::checkedRows(*answer);
        m_findings->setRows(markRows(found.first(qMin(found.size(), mostRows))));
    }
    showState();
    if (!answer)
        emit failed(answer.error());
}

void CheckPanel::showState()
{
    m_bar->setVisible(m_isRunning);
    m_scroll->setVisible(m_hasFindings);
    m_button->setText(m_isRunning ? tr("Cancel check") : m_hasFindings ? tr("Check again") : tr("Check"));
    m_button->setEnabled(m_isRunning || m_refusal.isEmpty());
    m_button->setToolTip(m_isRunning ? QString()
                             : !m_refusal.isEmpty()
                             ? m_refusal
                             : tr("Look at the nodes on which the job would run; nothing of it runs there"));
    m_fact->setText(m_isRunning          ? tr("Looking at the nodes: files, programs, modules, disks, GPUs, ports.")
                        : !m_hasFindings ? tr("Looks at the nodes on which the job would run.")
                        : m_isStale      ? tr("%1, before the last change").arg(m_summary)
                                         : m_summary);
    QSizePolicy policy(QSizePolicy::Preferred, m_hasFindings ? QSizePolicy::Preferred : QSizePolicy::Maximum);
    policy.setVerticalStretch(m_hasFindings ? 2 : 0); // the form has 3
    setSizePolicy(policy);
}

} // namespace ui
