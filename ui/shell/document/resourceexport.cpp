// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/document/resourceexport.h"

#include "models/deletion.h"
#include "ui/shell/document/documentfiles.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;

ResourceExport::ResourceExport(engine::EngineClient &client, const Notices &notices, QSettings &settings,
                               QWidget &window)
    : QObject(&window), m_client(client), m_notices(notices), m_settings(settings), m_window(window)
{
}

void ResourceExport::ask(const QList<ResourceId> &ids)
{
    const QString what = models::resourcesText(ids);
    const QDir folder(m_settings.value(u"documents"_s, QDir::homePath()).toString());
    auto *dialog = new QFileDialog(&m_window, tr("Export %1").arg(what), folder.filePath(what + u".json"_s),
                                   tr("Documents (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this, ids](const QString &path) { write(ids, path); });
    dialog->open();
}

void ResourceExport::write(const QList<ResourceId> &ids, const QString &path)
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

} // namespace ui
