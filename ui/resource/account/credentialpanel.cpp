// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/account/credentialpanel.h"

#include "engine/base/whenfinished.h"
#include "models/storage/accountinput.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

CredentialPanel::CredentialPanel(engine::EngineClient &client, QWidget *parent) : AskPanel(parent), m_client(client)
{
    setObjectName(u"credential"_s);
    connect(this, &AskPanel::canceled, this, [this] {
        m_sent.cancel();
        emit closed({});
    });
}

void CredentialPanel::ask(const QString &account)
{
    m_sent.cancel();
    m_account = account;
    ask({}, true);
}

void CredentialPanel::ask(const QString &failure, bool remembers)
{
    begin(tr("New key of %1").arg(m_account));
    addWords(tr("A key, or a shared access signature, takes the place of the one before."));
    if (!failure.isEmpty())
        addFailure(failure);
    QLineEdit *input = addInput(tr("Account key or shared access signature"), true);
    input->setObjectName(u"secret"_s);
    addRemember();
    remember()->setChecked(remembers);
    remember()->setToolTip(tr("Otherwise it is forgotten when the program ends, and asked for again"));
    addButtons(tr("Replace"), tr("Cancel"), [this] { send(); });
    acceptButton()->setEnabled(false);
    connect(input, &QLineEdit::textChanged, acceptButton(),
            [this](const QString &text) { acceptButton()->setEnabled(!text.trimmed().isEmpty()); });
    show();
    takeFocus();
}

void CredentialPanel::send()
{
    const QString secret = values().constFirst().trimmed();
    const bool isSigned = models::hasSignature(secret);
    const auto kind = isSigned ? models::AccountCredential::Sas : models::AccountCredential::Key;
    if (const QString fault = models::secretFault(kind, secret); !fault.isEmpty())
        return ask(fault, remembers());
    engine::SetStorageCredential credential;
    credential.name = m_account;
    credential.remember = remembers();
    (isSigned ? credential.sas : credential.key).text = secret;
    acceptButton()->setEnabled(false);
    m_sent.cancel(); // another one may have been typed meanwhile
    m_sent = m_client.storageAccounts.setCredential(credential);
    engine::whenFinished(m_sent, this, [this, account = m_account, isKept = credential.remember](const auto &kept) {
        if (account != m_account || (!kept && kept.error().code == engine::ErrorCode::Canceled))
            return;
        if (!kept)
            return ask(kept.error().message.text(), isKept);
        withdraw();
        emit closed(tr("%1 has a new key.").arg(account));
    });
}

} // namespace ui
