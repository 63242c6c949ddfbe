// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QLineEdit>

class QStringListModel;

namespace models {
class PlacesModel;
}

namespace ui {

/// A path as it is typed: "/data", "~/x" and "sub" of the same place, and "gpu-a:/data". Offers the folders of the
/// folder that is typed so far; Tab takes the first that fits, as in a shell.
class PathInput final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PathInput)

public:
    PathInput(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent = nullptr);

    void begin(const engine::Location &folder); ///< what is typed is relative to \a folder, whose path is selected
    [[nodiscard]] engine::Result<engine::Location> location() const { return locationOf(text()); }

signals:
    void canceled(); ///< Escape
    void abandoned(); ///< the focus went elsewhere

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] engine::Result<engine::Location> locationOf(const QString &typed) const;
    [[nodiscard]] bool complete();
    void offerFolders(const QString &typed);
    void offer(const QString &typedFolder, const QList<engine::StorageEntry> &entries);

    engine::EngineClient &m_client;
    const models::PlacesModel &m_places;
    engine::Location m_folder; // in which the typing began
    QStringListModel *m_folders;
    QString m_offered; // the folder whose folders are offered
    QFuture<engine::Result<void>> m_listed;
    quint64 m_request = 0; // the answer to an earlier one is not taken
};

} // namespace ui
