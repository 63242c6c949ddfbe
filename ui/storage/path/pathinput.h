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

/// Input of a path: "/data", "~/x" and "sub" of the same place, "gpu-a:/data", and "blob://labstore/results". Completes
/// folder names; Tab inserts the first match.
class PathInput final : public QLineEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PathInput)

public:
    PathInput(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent = nullptr);

    /// Starts editing with the path of \a folder selected; relative paths start there.
    void begin(const engine::Location &folder);
    [[nodiscard]] engine::Result<engine::Location> location() const { return locationOf(text()); }

signals:
    void canceled(); ///< Escape
    void abandoned(); ///< lost the focus

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] engine::Result<engine::Location> locationOf(const QString &typed) const;
    [[nodiscard]] bool complete();
    void offerFolders(const QString &typed);
    void offer(const QString &typedFolder, const QList<engine::StorageEntry> &entries);

    engine::EngineClient &m_client;
    const models::PlacesModel &m_places;
    engine::Location m_folder; // base of relative paths
    QStringListModel *m_folders;
    QString m_offered; // the typed folder of the completions
    QFuture<engine::Result<void>> m_listed;
    quint64 m_request = 0; // number of the last request; older answers are dropped
};

} // namespace ui
