// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "models/deletion.h"
#include "ui/machine/newclusterpage.h"
#include "ui/shell/document/documentfiles.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/submit/submitpage.h"
#include "ui/volume/volumepanel.h"

#include <QDir>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

/// What the window does with documents: opens, takes out, and says where their volumes are.
namespace ui {

using engine::ResourceId;
using engine::ResourceKind;
using models::DocumentKind;

void MainWindow::askForDocument()
{
    auto *dialog =
        new QFileDialog(this, tr("Open document"), m_settings.value(u"documents"_s, QDir::homePath()).toString(),
                        tr("Documents (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_settings.setValue(u"documents"_s, QFileInfo(path).absolutePath());
        openDocument(path);
    });
    dialog->open();
}

void MainWindow::openDocument(const QString &path)
{
    engine::whenFinished(readDocument(path), this, [this](const models::OpenedDocument &document) {
        const models::DropVerdict verdict = verdictHere(document.kind);
        showDocument(document, verdict.place, verdict.cluster);
    });
}

// What a document of this kind would go into if nobody said: it lies on the way up from where the user is.
ResourceId MainWindow::placeHere(DocumentKind kind) const
{
    const ResourceId here = currentId();
    switch (kind) {
    case DocumentKind::Job:
        return experimentHere().isValid() ? experimentHere() : clusterHere();
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

NewClusterPage *MainWindow::planningPage() const
{
    auto *page = qobject_cast<NewClusterPage *>(currentPage());
    return page && page->plansJobs() ? page : nullptr;
}

models::DropVerdict MainWindow::verdictHere(DocumentKind kind) const
{
    if (kind == DocumentKind::Job && planningPage())
        return {true, {}, {}, tr("Drop to see what it would run on this cluster")};
    return models::judgeDrop(kind, placeHere(kind));
}

void MainWindow::showDocument(const models::OpenedDocument &document, const ResourceId &place,
                              const ResourceId &cluster)
{
    switch (document.kind) {
    case DocumentKind::Job: {
        if (auto *planning = planningPage(); planning && !place.isValid() && !cluster.isValid())
            return planning->planJob(document);
        auto *page = qobject_cast<SubmitPage *>(currentPage());
        if (page && (place == page->resource() || !place.isValid()) && !cluster.isValid()) {
            if (page->draft().isEmpty())
                return page->openDocument(document);
            Place anew = m_pages->place();
            anew.likeJob = {};
            anew.document = document;
            return go(anew); // what was typed stays as a draft, which is offered there
        }
        // On a cluster: an experiment of its workspace, the usual one where there are several.
        const auto all = m_store.all(ResourceKind::Experiment, cluster.parent());
        const ResourceId beside =
            all.size() == 1 ? all.constFirst().id : cluster.parent().child(ResourceKind::Experiment, u"default"_s);
        const ResourceId experiment = place.isValid() ? place : cluster.isValid() ? beside : ResourceId();
        go({experiment, Place::Kind::Submit, {}, {}, cluster, document});
        return;
    }
    case DocumentKind::Cluster:
        go({place, Place::Kind::NewCluster, {}, {}, {}, document});
        break;
    case DocumentKind::FileServer:
        go({place, Place::Kind::NewFileServer, {}, {}, {}, document});
        break;
    case DocumentKind::Workspace:
    case DocumentKind::Export:
    case DocumentKind::Unknown:
        go({place, Place::Kind::Document, {}, {}, {}, document});
        break;
    }
    currentPage()->takeFocus();
}

void MainWindow::newFileServer()
{
    go({currentId().ancestor(ResourceKind::Workspace), Place::Kind::NewFileServer, {}, {}, {}});
    currentPage()->takeFocus();
}

void MainWindow::exportChosen()
{
    const QList<ResourceId> ids = chosen();
    const QString what = models::resourcesText(ids);
    const QDir folder(m_settings.value(u"documents"_s, QDir::homePath()).toString());
    auto *dialog = new QFileDialog(this, tr("Export %1").arg(what), folder.filePath(what + u".json"_s),
                                   tr("Documents (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, ids](const QString &path) { writeExport(ids, path); });
    dialog->open();
}

void MainWindow::writeExport(const QList<ResourceId> &ids, const QString &path)
{
    const QString words = tr("Exporting %1").arg(models::resourcesText(ids));
    m_notices.follow(m_client.documents.exportResources(ids), words, this, [this, path](const auto &documents) {
        const QJsonArray resources = documents->resources;
        const QByteArray text = QJsonDocument(QJsonObject{{u"resources"_s, resources}}).toJson();
        m_notices.follow(
            writeFile(path, text), tr("Writing %1").arg(QFileInfo(path).fileName()), this,
            [this, path, count = resources.size()](const auto &) {
                m_notices.toast->say(
                    count == 1
                        ? tr("Wrote 1 document to %1.").arg(QFileInfo(path).fileName())
                        : tr("Wrote %1 documents to %2.").arg(QLocale().toString(count), QFileInfo(path).fileName()));
            });
    });
}

void MainWindow::mapVolumes()
{
    const ResourceId id = currentId();
    const bool isServer = id.isValid() && id.kind() == ResourceKind::FileServer;
    mapVolume(isServer ? id.toString() : QString());
}

void MainWindow::mapVolume(const QString &source)
{
    if (!m_volumes) {
        m_volumes = new VolumePanel(m_client, m_store, this);
        centralWidget()->layout()->addWidget(m_volumes);
        m_volumes->show(); // now, so that it can take the focus
        connect(m_volumes, &VolumePanel::changed, this, [this] { currentPage()->volumesChanged(); });
        connect(m_volumes, &VolumePanel::machineRequested, this, &MainWindow::open);
        connect(m_volumes, &VolumePanel::closed, this, [this] {
            currentPage()->takeFocus();
            m_volumes->deleteLater();
        });
    }
    m_volumes->mapSource(source);
}

} // namespace ui
