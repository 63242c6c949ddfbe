// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/document/documentopener.h"

#include "engine/base/whenfinished.h"
#include "models/resourcestore.h"
#include "ui/machine/newclusterpage.h"
#include "ui/shell/document/documentfiles.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/pagestack.h"
#include "ui/submit/submitpage.h"

#include <QDir>
#include <QFileDialog>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;
using models::DocumentKind;

DocumentOpener::DocumentOpener(const models::ResourceStore &store, const CurrentChoice &choice, PageStack &pages,
                               QSettings &settings, QWidget &window)
    : QObject(&window), m_store(store), m_choice(choice), m_pages(pages), m_settings(settings), m_window(window)
{
}

void DocumentOpener::ask()
{
    auto *dialog =
        new QFileDialog(&m_window, tr("Open document"), m_settings.value(u"documents"_s, QDir::homePath()).toString(),
                        tr("Documents (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_settings.setValue(u"documents"_s, QFileInfo(path).absolutePath());
        open(path);
    });
    dialog->open();
}

void DocumentOpener::open(const QString &path)
{
    engine::whenFinished(readDocument(path), this, [this](const models::OpenedDocument &document) {
        const models::DropVerdict verdict = verdictHere(document.kind);
        show(document, verdict.place, verdict.cluster);
    });
}

// The default parent of a document of this kind: the current place or one of its parents.
ResourceId DocumentOpener::placeHere(DocumentKind kind) const
{
    const ResourceId here = m_pages.place().id;
    switch (kind) {
    case DocumentKind::Job:
        return m_choice.experiment().isValid() ? m_choice.experiment() : m_choice.cluster();
    case DocumentKind::Cluster:
    case DocumentKind::FileServer:
        return here.ancestor(ResourceKind::Workspace);
    case DocumentKind::Workspace:
        return here.ancestor(ResourceKind::Group);
    case DocumentKind::Export:
    case DocumentKind::Unknown:
        break;
    }
    return {};
}

NewClusterPage *DocumentOpener::planningPage() const
{
    auto *page = qobject_cast<NewClusterPage *>(m_pages.page());
    return page && page->plansJobs() ? page : nullptr;
}

models::DropVerdict DocumentOpener::verdictHere(DocumentKind kind) const
{
    if (kind == DocumentKind::Job && planningPage())
        return {true, {}, {}, tr("Drop to see what it would run on this cluster")};
    return models::judgeDrop(kind, placeHere(kind));
}

void DocumentOpener::show(const models::OpenedDocument &document, const ResourceId &place, const ResourceId &cluster)
{
    switch (document.kind) {
    case DocumentKind::Job: {
        if (auto *planning = planningPage(); planning && !place.isValid() && !cluster.isValid())
            return planning->planJob(document);
        auto *page = qobject_cast<SubmitPage *>(m_pages.page());
        if (page && (place == page->resource() || !place.isValid()) && !cluster.isValid()) {
            if (page->draft().isEmpty())
                return page->openDocument(document);
            Place anew = m_pages.place();
            anew.likeJob = {};
            anew.document = document;
            return m_pages.go(anew); // the typed fields become a draft, which the new form offers
        }
        // For a cluster: the only experiment of its workspace, else the default one.
        const auto all = m_store.all(ResourceKind::Experiment, cluster.parent());
        const ResourceId beside =
            all.size() == 1 ? all.constFirst().id : cluster.parent().child(ResourceKind::Experiment, u"default"_s);
        const ResourceId experiment = place.isValid() ? place : cluster.isValid() ? beside : ResourceId();
        m_pages.go({experiment, Place::Kind::Submit, {}, {}, cluster, document});
        return;
    }
    case DocumentKind::Cluster:
        m_pages.go({place, Place::Kind::NewCluster, {}, {}, {}, document});
        break;
    case DocumentKind::FileServer:
        m_pages.go({place, Place::Kind::NewFileServer, {}, {}, {}, document});
        break;
    case DocumentKind::Workspace:
    case DocumentKind::Export:
    case DocumentKind::Unknown:
        m_pages.go({place, Place::Kind::Document, {}, {}, {}, document});
        break;
    }
    m_pages.page()->takeFocus();
}

} // namespace ui
