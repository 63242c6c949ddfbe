// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/account/newaccountpage.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "ui/connect/terminal.h"
#include "ui/resource/account/accountform.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/copying.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ErrorCode;
using models::AccountCredential;

NewAccountPage::NewAccountPage(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent)
    : FormPage(parent), m_client(client), m_store(store), m_header(new PageHeader(this)), m_form(new AccountForm(this)),
      m_banner(new Banner(this)), m_foot(new PageFoot(tr("Add and open"), u"add"_s, this)),
      m_copy(m_foot->addButton(tr("Copy as command"))), m_cancel(m_foot->addButton(tr("Cancel")))
{
    arrange();
    connect(m_form, &AccountForm::edited, this, [this] {
        m_banner->dismiss();
        showForm();
    });
    connect(m_form, &AccountForm::submitted, m_foot->command(), &QPushButton::click);
    connect(m_foot->command(), &QPushButton::clicked, this, [this] { add(true); });
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_try.cancel(); });
    connect(m_copy, &QPushButton::clicked, this, &NewAccountPage::copyCommand);
    connect(&store, &models::ResourceStore::changed, this, &NewAccountPage::takeAccounts);
    takeAccounts();
    setTrying(false);
}

NewAccountPage::~NewAccountPage()
{
    m_try.cancel();
}

void NewAccountPage::arrange()
{
    m_header->setTitle(tr("Add a storage account"));
    m_header->setFacts({tr("of Azure Blob, to browse and transfer what is in its containers")});
    m_cancel->setObjectName(u"cancel"_s);
    for (QPushButton *button : {m_copy, m_cancel, m_foot->command()})
        button->setAutoDefault(button != m_cancel); // a second Return in the form must not end the try
    auto *notice = newRow({16, 0, 16, 0}, 0, {m_banner});
    auto *left = newColumn({}, 0, {m_form, notice, Stretch{}});
    auto *halves = newRow({}, 0, {{left, 6}, Stretch{4}});
    setLayout(newColumn({}, 0, {m_header, newLine(), {halves, 1}, newLine(), m_foot}));
}

void NewAccountPage::takeFocus()
{
    m_form->takeFocus();
}

QJsonObject NewAccountPage::draft() const
{
    return m_form->isTouched() && !m_isAdded ? m_form->fields() : QJsonObject();
}

void NewAccountPage::takeDraft(const QJsonObject &fields)
{
    m_form->setFields(fields);
}

void NewAccountPage::takeAccounts()
{
    if (m_isTrying || m_isAdded) // the account that is being added is no other of its name
        return;
    QStringList names;
    for (const auto &account : m_store.all(engine::ResourceKind::StorageAccount))
        names.append(account.id.name());
    names.sort();
    m_form->setTaken(names);
}

void NewAccountPage::showForm()
{
    const models::AccountFaults faults = m_form->faults();
    QString words;
    for (const QString *fault : {&faults.endpoint, &faults.secret, &faults.name})
        words = fault->isEmpty() ? words : *fault;
    m_foot->command()->setEnabled(words.isEmpty() && !m_isTrying);
    m_foot->command()->setToolTip(words);
    const QString name = m_form->input().name;
    m_copy->setEnabled(faults.name.isEmpty() && faults.endpoint.isEmpty());
    m_copy->setToolTip(m_copy->isEnabled()         ? tr("Copy the command line that adds it, without the secret")
                           : faults.name.isEmpty() ? faults.endpoint
                                                   : faults.name);
    m_foot->verdict()->setText(m_isTrying                 ? tr("Asking %1 for its containers…").arg(name)
                                   : !words.isEmpty()     ? words
                                   : m_banner->isHidden() ? tr("%1 is tried before it is added.").arg(name)
                                                          : tr("%1 was not added.").arg(name));
    emit draftChanged();
}

void NewAccountPage::add(bool isTried)
{
    if (!m_foot->command()->isEnabled())
        return;
    m_banner->dismiss();
    setTrying(true);
    engine::AddStorageAccount request = m_form->input().request();
    request.test = isTried;
    m_try = m_client.storageAccounts.add(request);
    engine::whenFinished(m_try, this, [this](const engine::Result<engine::ResourceId> &account) {
        setTrying(false);
        if (!account)
            return takeRefusal(account.error());
        m_isAdded = true;
        m_form->forgetSecret();
        emit draftChanged();
        emit openRequested(*account);
    });
}

void NewAccountPage::setTrying(bool isTrying)
{
    m_isTrying = isTrying;
    m_form->setEnabled(!isTrying);
    m_cancel->setVisible(isTrying);
    if (isTrying)
        m_cancel->setFocus(Qt::OtherFocusReason);
    showForm();
}

void NewAccountPage::takeRefusal(const engine::Error &error)
{
    takeAccounts();
    if (error.code == ErrorCode::Canceled) {
        m_form->takeFocus();
        return;
    }
    m_banner->showError(error);
    const bool isSilent = error.code == ErrorCode::Unreachable || error.code == ErrorCode::Timeout;
    if (isSilent)
        m_banner->setRemedy(tr("Add it all the same"), [this] { add(false); });
    else
        m_banner->setRemedy({});
    m_form->showRefusal(error);
    showForm();
}

void NewAccountPage::copyCommand() const
{
    const models::AccountInput input = m_form->input();
    QStringList words{u"batchctl"_s, u"storage"_s, u"account"_s, u"add"_s, input.name};
    if (!input.endpoint.isEmpty())
        words << u"--endpoint"_s << input.endpoint;
    words << (input.kind == AccountCredential::Key ? u"--account-key-stdin"_s : u"--sas-stdin"_s);
    copyText(shellLine(words));
}

} // namespace ui
