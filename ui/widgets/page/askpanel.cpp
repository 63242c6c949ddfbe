// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/askpanel.h"

#include "ui/theme/stylecontrols.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int widestLine = 560;
constexpr int askMargin = 12;

} // namespace

AskPanel::AskPanel(QWidget *parent) : QFrame(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(askMargin, 10, askMargin, askMargin);
    hide();
}

void AskPanel::withdraw()
{
    clear();
    hide();
}

void AskPanel::takeFocus()
{
    if (!m_inputs.isEmpty())
        m_inputs.constFirst()->setFocus(Qt::OtherFocusReason);
    else if (m_cancel)
        m_cancel->setFocus(Qt::OtherFocusReason);
}

void AskPanel::accept()
{
    if (m_accept && m_accept->isEnabled())
        return m_accept->click();
    const auto empty = std::find_if(m_inputs.cbegin(), m_inputs.cend(),
                                    [](const QLineEdit *input) { return input->text().isEmpty(); });
    if (empty != m_inputs.cend())
        (*empty)->setFocus(Qt::OtherFocusReason);
}

void AskPanel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawBox(painter, rect(), 6, tokens().line, tokens().alt);
}

// Limits the width of lines by the margin, as heightForWidth() ignores the maximum width of the content.
void AskPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    m_column->setContentsMargins(askMargin, 10, std::max(askMargin, width() - askMargin - widestLine), askMargin);
}

void AskPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Escape || !m_cancel)
        return QFrame::keyPressEvent(event);
    m_cancel->click();
}

void AskPanel::begin(const QString &title)
{
    clear();
    m_content = new QWidget(this);
    m_rows = newColumn({}, 6);
    m_content->setLayout(m_rows);
    m_column->addWidget(m_content);
    m_rows->addWidget(new ToneLabel(ToneLabel::Tone::Text, title, m_content, textFont(13, QFont::DemiBold)));
    setAccessibleName(title);
}

void AskPanel::addWords(const QString &text)
{
    m_rows->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, text, m_content));
}

void AskPanel::addFailure(const QString &text)
{
    m_rows->addWidget(new ToneLabel(ToneLabel::Tone::Failed, text, m_content, textFont(13, QFont::Medium)));
}

void AskPanel::addCode(const QString &text, const QString &accessibleName)
{
    auto *code = new ToneLabel(ToneLabel::Tone::Text, text, m_content, monoFont());
    code->setAccessibleName(QString(accessibleName + u": "_s + text));
    code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_rows->addWidget(code);
}

QLineEdit *AskPanel::addInput(const QString &label, bool isHidden)
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

void AskPanel::addRemember()
{
    m_remember = new QCheckBox(tr("Remember in the keyring"), m_content);
    m_rows->addWidget(m_remember);
}

void AskPanel::addButtons(const QString &accept, const QString &cancel, const std::function<void()> &accepted)
{
    m_accept = new QPushButton(accept, m_content);
    m_accept->setObjectName(u"acceptAnswer"_s);
    m_cancel = new QPushButton(cancel, m_content);
    m_cancel->setObjectName(u"cancelQuestion"_s);
    connect(m_accept, &QPushButton::clicked, this, accepted);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        withdraw();
        emit canceled();
    });
    for (QPushButton *button : {m_accept, m_cancel})
        button->setAutoDefault(true); // Return clicks the focused button
    // Tab order: without fields (a host key) the cancel button first, otherwise the accept button.
    if (m_inputs.isEmpty())
        QWidget::setTabOrder(m_cancel, m_accept);
    else
        QWidget::setTabOrder(m_accept, m_cancel);
    m_rows->addLayout(newRow({0, 4, 0, 0}, 8, {Stretch{}, m_cancel, m_accept}));
    for (qsizetype i = 0; i < m_inputs.size(); ++i) {
        connect(m_inputs[i], &QLineEdit::returnPressed, m_accept, [this, i] {
            i + 1 < m_inputs.size() ? m_inputs[i + 1]->setFocus(Qt::TabFocusReason) : m_accept->click();
        });
    }
}

QStringList AskPanel::values() const
{
    QStringList values;
    for (const QLineEdit *input : m_inputs)
        values.append(input->text());
    return values;
}

bool AskPanel::remembers() const
{
    return m_remember && m_remember->isChecked();
}

void AskPanel::clear()
{
    for (QLineEdit *input : std::exchange(m_inputs, {}))
        input->setText({}); // clear() would keep the text in the undo history
    m_remember = nullptr;
    m_accept = nullptr;
    m_cancel = nullptr;
    m_rows = nullptr;
    if (QWidget *old = std::exchange(m_content, nullptr)) {
        m_column->removeWidget(old);
        old->hide();
        old->deleteLater(); // the call may come from one of its buttons
    }
}

} // namespace ui
