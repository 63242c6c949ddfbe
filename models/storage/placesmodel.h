// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QAbstractListModel>
#include <QHash>

namespace models {

/// Places of files below headings: file servers, machines, storage accounts, this computer; with free space when known.
class PlacesModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlacesModel)

public:
    enum Role {
        IconRole = Qt::UserRole, ///< name of a bundled icon; empty for a heading
        DetailRole, ///< "3.8 of 9.6 TB free", "offline"
        UsedRole, ///< 0 to 1; invalid when unknown
        LocationRole, ///< engine::Location
        OnlineRole
    };

    explicit PlacesModel(engine::EngineClient &client, QObject *parent = nullptr);

    void refresh();
    /// Row of the innermost root that contains \a location; -1 when there is none.
    [[nodiscard]] int rowOf(const engine::Location &location) const;
    /// Free space of the place that contains \a location; empty when unknown.
    [[nodiscard]] QString freeText(const engine::Location &location) const;
    [[nodiscard]] bool knows(const QString &place) const; ///< true for this computer
    [[nodiscard]] QString homeOf(const QString &place) const; ///< path where browsing starts; "/" when unknown

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void failed(const engine::Error &error);
    void refreshed(); ///< places, or free space, have changed

private:
    struct Row
    {
        QString title;
        QString iconName; // empty for a heading
        engine::Location root;
        bool isOnline = true;
    };

    void receive(const QList<engine::StoragePlace> &places);
    void askSpace(const engine::Location &root);
    [[nodiscard]] QString detailOf(const Row &row) const;

    engine::EngineClient &m_client;
    QList<Row> m_rows;
    QHash<QString, engine::SpaceInfo> m_space; // by root
};

} // namespace models
