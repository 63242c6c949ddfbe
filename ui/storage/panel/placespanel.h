// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/placesmodel.h"
#include "ui/storage/drop/filedrop.h"

#include <QWidget>

class QListView;

namespace ui {

/// The list of places, each with a bar of used disk space.
class PlacesPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlacesPanel)

public:
    explicit PlacesPanel(models::PlacesModel &model, QWidget *parent = nullptr);

    /// The drop target at \a where (in this widget).
    [[nodiscard]] DropSpot spotAt(const QPoint &where) const;
    void showLocation(const engine::Location &location); ///< highlights the place of \a location

signals:
    void openRequested(const engine::Location &location);
    void connectRequested(); ///< connect a new machine
    void accountRequested(); ///< add a storage account

private:
    void light();

    models::PlacesModel &m_model;
    QListView *m_list;
    engine::Location m_location;
};

} // namespace ui
