// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/document/documentkind.h"

#include <QObject>

class QSettings;
class QWidget;

namespace models {
class ResourceStore;
}

namespace ui {

class CurrentChoice;
class NewClusterPage;
class PageStack;

/// Opens documents: by what they are, in the page that makes something of them, where the user is or says.
class DocumentOpener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentOpener)

public:
    DocumentOpener(const models::ResourceStore &store, const CurrentChoice &choice, PageStack &pages,
                   QSettings &settings, QWidget &window);

    void ask(); ///< which file
    void open(const QString &path); ///< where the user is
    /// In \a place or on \a cluster; where the user is if neither is valid.
    void show(const models::OpenedDocument &document, const engine::ResourceId &place,
              const engine::ResourceId &cluster);
    /// What becomes of a document of that kind if nobody says where it goes.
    [[nodiscard]] models::DropVerdict verdictHere(models::DocumentKind kind) const;

private:
    [[nodiscard]] engine::ResourceId placeHere(models::DocumentKind kind) const;
    [[nodiscard]] NewClusterPage *planningPage() const; ///< the page that plans a job for a cluster to come, or null

    const models::ResourceStore &m_store;
    const CurrentChoice &m_choice;
    PageStack &m_pages;
    QSettings &m_settings;
    QWidget &m_window;
};

} // namespace ui
