// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/account/accountform.h"

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/faultlabel.h"
#include "ui/widgets/text/tonelabel.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QToolButton>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ErrorCode;
using models::AccountCredential;

namespace {

constexpr int accountLabelWidth = 84;

} // namespace

AccountForm::AccountForm(QWidget *parent) : QWidget(parent), m_grid(newGrid({16, 12, 16, 8}, 12, 1, this))
{
    m_grid->setColumnMinimumWidth(0, accountLabelWidth);
    m_grid->setColumnStretch(1, 1);
    m_name = addLine(u"name"_s, tr("Name"), tr("of the account in Azure, or a URL with a signature"));
    addKinds();
    m_secret = addLine(u"secret"_s, tr("Secret"), {});
    m_secret->setEchoMode(QLineEdit::Password);
    m_remember = new QCheckBox(tr("Keep in the keyring"), this);
    m_remember->setObjectName(u"remember"_s);
    m_remember->setChecked(true);
    m_remember->setToolTip(tr("Otherwise it is forgotten when the program ends, and asked for again"));
    m_grid->addWidget(m_remember, m_grid->rowCount(), 1);
    addHelp(tr("In the Azure portal: Security + networking of the account, Access keys or Shared access signature."));
    addMore();
    connect(m_remember, &QCheckBox::toggled, this, &AccountForm::edited);
    connect(m_hasKey, &QRadioButton::toggled, this, &AccountForm::showKind);
    showKind();
}

models::AccountInput AccountForm::input() const
{
    return {m_name->text().trimmed(), m_endpoint->text().trimmed(),
            m_hasKey->isChecked() ? AccountCredential::Key : AccountCredential::Sas, m_secret->text().trimmed(),
            m_remember->isChecked()};
}

void AccountForm::setTaken(const QStringList &names)
{
    if (std::exchange(m_taken, names) != names)
        check();
}

QJsonObject AccountForm::fields() const
{
    // A secret that was pasted into the wrong field is not kept: no name is as long, no endpoint as odd.
    constexpr int longestName = 24;
    const QString name = m_name->text().trimmed();
    return {{m_name->objectName(), name.size() > longestName ? QString() : name},
            {m_endpoint->objectName(), faults().endpoint.isEmpty() ? m_endpoint->text() : QString()},
            {m_hasSignature->objectName(), m_hasSignature->isChecked()},
            {m_remember->objectName(), m_remember->isChecked()}};
}

void AccountForm::setFields(const QJsonObject &fields)
{
    for (QLineEdit *line : {m_name, m_endpoint}) {
        line->setText(fields[line->objectName()].toString());
        if (!line->text().isEmpty())
            m_touched.insert(line);
    }
    const bool isSigned = fields[m_hasSignature->objectName()].toBool();
    (isSigned ? m_hasSignature : m_hasKey)->setChecked(true);
    m_remember->setChecked(fields[m_remember->objectName()].toBool(true));
    if (!m_endpoint->text().isEmpty())
        m_more->setChecked(true);
    check();
}

void AccountForm::takeFocus()
{
    m_name->setFocus(Qt::OtherFocusReason);
}

void AccountForm::forgetSecret()
{
    m_secret->setText({}); // clear() would keep the text in the undo history
}

void AccountForm::showRefusal(const engine::Error &error)
{
    const bool hasEndpoint = !m_endpoint->text().trimmed().isEmpty();
    QLineEdit *field = m_name;
    QString words = tr("It was not added.");
    switch (error.code) {
    case ErrorCode::AuthenticationFailed:
        field = m_secret;
        words = tr("The account refused it.");
        break;
    case ErrorCode::InvalidArgument:
        field = error.target == u"endpoint"_s ? m_endpoint : m_secret;
        words = tr("It cannot be used.");
        break;
    case ErrorCode::AlreadyExists:
        words = tr("There is a %1 already.").arg(m_name->text().trimmed());
        break;
    case ErrorCode::Unreachable:
    case ErrorCode::Timeout:
    case ErrorCode::NotFound:
        field = hasEndpoint ? m_endpoint : m_name;
        words = hasEndpoint ? tr("It does not answer.") : tr("No account of this name answers.");
        break;
    default:
        break;
    }
    m_touched.insert(field);
    showFault(field, words);
    field->setFocus(Qt::OtherFocusReason);
    field->selectAll();
}

