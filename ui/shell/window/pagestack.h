// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/shell/pagefactory.h"
#include "ui/widgets/page/page.h"

#include <QStackedWidget>

namespace ui {

/// Shows the page of the current place, with a history of places as in a browser.
class PageStack final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageStack)

public:
    /// Objects in \a context must outlive this.
    explicit PageStack(const PageContext &context);

    [[nodiscard]] const Place &place() const { return m_navigation.current(); }
    [[nodiscard]] Page *page() const; ///< null before the first showPlace()
    void go(const Place &place);
    void open(const engine::ResourceId &id); ///< of a storage account: its containers
    void browse(const engine::Location &folder); ///< shows files; empty path: the home folder of the place
    void showPlace(); ///< creates the page of the current place
    /// Removes deleted resources from the history. False: the current place is unchanged.
    bool forget(const QList<engine::ResourceId> &removed);
    [[nodiscard]] bool canStep(Page::Step step) const; ///< within the page, else in the history
    void step(Page::Step step);

signals:
    void leaving(); ///< the page is about to be replaced
    void made(Page *page); ///< created, not shown yet
    /// The page is shown. \a name: of a place without a resource, else empty.
    void shown(const QString &name);

private:
    [[nodiscard]] static QString nameOf(const Place &place);
    void follow(const engine::Location &folder); // of the page of files
    void takeAccount();

    const PageContext m_context;
    Navigation m_navigation;
};

} // namespace ui
