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

/// Saves the fields of the shown form as a draft until it is sent, and restores them when the form is opened again. For
/// a form without a draft, a bar offers the latest draft of its kind.
class FormDrafts final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormDrafts)

public:
    /// \a file: of the profile's drafts. \a bar offers drafts and must outlive this.
    FormDrafts(const QString &file, const models::ResourceStore &store, Banner &bar, QObject *parent);

    /// \a page is shown from now on; it may be no form. \a title: of its draft.
    void follow(Page *page, const Place &place, const QString &title);
    void keep(); ///< saves the current fields
    void offerLatest(); ///< of any kind, unless the bar already offers one

signals:
    void openRequested(const Place &place); ///< open the form of a draft
    void anewRequested(); ///< open the shown form again, without its draft

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
    std::function<void()> m_act; // action of the bar
};

} // namespace ui