QLineEdit *AccountForm::addLine(const QString &objectName, const QString &label, const QString &hint)
{
    const int row = m_grid->rowCount();
    auto *line = new QLineEdit(this);
    line->setObjectName(objectName);
    line->setPlaceholderText(hint);
    line->setAccessibleName(label);
    auto *words = new ToneLabel(ToneLabel::Tone::Text, label, this);
    words->setWordWrap(false);
    words->setBuddy(line);
    ToneLabel *fault = newFaultLabel(objectName, FaultPlace::Below, this);
    m_grid->addWidget(words, row, 0);
    m_grid->addWidget(line, row, 1);
    m_grid->addWidget(fault, row + 1, 1);
    m_faultLabels.insert(line, fault);
    connect(line, &QLineEdit::returnPressed, this, &AccountForm::submitted);
    connect(line, &QLineEdit::textEdited, this, [this, line] { takeEdit(line); });
    return line;
}

void AccountForm::addHelp(const QString &words)
{
    m_grid->addWidget(new ToneLabel(ToneLabel::Tone::Faint, words, this, textFont(12)), m_grid->rowCount(), 1);
}

void AccountForm::addKinds()
{
    auto *kinds = new QWidget(this);
    kinds->setAccessibleName(tr("Access by"));
    m_hasKey = new QRadioButton(tr("Account key"), kinds);
    m_hasKey->setObjectName(u"key"_s);
    m_hasKey->setToolTip(tr("All of the account; it can also make links to single files"));
    m_hasSignature = new QRadioButton(tr("Shared access signature"), kinds);
    m_hasSignature->setObjectName(u"signature"_s);
    m_hasSignature->setToolTip(tr("What it allows, until it expires"));
    kinds->setLayout(newRow({}, 16, {m_hasKey, m_hasSignature, Stretch{}}));
    m_hasKey->setChecked(true);
    const int row = m_grid->rowCount();
    auto *words = new ToneLabel(ToneLabel::Tone::Text, tr("Access by"), this);
    words->setWordWrap(false);
    m_grid->addWidget(words, row, 0);
    m_grid->addWidget(kinds, row, 1);
}

void AccountForm::addMore()
{
    m_more = new QToolButton(this);
    m_more->setObjectName(u"more"_s);
    m_more->setText(tr("More"));
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_grid->addWidget(m_more, m_grid->rowCount(), 1, Qt::AlignLeft);
    const int row = m_grid->rowCount();
    m_endpoint = addLine(u"endpoint"_s, tr("Endpoint"), {});
    QWidget *label = m_grid->itemAtPosition(row, 0)->widget();
    const auto fold = [this, label](bool isOpen) {
        m_more->setIcon(icon(isOpen ? u"chev-d"_s : u"chev-r"_s));
        label->setVisible(isOpen);
        m_endpoint->setVisible(isOpen);
        keepFaultPlace(m_faultLabels.value(m_endpoint), isOpen);
    };
    connect(m_more, &QToolButton::toggled, this, fold);
    fold(false);
}

void AccountForm::takeEdit(QLineEdit *line)
{
    m_touched.insert(line);
    if (const auto url = models::signedUrl(line->text())) {
        m_secret->setText(line->text().trimmed()); // whole, as it names the container if it is of one
        m_name->setText(url->account);
        m_endpoint->setText(url->endpoint);
        m_hasSignature->setChecked(true);
        m_touched.insert(m_name);
        m_touched.insert(m_secret);
        if (!url->endpoint.isEmpty())
            m_more->setChecked(true);
    }
    check();
}

void AccountForm::showKind()
{
    const bool isKey = m_hasKey->isChecked();
    m_secret->setAccessibleName(isKey ? tr("Account key") : tr("Shared access signature"));
    m_secret->setPlaceholderText(isKey ? tr("one of the account's two keys")
                                       : tr("sv=…&sig=…, or a whole URL with it"));
    check();
}

void AccountForm::check()
{
    const QString name = m_name->text().trimmed();
    m_endpoint->setPlaceholderText(models::usualEndpoint(name.isEmpty() ? tr("NAME") : name));
    const models::AccountFaults found = faults();
    showFault(m_name, found.name);
    showFault(m_secret, found.secret);
    showFault(m_endpoint, found.endpoint);
    emit edited();
}

// Shows no fault for an untouched field.
void AccountForm::showFault(QLineEdit *field, const QString &fault)
{
    const bool isDue = m_touched.contains(field);
    ToneLabel *label = m_faultLabels.value(field);
    setFault(label, isDue ? fault : QString());
    field->setAccessibleDescription(label->text());
    if (isDue && !fault.isEmpty() && field == m_endpoint)
        m_more->setChecked(true);
}

} // namespace ui
