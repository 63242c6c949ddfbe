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

/// Opens documents in the form of their kind, for the current or a given place.
class DocumentOpener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DocumentOpener)

public:
    DocumentOpener(const models::ResourceStore &store, const CurrentChoice &choice, PageStack &pages,
                   QSettings &settings, QWidget &window);

    void ask(); ///< shows a file dialog
    void open(const QString &path); ///< in the current place
    /// Opens \a document for \a place or \a cluster; in the current place if neither is valid.
    void show(const models::OpenedDocument &document, const engine::ResourceId &place,
              const engine::ResourceId &cluster);
    /// The verdict on a document of \a kind in the current place.
    [[nodiscard]] models::DropVerdict verdictHere(models::DocumentKind kind) const;

private:
    [[nodiscard]] engine::ResourceId placeHere(models::DocumentKind kind) const;
    /// The current page if it plans a job for a new cluster, else null.
    [[nodiscard]] NewClusterPage *planningPage() const;

    const models::ResourceStore &m_store;
    const CurrentChoice &m_choice;
    PageStack &m_pages;
    QSettings &m_settings;
    QWidget &m_window;
};

} // namespace ui
