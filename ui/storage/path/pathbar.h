// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace models {
class PlacesModel;
}

namespace ui {

class PathInput;

/// The path of a pane: place and a button for each folder; a click or Ctrl+L edits the path as text.
class PathBar final : public QFrame
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PathBar)

public:
    PathBar(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent = nullptr);

    void setLocation(const engine::Location &location);
    /// Shows paths from \a root on, named \a name; other paths cannot be typed.
    void setRoot(const engine::Location &root, const QString &name);
    void edit();
    [[nodiscard]] bool isEditing() const;
    [[nodiscard]] QSize sizeHint() const override { return {300, height()}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {150, height()}; }

signals:
    void openRequested(const engine::Location &location); ///< of a button or a place
    void typed(const engine::Location &location); ///< may be a file or not exist
    void refused(const engine::Error &error); ///< the typed text is not a path
    void left(); ///< editing ended; the list should get the focus

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void showPlaces();
    void commit();
    void leave();
    void showSteps();

    const models::PlacesModel &m_places;
    engine::Location m_location;
    engine::Location m_root; // empty path: none
    QString m_rootName;
    QToolButton *m_place;
    QStackedWidget *m_stack;
    QWidget *m_crumbs;
    QHBoxLayout *m_steps;
    QLabel *m_hint;
    PathInput *m_input;
    int m_builtFor = -1; // width in pixels at the last build()
};

} // namespace ui
