// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>
#include <QPointer>

class QStackedWidget;
class QVBoxLayout;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class FolderPicker;
class VolumeRow;

/// Editor of the volume map, below the page: a row for each share, container or file server of documents, and an empty
/// row. Folders are typed or chosen with FolderPicker.
class VolumePanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumePanel)

public:
    VolumePanel(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent = nullptr);

    void mapSource(const QString &source); ///< focuses its row, else the empty row with \a source filled in
    [[nodiscard]] bool isSettled() const { return !m_isLoading; }

signals:
    void changed(); ///< a mapping was added, changed or removed
    void machineRequested(const engine::ResourceId &id); ///< show the page of a machine that has a question
    void closed(); ///< after all calls were answered

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QWidget *newList();
    [[nodiscard]] VolumeRow *newRowOf(const engine::MappedVolume &mapping);
    void fetch();
    void take(const QList<engine::MappedVolume> &volumes);
    void takePlaces();
    void map(VolumeRow *row);
    void unmap(VolumeRow *row);
    void leave();
    void takeSaved();
    void takeRefusal(const engine::Error &error);
    void browse(VolumeRow *row);
    void useFolder(const QString &folder);
    void leavePicker();

    engine::EngineClient &m_client;
    const models::ResourceStore &m_store;
    QStackedWidget *m_stack;
    QVBoxLayout *m_column; // contains the rows
    QList<VolumeRow *> m_rows; // the last is the empty one
    QStringList m_names; // places offered by rows
    Banner *m_banner;
    FolderPicker *m_picker;
    QPointer<VolumeRow> m_browsed; // row whose folder is being chosen
    QString m_wanted; // of mapSource() before the list was loaded
    int m_saving = 0; // number of calls without an answer
    bool m_isLeaving = false; // closed() follows the last answer
    bool m_isLoading = true;
};

} // namespace ui
