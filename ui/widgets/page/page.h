// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/storage/storage.h"
#include "models/job/jobcounts.h"
#include "ui/widgets/page/pageheader.h"

#include <QWidget>

#include <functional>

class QAction;

namespace ui {

/// A page in the middle of the window, for one resource. Owned by the window, which shows the breadcrumb.
class Page : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Page)

public:
    explicit Page(QWidget *parent = nullptr) : QWidget(parent)
    {
        setAutoFillBackground(true);
        setBackgroundRole(QPalette::Base);
    }

    [[nodiscard]] virtual engine::ResourceId resource() const = 0; ///< invalid for Home
    /// Opens one of the page's tabs by its --page name ("overview", "logs", "gpus"…); unknown names are ignored.
    virtual void showTab(const QString &name)
    {
        if (m_tabs)
            m_tabs->setCurrentTab(name);
    }
    virtual void showJobs(models::JobGroup group) { Q_UNUSED(group); } ///< lists the jobs of \a group
    [[nodiscard]] virtual QString currentTab() const { return m_tabs ? m_tabs->currentTab() : QString(); }
    /// Called after the page was opened for input, or lost its focused widget.
    virtual void takeFocus() { setFocus(Qt::OtherFocusReason); }
    virtual void volumesChanged() { } ///< the volume map changed, which affects plans
    enum class Step { Back, Forward, Up };
    /// Steps within the page, which precede those of the window's history.
    [[nodiscard]] virtual bool canStep(Step step) const
    {
        Q_UNUSED(step);
        return false;
    }
    virtual void step(Step step) { Q_UNUSED(step); }
    virtual bool reload() { return false; } ///< F5; false: nothing to reload, as the engine sends all changes
    [[nodiscard]] virtual QList<QAction *> commands() const { return {}; } ///< for the palette
    /// For --grab: nothing is loading, and charts have two samples.
    [[nodiscard]] virtual bool isSettled() const { return true; }

signals:
    void openRequested(const engine::ResourceId &id);
    void jobsRequested(const engine::ResourceId &scope, models::JobGroup group); ///< list the jobs
    /// Create a job in \a experiment, as a copy of \a likeJob if valid.
    void submitRequested(const engine::ResourceId &experiment, const engine::ResourceId &likeJob);
    void connectRequested(); ///< connect a machine
    void clusterRequested(const QList<engine::ResourceId> &machines); ///< create a cluster of these
    void openFileRequested(); ///< open a document
    void mapVolumeRequested(const QString &source); ///< edit the volume map; \a source may be empty
    void jobRequested(const engine::Location &input); ///< create a job with this input
    void filesRequested(const engine::Location &folder); ///< show files; empty path: the home folder of the place
    /// A notice, with an optional undo action.
    void told(const QString &sentence, const QString &actionText, const std::function<void()> &act);
    void stepsChanged(); ///< the result of canStep()
    void removeRequested(); ///< delete the page's resource; the window asks first

protected:
    void setTabs(PageHeader *tabs) { m_tabs = tabs; } ///< tabs for showTab() and currentTab()

private:
    PageHeader *m_tabs = nullptr;
};

} // namespace ui
