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

/// Where the shares, containers and file servers of old documents live now, below the page: a row each, and an empty
/// one for the next. A folder is typed, or chosen among those of its machine.
class VolumePanel final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumePanel)

public:
    VolumePanel(engine::EngineClient &client, const models::ResourceStore &store, QWidget *parent = nullptr);

    void mapSource(const QString &source); ///< to be typed on: the source is filled in; empty: nothing
    [[nodiscard]] bool isSettled() const { return !m_isLoading; }

signals:
    void changed(); ///< a mapping was added, changed or removed
    void machineRequested(const engine::ResourceId &id); ///< it asks something, which its page answers
    void closed(); ///< nothing is being saved any more

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
    QVBoxLayout *m_column; // of the rows
    QList<VolumeRow *> m_rows; // the last is empty
    QStringList m_names; // of the places that a row offers
    Banner *m_banner;
    FolderPicker *m_picker;
    QPointer<VolumeRow> m_browsed; // while a folder is chosen for it
    QString m_wanted; // source that was asked for before the list was there
    int m_saving = 0; // calls that are not answered yet
    bool m_isLeaving = false; // once they are
    bool m_isLoading = true;
};

} // namespace ui
