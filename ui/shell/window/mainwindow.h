// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logreaders.h"
#include "models/resourcestore.h"
#include "ui/shell/notice/notices.h"
#include "ui/shell/window/pagestack.h"
#include "ui/shell/window/startplace.h"
#include "ui/theme/theme.h"

#include <QMainWindow>
#include <QSettings>

#include <memory>

namespace models {
class JobStops;
}

namespace ui {

class CurrentChoice;
class DocumentOpener;
class FormDrafts;
class QuitQuestion;
class TreeDock;
class WindowActions;
class WindowCommands;

/// The main window of an engine's client: tree, page, Activity and status line. The layout is saved in the profile.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    /// \a look: of --theme, else the saved choice. \a readers: shared with an engine in this process.
    MainWindow(engine::EngineClient &client, const QString &profileDirectory, std::optional<LookChoice> look = {},
               std::shared_ptr<engine::LogReaders> readers = std::make_shared<engine::LogReaders>());
    ~MainWindow() override;

    void open(const engine::ResourceId &id) { m_pages->open(id); }
    void openDocument(const QString &path); ///< as DocumentOpener::open()
    /// Opens an id or its short form, of --open, once the resources are loaded. \a tab may be empty.
    void openText(const QString &text, const QString &tab);
    void useThisComputer(); ///< --demo
    /// The engine of this process ends with the window: closing asks while jobs are queued or transfers run.
    void askAboutQueue();
    /// As QuitQuestion::leavesEngine().
    [[nodiscard]] bool leavesEngine() const;
    [[nodiscard]] Page *currentPage() const;
    [[nodiscard]] const models::ResourceStore &store() const { return m_store; }
    [[nodiscard]] bool isSettled() const; ///< resources are loaded, and the page is settled

protected:
    bool event(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrangeParts(const QString &draftFile, const std::shared_ptr<engine::LogReaders> &readers);
    void connectActions();
    void connectParts();
    void begin(); ///< once the resources are loaded
    void restoreLayout();
    void saveLayout();

    void showPlaceAround(const QString &name); ///< updates the widgets around the page
    void placeRemoved(const engine::ResourceDelta &delta);
    void updateActions();
    void reload();
    [[nodiscard]] engine::ResourceId currentId() const { return m_pages->place().id; }

    engine::EngineClient &m_client;
    models::ResourceStore m_store;
    QSettings m_settings;
    FormDrafts *m_drafts;
    WindowActions *m_actions;
    TreeDock *m_tree;
    Notices m_notices;
    WindowCommands *m_commands;
    PageStack *m_pages;
    models::JobStops *m_stops;
    QuitQuestion *m_quit;
    DocumentOpener *m_documents;
    std::unique_ptr<CurrentChoice> m_choice; // destroyed before the objects it watches
    QString m_profileId; // empty until the engine answered
    StartPlace m_start;
};

} // namespace ui
