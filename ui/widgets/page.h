// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"

#include <QWidget>

namespace ui {

/// What stands in the middle of the window for one resource. The window owns it and shows the breadcrumb.
class Page : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Page)

public:
    using QWidget::QWidget;

    [[nodiscard]] virtual engine::ResourceId resource() const = 0; ///< invalid for Home
    /// Opens one of the page's tabs by its --page name ("overview", "logs", "gpus"…); unknown names are ignored.
    virtual void showTab(const QString &name) { Q_UNUSED(name); }
    [[nodiscard]] virtual QString currentTab() const { return {}; }
    /// The page was opened to be typed into.
    virtual void takeFocus() { }
    virtual void volumesChanged() { } ///< what is mapped, and so what a plan says
    /// --grab: nothing says loading, and charts have two samples.
    [[nodiscard]] virtual bool isSettled() const { return true; }

signals:
    void openRequested(const engine::ResourceId &id);
    /// The user wants a new job like \a template_ (invalid: an empty one) in \a experiment.
    void submitRequested(const engine::ResourceId &experiment, const engine::ResourceId &likeJob);
    void connectRequested(); ///< the page that connects a machine
    void clusterRequested(const QList<engine::ResourceId> &machines); ///< a new cluster of these
    void openFileRequested(); ///< a document, from a file
    void mapVolumeRequested(const QString &source); ///< where a volume lives now; \a source may be empty
    void removeRequested(); ///< what the page shows is to go; the window asks first
};

} // namespace ui
