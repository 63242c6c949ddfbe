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

/// What stands in the middle of the window for one resource. The window owns it and shows the breadcrumb.
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
    virtual void showJobs(models::JobGroup group) { Q_UNUSED(group); } ///< lists those of what it shows
    [[nodiscard]] virtual QString currentTab() const { return m_tabs ? m_tabs->currentTab() : QString(); }
    /// It was opened to be typed into, or what had the focus is gone.
    virtual void takeFocus() { setFocus(Qt::OtherFocusReason); }
    virtual void volumesChanged() { } ///< what is mapped, and so what a plan says
    enum class Step { Back, Forward, Up };
    /// Steps inside of the page, which are taken before the window goes to another.
    [[nodiscard]] virtual bool canStep(Step step) const
    {
        Q_UNUSED(step);
        return false;
    }
    virtual void step(Step step) { Q_UNUSED(step); }
    virtual bool reload() { return false; } ///< F5; false: all that it shows is the engine's to send
    [[nodiscard]] virtual QList<QAction *> commands() const { return {}; } ///< for the palette
    /// --grab: nothing says loading, and charts have two samples.
    [[nodiscard]] virtual bool isSettled() const { return true; }

signals:
    void openRequested(const engine::ResourceId &id);
    void jobsRequested(const engine::ResourceId &scope, models::JobGroup group); ///< the list of them
    /// The user wants a new job like \a template_ (invalid: an empty one) in \a experiment.
    void submitRequested(const engine::ResourceId &experiment, const engine::ResourceId &likeJob);
    void connectRequested(); ///< the page that connects a machine
    void clusterRequested(const QList<engine::ResourceId> &machines); ///< a new cluster of these
    void openFileRequested(); ///< a document, from a file
    void mapVolumeRequested(const QString &source); ///< where a volume lives now; \a source may be empty
    void jobRequested(const engine::Location &input); ///< a new one that reads this
    void filesRequested(const engine::Location &folder); ///< the files there; without a path, where they begin
    /// One sentence in passing, with at most one action that takes back what it tells.
    void told(const QString &sentence, const QString &actionText, const std::function<void()> &act);
    void stepsChanged(); ///< what canStep() says
    void removeRequested(); ///< what the page shows is to go; the window asks first

protected:
    void setTabs(PageHeader *tabs) { m_tabs = tabs; } ///< where showTab() finds them

private:
    PageHeader *m_tabs = nullptr;
};

} // namespace ui
