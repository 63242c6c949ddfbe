// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "models/storage/placesmodel.h"
#include "ui/storage/storagemachines.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace models {
class ResourceStore;
}

namespace ui {

class FilePane;
class ToneLabel;

/// Chooses the folder of a volume on a machine or file server. For a path on each node, shows the folders of this
/// computer instead.
class FolderPicker final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FolderPicker)

public:
    FolderPicker(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent);

    /// Opens \a folder of \a place, both named as in a mapping. Other places cannot be reached.
    void browse(const QString &place, const QString &folder);
    void leave(); ///< closes the folder
    [[nodiscard]] bool isOpen() const { return m_pane; }
    void takeFocus();

signals:
    void chosen(const QString &folder); ///< as in a mapping
    void canceled();
    void machineRequested(const engine::ResourceId &id); ///< show the page of a machine that has a question

private:
    [[nodiscard]] FilePane *newPane();
    void choose();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    models::PlacesModel m_places;
    StorageMachines m_machines;
    ToneLabel *m_question;
    QPushButton *m_use; // chooses the shown folder
    QVBoxLayout *m_room; // contains the pane
    FilePane *m_pane = nullptr; // null: closed
    QString m_root; // folder of the shown file server with a trailing slash; empty: none
};

} // namespace ui
