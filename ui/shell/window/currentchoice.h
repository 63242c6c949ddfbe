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

/// What commands act on: what is selected in the list that had the focus last, else what the page shows.
class CurrentChoice final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CurrentChoice)

public:
    /// All must outlive this. \a tree names its own resource.
    CurrentChoice(const models::ResourceStore &store, const models::JobStops &stops, const PageStack &pages,
                  const QWidget &tree);

    [[nodiscard]] QList<engine::ResourceId> resources() const;
    [[nodiscard]] QList<engine::ResourceId> liveJobs() const; ///< of these, what can be stopped
    [[nodiscard]] bool isNoResource() const; ///< something is selected that is none, as a file is
    /// The cluster whose page is shown; on the page of a machine, the first cluster that has this machine.
    [[nodiscard]] engine::ResourceId cluster() const;
    /// The experiment that the page is in, else the only experiment of the page's workspace.
    [[nodiscard]] engine::ResourceId experiment() const;

signals:
    void changed(); ///< what is selected, or which list had the focus last

private:
    const models::ResourceStore &m_store;
    const models::JobStops &m_stops;
    const PageStack &m_pages;
    FocusedSelection m_selection;
};

} // namespace ui
