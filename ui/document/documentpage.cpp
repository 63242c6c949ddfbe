// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/document/documentpage.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "ui/document/documentpane.h"
#include "ui/resource/fileserver/placefields.h"
#include "ui/resource/itemrows.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/factlist.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/pagefoot.h"
#include "ui/widgets/page/pageheader.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace ui {

using models::DocumentKind;

DocumentPage::DocumentPage(engine::EngineClient &client, const models::ResourceStore &store,
                           const engine::ResourceId &place, const models::OpenedDocument &document, QWidget *parent)
    : FormPage(parent), m_client(client), m_store(store), m_place(place), m_kind(document.kind),
      m_header(new PageHeader(this)), m_banner(new Banner(this)), m_pane(new DocumentPane(document, this))
{
    build(document);
    connect(m_pane, &DocumentPane::checked, this, &DocumentPage::check);
    connect(m_go, &QPushButton::clicked, this, &DocumentPage::go);
    connect(m_pane, &DocumentPane::edited, this, &FormPage::draftChanged);
    check();
    if (!document.error.message.isEmpty())
        m_banner->showError(document.error);
    m_opened = fields();
}

QJsonObject DocumentPage::fields() const
{
    QJsonObject fields = m_fields ? m_fields->fields() : QJsonObject();
    fields[u"text"_s] = QString::fromUtf8(m_pane->text());
    return fields;
}

void DocumentPage::takeDraft(const QJsonObject &fields)
{
    m_opened = {}; // the page may have been opened with the draft's text
    m_pane->setText(fields[u"text"_s].toString().toUtf8());
    if (m_fields)
        m_fields->setFields(fields);
}

bool DocumentPage::isSettled() const
{
    return m_pane->isSettled() && !m_isUnderWay;
}

void DocumentPage::takeFocus()
{
    if (m_fields)
        m_fields->takeFocus();
}

void DocumentPage::build(const models::OpenedDocument &document)
{
    m_header->setTitle(m_kind == DocumentKind::Export          ? tr("Import %1").arg(document.name)
                           : m_kind == DocumentKind::Workspace ? tr("New workspace")
                                                               : document.name);
    if (m_kind != DocumentKind::Unknown)
        m_header->setFacts(
            {m_kind == DocumentKind::Workspace ? tr("from %1").arg(document.name) : models::kindWords(m_kind)});
    auto *open = m_header->addCommand(u"folder"_s, tr("Open document…"));
    connect(open, &QAbstractButton::clicked, this, &DocumentPage::openFileRequested);
    auto *foot = new PageFoot(m_kind == DocumentKind::Export ? tr("Import") : tr("Create and open"), u"go"_s, this);
    m_verdict = foot->verdict();
    m_go = foot->command();

    auto *left = new QWidget;
    auto *column = newColumn({}, 0);
    left->setLayout(column);
    if (m_kind == DocumentKind::Export)
        addExport(column);
    else if (m_kind == DocumentKind::Workspace)
        addWorkspace(column);
    else
        addUnknown(column, document);
    column->addStretch(1);
    auto *halves = newSplitter(Qt::Horizontal, {left, m_pane}, {500, 500});
    auto *notice = newRow({16, 4, 16, 0}, 0, {m_banner});
    setLayout(newColumn({}, 0, {m_header, newLine(), notice, {halves, 1}, newLine(), foot}));
    foot->setVisible(m_kind != DocumentKind::Unknown);
}

void DocumentPage::addExport(QVBoxLayout *column)
{
    const auto groups = m_store.all(engine::ResourceKind::Group);
    const models::ExportSummary summary =
        models::summaryOfExport(m_pane->text(), groups.isEmpty() ? QString() : groups.constFirst().id.profile());
    column->addWidget(sectionTitle(tr("It holds"), this));
    auto *list = new FactList(this);
    list->setObjectName(u"holds"_s);
    list->setContentsMargins(16, 0, 16, 12);
    QList<Fact> rows;
    for (const QString &line : summary.lines)
        rows.append({line.section(u": "_s, 0, 0), line.section(u": "_s, 1), false, {}});
    if (rows.isEmpty())
        rows.append({tr("Nothing"), tr("none of its documents names itself by an id"), false, {}});
    qsizetype existing = 0;
    for (const engine::ResourceId &id : summary.ids)
        existing += m_store.contains(id) ? 1 : 0;
    if (existing > 0 && !m_place.isValid())
        rows.append(
            {tr("Here already"), tr("%1, which stay as they are").arg(QLocale().toString(existing)), false, {}});
    list->setFacts(rows);
    column->addWidget(list);
    auto *where = new ToneLabel(ToneLabel::Tone::Quiet,
                                m_place.isValid()
                                    ? tr("It goes into %1, whatever its documents say.").arg(m_place.shortText())
                                    : tr("It goes where its documents say. Drop it on a group or a workspace to have "
                                         "it there instead."),
                                this);
    where->setContentsMargins(16, 0, 16, 4);
    column->addWidget(where);
    auto *how =
        new ToneLabel(ToneLabel::Tone::Quiet,
                      tr("All of it is checked first; with one fault nothing is made. Jobs are submitted."), this);
    how->setContentsMargins(16, 0, 16, 12);
    column->addWidget(how);
}

