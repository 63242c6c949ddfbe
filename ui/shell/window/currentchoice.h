// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/shell/focusedselection.h"

namespace models {
class JobStops;
class ResourceStore;
} // namespace models

namespace ui {

class PageStack;

/// The resources that commands act on: FocusedSelection, else the page's resource.
class CurrentChoice final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CurrentChoice)

public:
    /// All must outlive this.
    CurrentChoice(const models::ResourceStore &store, const models::JobStops &stops, const PageStack &pages,
                  const QWidget &tree);

    [[nodiscard]] QList<engine::ResourceId> resources() const;
    [[nodiscard]] QList<engine::ResourceId> liveJobs() const; ///< jobs of resources() that can be stopped
    [[nodiscard]] bool isNoResource() const; ///< the selection consists of other things, such as files
    /// The cluster whose page is shown; on the page of a machine, the first cluster that has this machine.
    [[nodiscard]] engine::ResourceId cluster() const;
    /// The experiment that the page is in, else the only experiment of the page's workspace.
    [[nodiscard]] engine::ResourceId experiment() const;

signals:
    void changed(); ///< the selection, or the last focused list
    void menuRequested(const QPoint &globalPosition); ///< the context menu of resources() that are selected in a list
    void listMenuRequested(const QPoint &globalPosition); ///< the context menu of a list without a selection

private:
    const models::ResourceStore &m_store;
    const models::JobStops &m_stops;
    const PageStack &m_pages;
    FocusedSelection m_selection;
};

} // namespace ui
