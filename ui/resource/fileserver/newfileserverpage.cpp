// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/resource/fileserver/newfileserverpage.h"

#include "engine/base/whenfinished.h"
#include "models/document/clusterwords.h"
#include "models/resourcestore.h"
#include "ui/document/documentpane.h"
#include "ui/resource/fileserver/placefields.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/tonelabel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceKind;

NewFileServerPage::NewFileServerPage(engine::EngineClient &client, const models::ResourceStore &store,
                                     const engine::ResourceId &workspace, const models::OpenedDocument &document,
                                     QWidget *parent)
    : FormPage(parent), m_client(client), m_store(store), m_workspace(workspace), m_header(new PageHeader(this)),
      m_banner(new Banner(this)), m_place(new PlaceFields(client, store, ResourceKind::FileServer, workspace, this)),
      m_machine(new QComboBox(this)), m_path(new QLineEdit(this)), m_facts(new FactList(this)),
      m_foot(new PageFoot(tr("Create and open"), u"create"_s, this)), m_verdict(m_foot->verdict()),
      m_create(m_foot->command())
{
    if (!document.isEmpty())
        m_document = new DocumentPane(document, this);
    build();
    takeMachines();
    m_place->setName(u"files-1"_s);
    connect(m_place, &PlaceFields::changed, this, &NewFileServerPage::check);
    connect(m_place, &PlaceFields::submitted, m_create, &QPushButton::click);
    connect(m_machine, &QComboBox::currentIndexChanged, this, &NewFileServerPage::check);
    connect(m_path, &QLineEdit::textEdited, this, &NewFileServerPage::check);
    connect(m_path, &QLineEdit::returnPressed, m_create, &QPushButton::click);
    connect(m_create, &QPushButton::clicked, this, &NewFileServerPage::create);
    connect(&store, &models::ResourceStore::changed, this, &NewFileServerPage::takeMachines);
    if (m_document) {
        connect(m_document, &DocumentPane::checked, this, &NewFileServerPage::takeDocument);
        connect(m_document, &DocumentPane::edited, this, &FormPage::draftChanged);
        takeDocument();
    }
    check();
    m_opened = fields();
}

QJsonObject NewFileServerPage::fields() const
{
    QJsonObject fields = m_place->fields();
    fields[u"kind"_s] = engine::toString(ResourceKind::FileServer);
    fields[u"path"_s] = m_path->text();
    if (m_document)
        fields[u"text"_s] = QString::fromUtf8(m_document->text());
    return fields;
}

// The initial fields, with a preselected machine, are no draft.
QJsonObject NewFileServerPage::draft() const
{
    QJsonObject draft = fields();
    if (draft == m_opened)
        return {};
    draft[u"machine"_s] = m_machine->currentText();
    return draft;
}

void NewFileServerPage::takeDraft(const QJsonObject &fields)
{
    m_opened = {}; // the page may have been opened with the draft's text
    m_place->setFields(fields);
    m_machine->setCurrentIndex(qMax(0, m_machine->findText(fields[u"machine"_s].toString())));
    m_path->setText(fields[u"path"_s].toString());
    if (m_document)
        m_document->setText(fields[u"text"_s].toString().toUtf8());
    check();
}

bool NewFileServerPage::isSettled() const
{
    return !m_document || m_document->isSettled();
}

void NewFileServerPage::takeFocus()
{
    m_place->takeFocus();
}

void NewFileServerPage::build()
{
    m_header->setTitle(tr("New file server"));
    m_header->setFacts({tr("a folder of a machine, under the name that documents mount it by")});
    m_machine->setObjectName(u"machine"_s);
    m_path->setObjectName(u"path"_s);
    m_path->setFont(monoFont());
    m_path->setPlaceholderText(u"/data"_s);
    m_place->addField(tr("Machine"), m_machine);
    m_place->addField(tr("Folder"), m_path);
    m_create->setAutoDefault(true);

    auto *left = new QWidget(this); // with a parent, so that its fields precede the button in the tab order
    auto *says = newRow({16, 0, 16, 12}, usualSpacing, {m_facts});
    left->setLayout(newColumn({}, 0, {m_place, says, Stretch{}}));
    auto *halves = new QSplitter(Qt::Horizontal);
    halves->addWidget(left);
    if (m_document) {
        halves->addWidget(m_document);
        halves->setSizes({500, 500});
        halves->setChildrenCollapsible(false);
    }
    auto *notice = newRow({16, 4, 16, 0}, 0, {m_banner});
    setLayout(newColumn({}, 0, {m_header, newLine(), notice, {halves, 1}, newLine(), m_foot}));
}

void NewFileServerPage::takeMachines()
{
    QStringList names;
    for (const auto &resource : m_store.all(ResourceKind::Machine))
        names.append(resource.id.name());
    names.sort(Qt::CaseInsensitive);
    QStringList before;
    for (int i = 0; i < m_machine->count(); ++i)
        before.append(m_machine->itemText(i));
    if (names == before)
        return;
    const QString chosen = m_machine->currentText();
    m_machine->clear();
    m_machine->addItems(names);
    m_machine->setCurrentIndex(qMax(0, int(names.indexOf(chosen))));
    check();
}

void NewFileServerPage::takeDocument()
{
    QList<Fact> facts;
    for (const auto &[label, value, isCode] : models::fileServerFacts(m_document->check().document))
        facts.append({label, value, isCode, {}});
    m_facts->setFacts(facts);
    check();
}

void NewFileServerPage::check()
{
    const bool isValid = !m_document || m_document->check().isValid();
    const QString path = m_path->text().trimmed();
    const engine::ResourceId id = m_place->id();
    QString words;
    if (!isValid)
        words = tr("The document has faults: mend them first.");
    else if (const QString fault = m_place->fault(); !fault.isEmpty())
        words = fault;
    else if (m_machine->count() == 0)
        words = tr("The folder is on a machine: connect one first.");
    else if (path.isEmpty())
        words = tr("Name the folder on %1.").arg(m_machine->currentText());
    else if (!path.startsWith(u'/'))
        words = tr("The folder begins with /.");
    else if (id.isValid() && m_store.contains(id))
        words = tr("There is one of this name.");
    m_create->setEnabled(words.isEmpty() && id.isValid() && !m_isCreating);
    m_create->setToolTip(words);
    m_verdict->setText(words.isEmpty() ? tr("Nothing is written on %1.").arg(m_machine->currentText()) : words);
    emit draftChanged();
}

void NewFileServerPage::create()
{
    if (!m_create->isEnabled())
        return;
    m_isCreating = true;
    m_banner->dismiss();
    check();
    const engine::ResourceId id = m_place->id();
    const QJsonObject document = m_document ? m_document->check().document : QJsonObject();
    const auto refused = [this](const engine::Error &error) {
        m_isCreating = false;
        check();
        if (m_document && error.code == engine::ErrorCode::InvalidDocument && !error.details.isEmpty())
            return m_document->showFaults(error.details);
        m_banner->showError(error);
    };
    m_place->makeParents([this, id, document, refused](const engine::Result<void> &made) {
        if (!made)
            return refused(made.error());
        engine::whenFinished(
            m_client.resources.createFileServer(id, m_machine->currentText(), m_path->text().trimmed(), document), this,
            [this, refused](const auto &server) {
                if (!server)
                    return refused(server.error());
                m_opened = fields();
                emit draftChanged();
                emit openRequested(engine::ResourceSnapshot::fromDocument(*server).id);
            });
    });
}

} // namespace ui
