// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/shell/pagefactory.h"
#include "ui/widgets/page/page.h"

#include <QStackedWidget>

namespace ui {

/// The page of the place where the user is, and where the user was: back and forward as in a browser.
class PageStack final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageStack)

public:
    /// What \a context refers to must outlive this.
    explicit PageStack(const PageContext &context) : m_context(context) { }

    [[nodiscard]] const Place &place() const { return m_navigation.current(); }
    [[nodiscard]] Page *page() const; ///< null before the first showPlace()
    void go(const Place &place);
    void open(const engine::ResourceId &id) { go({id, Place::Kind::Resource, {}, {}, {}}); }
    void showPlace(); ///< in a new page
    /// What is no longer there is not gone back to. False: the place where the user is stays.
    bool forget(const QList<engine::ResourceId> &removed);
    [[nodiscard]] bool canStep(Page::Step way) const; ///< in the page, else from place to place
    void step(Page::Step way);

signals:
    void leaving(); ///< the page is about to be replaced
    void made(Page *page); ///< that is not shown yet
    /// The page is the current one. \a name: of a place that is no resource, else empty.
    void shown(const QString &name);

private:
    [[nodiscard]] static QString nameOf(const Place &place);

    const PageContext m_context;
    Navigation m_navigation;
};

} // namespace ui
