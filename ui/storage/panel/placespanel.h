// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/placesmodel.h"
#include "ui/storage/drop/filedrop.h"

#include <QWidget>

class QListView;

namespace ui {

/// The places at the left of the files, each with a bar of what is used there.
class PlacesPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlacesPanel)

public:
    explicit PlacesPanel(models::PlacesModel &model, QWidget *parent = nullptr);

    /// The place at \a where (of this widget), for FileDrop.
    [[nodiscard]] DropSpot spotAt(const QPoint &where) const;
    void showLocation(const engine::Location &location); ///< lights the place that holds it

signals:
    void openRequested(const engine::Location &location);
    void connectRequested(); ///< a machine that is not there yet

private:
    void light();

    models::PlacesModel &m_model;
    QListView *m_list;
    engine::Location m_location;
};

} // namespace ui