void DocumentPage::addWorkspace(QVBoxLayout *column)
{
    m_fields = new PlaceFields(m_client, m_store, engine::ResourceKind::Workspace, m_place, this);
    m_fields->setName(u"workspace-1"_s);
    connect(m_fields, &PlaceFields::changed, this, &DocumentPage::check);
    connect(m_fields, &PlaceFields::submitted, m_go, &QPushButton::click);
    column->addWidget(m_fields);
    const QJsonObject tags = m_pane->check().document.value(u"tags"_s).toObject();
    auto *facts = new FactList(this);
    facts->setContentsMargins(16, 0, 16, 12);
    QList<Fact> rows;
    for (auto it = tags.begin(); it != tags.end(); ++it)
        rows.append({it.key(), it->toString(), false, {}});
    facts->setFacts(rows);
    if (!rows.isEmpty())
        column->addWidget(sectionTitle(tr("Tags"), this));
    column->addWidget(facts);
}

void DocumentPage::addUnknown(QVBoxLayout *column, const models::OpenedDocument &document)
{
    column->addWidget(sectionTitle(tr("This is no document of Batch AI"), this));
    auto *why = new ToneLabel(ToneLabel::Tone::Quiet, {}, this);
    why->setObjectName(u"why"_s);
    why->setContentsMargins(16, 0, 16, 12);
    why->setText(document.text.isEmpty()
                     ? tr("There is no text in it.")
                     : tr("A job has a toolkit and nodeCount, a cluster scaleSettings or nodeSetup, a file server "
                          "dataDisks, a workspace location or tags, an export resources. This text has none of them. "
                          "Faults stand below the text; open it again once they are mended."));
    column->addWidget(why);
}

void DocumentPage::check()
{
    QString words;
    if (m_kind == DocumentKind::Workspace) {
        words = !m_pane->check().isValid() ? tr("The document has faults: mend them first.") : m_fields->fault();
        if (words.isEmpty() && m_store.contains(m_fields->id()))
            words = tr("There is one of this name.");
    }
    const bool canGo = m_kind == DocumentKind::Export || (m_fields && m_fields->id().isValid());
    m_go->setEnabled(canGo && words.isEmpty() && !m_isUnderWay);
    m_go->setToolTip(words);
    m_verdict->setText(m_isUnderWay ? tr("Importing…") : words);
    emit draftChanged();
}

void DocumentPage::go()
{
    m_banner->dismiss();
    m_isUnderWay = true;
    check();
    m_kind == DocumentKind::Export ? importAll() : makeWorkspace();
}

void DocumentPage::importAll()
{
    engine::whenFinished(m_client.documents.importText(m_pane->text(), m_place), this, [this](const auto &answer) {
        m_isUnderWay = false;
        check();
        if (!answer) {
            m_pane->showFaults(answer.error().details);
            return m_banner->showError(answer.error());
        }
        const QLocale locale;
        m_banner->showNotice(
            Mark::Succeeded,
            answer->created.isEmpty() ? tr("Nothing was made: all of it was here already.")
                : answer->existing.isEmpty()
                ? tr("%1 made.").arg(locale.toString(answer->created.size()))
                : tr("%1 made, %2 were here already.")
                      .arg(locale.toString(answer->created.size()), locale.toString(answer->existing.size())));
        m_pane->showFaults({});
        m_opened = fields();
        emit draftChanged();
        if (const auto first = engine::ResourceId::parse(answer->created.value(0)))
            emit openRequested(*first);
    });
}

void DocumentPage::makeWorkspace()
{
    const auto finish = [this](const engine::Result<QJsonObject> &made) {
        m_isUnderWay = false;
        check();
        if (!made)
            return m_banner->showError(made.error());
        m_opened = fields();
        emit draftChanged();
        emit openRequested(engine::ResourceSnapshot::fromDocument(*made).id);
    };
    m_fields->makeParents([this, finish](const engine::Result<void> &parents) {
        if (!parents)
            return finish(parents.error());
        engine::whenFinished(m_client.resources.create(m_fields->id(), m_pane->check().document), this, finish);
    });
}

} // namespace ui
