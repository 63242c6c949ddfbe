// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/steperror.h"

#include "models/machine/machinewords.h"
#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ErrorCode;
using Tone = ToneLabel::Tone;

namespace {

QString detailsOf(const engine::Error &error)
{
    QStringList lines;
    for (const engine::Fault &fault : error.details)
        lines.append(fault.target.isEmpty() ? fault.message.text() : fault.target + u": "_s + fault.message.text());
    if (!error.technical.isEmpty())
        lines.append(error.technical);
    return lines.join(u'\n');
}

// One fingerprint a line, to be compared by letters.
QString fingerprintsOf(const engine::Error &error)
{
    return error.code == ErrorCode::HostKeyChanged ? models::fingerprintsIn(error).join(u'\n') : QString();
}

} // namespace

StepError::StepError(QWidget *parent)
    : QFrame(parent), m_cause(new ToneLabel(Tone::Text, {}, this, textFont(13, QFont::Medium))),
      m_consequence(new ToneLabel(Tone::Quiet, {}, this)),
      m_fingerprints(new ToneLabel(Tone::Text, {}, this, monoFont())),
      m_details(new ToneLabel(Tone::Quiet, {}, this, monoFont())), m_fold(new QToolButton(this))
{
    m_fold->setText(tr("Details"));
    m_fold->setCheckable(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    auto *copy = new QToolButton(this);
    copy->setIcon(icon(u"copy"_s));
    copy->setToolTip(tr("Copy all of this message"));
    copy->setAccessibleName(tr("Copy all of this message"));
    copy->setFocusPolicy(Qt::StrongFocus);
    m_fingerprints->setAccessibleDescription(tr("Fingerprints"));
    m_remedies = newRow({0, 4, 0, 0}, 8, {Stretch{}, m_fold, copy});
    setLayout(newColumn({12, 10, 12, 10}, 6, {m_cause, m_fingerprints, m_consequence, m_details, m_remedies}));
    connect(m_fold, &QToolButton::toggled, m_details, &QWidget::setVisible);
    connect(copy, &QToolButton::clicked, this, [this] {
        QStringList all{text(), m_fingerprints->text(), m_details->text()};
        all.removeAll(QString());
        copyText(all.join(u'\n'));
    });
    hide();
}

void StepError::showError(const engine::Error &error, const QString &forgetCommand, bool canForget)
{
    const QString details = detailsOf(error);
    const QString fingerprints = fingerprintsOf(error);
    m_cause->setText(error.message.text());
    m_fingerprints->setText(fingerprints);
    m_fingerprints->setVisible(!fingerprints.isEmpty());
    m_details->setText(details);
    m_details->hide();
    m_fold->setChecked(false);
    m_fold->setVisible(!details.isEmpty());
    setConsequence({});

    clearRemedies();
    const bool isRevoked = models::fingerprintsIn(error).size() < 2; // a revoked key: no old key to forget
    if (error.code == ErrorCode::HostKeyChanged && !isRevoked) {
        if (canForget)
            addRemedy(Remedy::ForgetKey, tr("Forget the old key"));
        addRemedy(Remedy::CopyForgetCommand, tr("Copy the command"), tr("Copy: %1").arg(forgetCommand));
    } else if (error.code != ErrorCode::HostKeyChanged) {
        if (error.code == ErrorCode::AuthenticationFailed)
            addRemedy(Remedy::ChooseKey, tr("Choose a key…"));
        addRemedy(Remedy::TryAgain, tr("Try again"));
    }
    show();
}

void StepError::takeFocus()
{
    if (!m_buttons.isEmpty())
        m_buttons.constFirst()->setFocus(Qt::OtherFocusReason);
}

void StepError::setConsequence(const QString &words)
{
    m_consequence->setText(words);
    m_consequence->setVisible(!words.isEmpty());
    setAccessibleName(text());
}

QString StepError::text() const
{
    return m_consequence->text().isEmpty() ? m_cause->text() : QString(m_cause->text() + u' ' + m_consequence->text());
}

void StepError::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawBox(painter, rect(), 6, tokens().colour(Mark::Failed), tokens().ground(Mark::Failed));
}

void StepError::addRemedy(Remedy remedy, const QString &text, const QString &whatExactly)
{
    auto *button = new QPushButton(text, this);
    button->setToolTip(whatExactly);
    button->setAccessibleName(whatExactly.isEmpty() ? text : whatExactly);
    button->setAutoDefault(true);
    button->setObjectName(u"remedy%1"_s.arg(int(remedy)));
    m_remedies->insertWidget(int(m_buttons.size()), button);
    m_buttons.append(button);
    connect(button, &QPushButton::clicked, this, [this, remedy] { emit remedyRequested(remedy); });
}

void StepError::clearRemedies()
{
    for (QWidget *button : std::exchange(m_buttons, {})) {
        m_remedies->removeWidget(button);
        button->hide();
        button->deleteLater(); // it may be the sender of this call
    }
}

} // namespace ui
