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

/// Shows the folders of one place of a volume, of which one is chosen: those of a machine or of a file server. Where
/// each node has the folder, those of this computer stand for them.
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
    void chosen(const QString &folder); ///< as a mapping names it
    void canceled();
    void machineRequested(const engine::ResourceId &id); ///< it asks something, which its page answers

private:
    [[nodiscard]] FilePane *newPane();
    void choose();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    models::PlacesModel m_places;
    StorageMachines m_machines;
    ToneLabel *m_question;
    QPushButton *m_use; // the folder that the pane shows
    QVBoxLayout *m_room; // of the pane
    FilePane *m_pane = nullptr; // while it is open
    QString m_root; // folder of the file server that is shown, with a slash; empty: none
};

} // namespace ui
