// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/fetchpanel.h"

#include "engine/api/extension.h"
#include "engine/api/job/fetchrule.h"
#include "engine/base/whenfinished.h"
#include "models/job/form/fetchrows.h"
#include "ui/submit/form/fetchrows.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>

using namespace Qt::StringLiterals;

namespace ui {

FetchPanel::FetchPanel(engine::EngineClient &client, QWidget *parent)
    : QFrame(parent), m_client(client), m_rows(newFetchRows(this)),
      m_states(new ToneLabel(ToneLabel::Tone::Quiet, {}, this)), m_banner(new Banner(this)),
      m_save(new QPushButton(tr("Save"), this))
{
    setAccessibleName(tr("When the job is over"));
    m_rows->setObjectName(u"fetchRules"_s);
    m_rows->setAccessibleName(tr("What is brought here"));
    m_save->setObjectName(u"saveFetch"_s);
    m_save->setProperty(filledProperty, true);
    arrange();
    connect(m_rows, &RowsEditor::edited, this, &FetchPanel::check);
    connect(m_save, &QPushButton::clicked, this, &FetchPanel::save);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &FetchPanel::closed, Qt::WidgetWithChildrenShortcut);
    check();
}

void FetchPanel::arrange()
{
    auto *title = new ToneLabel(ToneLabel::Tone::Text, tr("Bring files to this computer when the job is over"), this,
                                textFont(13.5, QFont::DemiBold));
    auto *note = new ToneLabel(ToneLabel::Tone::Faint, fetchRowsHint(), this, textFont(12));
    auto *close = new QPushButton(tr("Close"), this);
    connect(close, &QPushButton::clicked, this, &FetchPanel::closed);
    auto *buttons = newRow({}, 10, {{m_states, 1}, close, m_save});
    setLayout(newColumn({16, 10, 16, 10}, 8, {title, note, m_banner, m_rows, buttons}));
}

void FetchPanel::takeFocus()
{
    m_rows->setFocus(Qt::OtherFocusReason);
    m_rows->setCurrentCell(0, 0);
}

void FetchPanel::setJob(const engine::JobSnapshot &job)
{
    const bool isEdited = typed() != m_rules;
    m_job = job;
    const QJsonArray rules = engine::toJson(engine::fetchRulesOf(job.document));
    QStringList states;
    for (const QJsonValue &rule : engine::extensionOf(job.document).value(u"fetch"_s).toArray()) {
        const auto reason = engine::Message::fromJson(rule[u"reason"_s].toObject());
        if (!reason.isEmpty())
            states.append(engine::shownPath(reason.text()));
        else if (rule[u"state"_s] == u"running"_s)
            states.append(tr("Bringing files to %1").arg(engine::shownPath(rule[u"to"_s].toString())));
    }
    m_states->setText(states.join(u'\n'));
    if (rules == m_rules)
        return;
    m_rules = rules;
    if (!isEdited)
        showRules();
    check();
}

void FetchPanel::showRules()
{
    m_rows->setRows(models::fetchRows(m_rules));
}

QJsonArray FetchPanel::typed() const
{
    return models::fetchRules(m_rows->rows());
}

void FetchPanel::check()
{
    m_rows->clearFaults();
    const bool isChanged = typed() != m_rules;
    m_save->setEnabled(isChanged && !m_isSaving);
    m_save->setToolTip(isChanged ? tr("What a job that is over has yet to bring is brought now")
                                 : tr("Nothing is changed."));
}

void FetchPanel::save()
{
    m_isSaving = true;
    m_banner->dismiss();
    check();
    const QJsonArray sent = typed();
    engine::whenFinished(m_client.jobs.setFetchRules(m_job.id, sent), this, [this, sent](const auto &answer) {
        m_isSaving = false;
        if (answer) {
            const bool isAsSent = typed() == sent;
            m_rules = sent;
            setJob(engine::JobSnapshot::fromDocument(*answer));
            if (isAsSent)
                showRules();
        }
        check();
        if (!answer)
            showFaults(answer.error());
    });
}

void FetchPanel::showFaults(const engine::Error &error)
{
    static const QRegularExpression place(u"fetch\\[([0-9]+)\\]\\.?([A-Za-z]*)"_s);
    for (const engine::Fault &fault : error.details) {
        if (const auto found = place.match(fault.target); found.hasMatch())
            m_rows->showFault(found.captured(1).toInt(), found.captured(2), fault.message.text());
    }
    if (error.details.isEmpty())
        return m_banner->showError(error);
    m_banner->showNotice(Mark::Failed, error.details.constFirst().message.text());
}

} // namespace ui
