// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/drafts.h"
#include "ui/shell/tree/navigation.h"

#include <QPointer>

#include <functional>

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class FormPage;
class Page;

/// Keeps what is typed into the form that is shown, until it is sent. A form that is opened again gets what was typed
/// into it before. Where it has no draft, a bar offers the latest draft of its kind.
class FormDrafts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormDrafts)

public:
    /// \a file: where the drafts of the profile are kept. \a bar offers them, and must outlive this.
    FormDrafts(const QString &file, const models::ResourceStore &store, Banner &bar, QObject *parent);

    /// From now on \a page is shown, which may be no form. \a title is its draft's.
    void follow(Page *page, const Place &place, const QString &title);
    void keep(); ///< what is typed into the form now
    void offerLatest(); ///< of any kind, unless the bar offers another one

signals:
    void openRequested(const Place &place); ///< the form of a draft
    void anewRequested(); ///< the form that is shown, without its draft

private:
    void offerLatest(const std::function<bool(const models::Draft &)> &fits);
    void offer(const QString &words, const QString &remedy, const std::function<void()> &act);
    void goOnWith(models::Draft draft);

    models::Drafts m_drafts;
    const models::ResourceStore &m_store;
    Banner &m_bar;
    QPointer<FormPage> m_form; // null while another page is shown
    Place m_place; // of the page
    QString m_title;
    std::function<void()> m_act; // what the bar offers
};

} // namespace ui
