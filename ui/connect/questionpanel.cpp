// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/connect/questionpanel.h"

#include "models/machine/machinewords.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/tonelabel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Question;

namespace {

constexpr int widest = 560;
constexpr int side = 12;

} // namespace

QuestionPanel::QuestionPanel(QWidget *parent) : QFrame(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(side, 10, side, side);
    hide();
}

void QuestionPanel::ask(const Question &question)
{
    if (m_content && m_question.matches(question) && m_question.isRepeated == question.isRepeated)
        return show();
    clear();
    m_question = question;
    m_content = new QWidget(this);
    m_rows = new QVBoxLayout(m_content);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(6);
    m_column->addWidget(m_content);
    addHeading(models::questionTitle(question));
    setAccessibleName(models::questionTitle(question));
    question.kind == Question::Kind::HostKey ? askHostKey() : askSecrets();
    show();
}

void QuestionPanel::withdraw()
{
    clear();
    hide();
}

void QuestionPanel::takeFocus()
{
    if (!m_inputs.isEmpty())
        m_inputs.constFirst()->setFocus(Qt::OtherFocusReason);
    else if (m_cancel)
        m_cancel->setFocus(Qt::OtherFocusReason);
}

void QuestionPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokens().line);
    painter.setBrush(tokens().alt);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

// Lines stay short by the margin: a greatest width of the content would not count when its height is asked for.
void QuestionPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    m_column->setContentsMargins(side, 10, std::max(side, width() - side - widest), side);
}

void QuestionPanel::askHostKey()
{
    addWords(tr("It was never seen from here, so nobody but you can tell. Compare this fingerprint with the one that "
                "the machine's owner gives you:"));
    addCode(m_question.subject, tr("Fingerprint"));
    addWords(tr("Kind of key: %1. On the machine itself, this prints it:").arg(m_question.keyType));
    QString file = m_question.keyType.section(u'@', 0, 0);
    file = file.startsWith(u"ecdsa"_s) ? u"ecdsa"_s : file.remove(u"ssh-"_s);
    addCode(u"ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub"_s.arg(file), tr("Command that prints the fingerprint"));
    QPushButton *accept = addButtons(tr("This is the right key"));
    connect(accept, &QPushButton::clicked, this, [this] { give({m_question.subject}); });
}

void QuestionPanel::askSecrets()
{
    const bool isPrompts = m_question.kind == Question::Kind::Prompts;
    if (m_question.isRepeated) {
        auto *again = new ToneLabel(ToneLabel::Tone::Failed, tr("What was typed before was not accepted."), m_content);
        again->setFont(textFont(13, QFont::Medium));
        m_rows->addWidget(again);
    }
    if (m_question.kind == Question::Kind::Passphrase) {
        addCode(m_question.subject, tr("Key file"));
        addInput(tr("Passphrase"), true);
    } else if (m_question.kind == Question::Kind::Password) {
        addInput(tr("Password"), true);
    } else {
        if (!m_question.subject.isEmpty())
            addWords(m_question.subject);
        for (const Question::Prompt &prompt : std::as_const(m_question.prompts))
            addInput(prompt.text.trimmed(), prompt.isHidden);
    }
    if (!m_question.secretName().isEmpty()) {
        m_remember = new QCheckBox(tr("Remember in the keyring"), m_content);
        m_rows->addWidget(m_remember);
    }
    QPushButton *accept = addButtons(isPrompts ? tr("Send") : tr("Log in"));
    const auto send = [this] {
        QStringList values;
        for (const QLineEdit *input : std::as_const(m_inputs))
            values.append(input->text());
        give(values);
    };
    connect(accept, &QPushButton::clicked, this, send);
    for (qsizetype i = 0; i < m_inputs.size(); ++i) {
        connect(m_inputs[i], &QLineEdit::returnPressed, this,
                [this, i, send] { i + 1 < m_inputs.size() ? m_inputs[i + 1]->setFocus(Qt::TabFocusReason) : send(); });
    }
}

void QuestionPanel::addHeading(const QString &text)
{
    auto *heading = new ToneLabel(ToneLabel::Tone::Text, text, m_content);
    heading->setFont(textFont(13, QFont::DemiBold));
    m_rows->addWidget(heading);
}

void QuestionPanel::addWords(const QString &text)
{
    m_rows->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, text, m_content));
}

void QuestionPanel::addCode(const QString &text, const QString &accessibleName)
{
    auto *code = new ToneLabel(ToneLabel::Tone::Text, text, m_content);
    code->setFont(monoFont());
    code->setAccessibleName(QString(accessibleName + u": "_s + text));
    code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_rows->addWidget(code);
}

QLineEdit *QuestionPanel::addInput(const QString &label, bool isHidden)
{
    auto *words = new ToneLabel(ToneLabel::Tone::Quiet, label, m_content);
    auto *input = new QLineEdit(m_content);
    input->setEchoMode(isHidden ? QLineEdit::Password : QLineEdit::Normal);
    input->setAccessibleName(label);
    words->setBuddy(input);
    m_rows->addWidget(words);
    m_rows->addWidget(input);
    m_inputs.append(input);
    return input;
}

QPushButton *QuestionPanel::addButtons(const QString &accept)
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(8);
    row->addStretch(1);
    auto *yes = new QPushButton(accept, m_content);
    yes->setObjectName(u"acceptAnswer"_s);
    m_cancel = new QPushButton(tr("Cancel"), m_content);
    m_cancel->setObjectName(u"cancelQuestion"_s);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        withdraw();
        emit canceled();
    });
    for (QPushButton *button : {yes, m_cancel})
        button->setAutoDefault(true); // Return presses the one that has the focus
    // Tab comes to the safe button of a key first, and to the sending one of a form.
    if (m_inputs.isEmpty()) {
        QWidget::setTabOrder(m_cancel, yes);
    } else {
        QWidget::setTabOrder(yes, m_cancel);
    }
    row->addWidget(m_cancel);
    row->addWidget(yes);
    m_rows->addLayout(row);
    return yes;
}

void QuestionPanel::give(const QStringList &values)
{
    const engine::Answer answer{m_question, values, m_remember && m_remember->isChecked()};
    withdraw();
    emit answered(answer);
}

void QuestionPanel::clear()
{
    for (QLineEdit *input : std::exchange(m_inputs, {}))
        input->clear();
    m_remember = nullptr;
    m_cancel = nullptr;
    m_rows = nullptr;
    if (QWidget *old = std::exchange(m_content, nullptr)) {
        m_column->removeWidget(old);
        old->hide();
        old->deleteLater(); // one of its buttons may be the sender
    }
}

} // namespace ui
