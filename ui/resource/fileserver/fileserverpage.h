// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/page/page.h"

class QAbstractButton;

namespace models {
class ResourceStore;
}

namespace ui {

class Banner;
class DocumentView;
class FactList;

/// The page of a file server: its machine and folder, and its document.
class FileServerPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileServerPage)

public:
    FileServerPage(const models::ResourceStore &store, const engine::ResourceId &id, QWidget *parent = nullptr);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }

private:
    void refresh();

    const models::ResourceStore &m_store;
    engine::ResourceId m_id;
    engine::Location m_folder; // folder of its files
    PageHeader *m_header;
    QAbstractButton *m_files;
    Banner *m_banner;
    FactList *m_facts;
    DocumentView *m_document;
};

} // namespace ui
