// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QObject>

#include <memory>

class QWidget;

namespace engine {
class EngineClient;
}

namespace ui {

class CarryBar;
class FileTable;
class QuickFetch;

/// Drags the selection of a file table. Other programs can take only files of this computer.
class FileDragging final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileDragging)

public:
    FileDragging(engine::EngineClient &client, FileTable &table, QWidget *parent);
    ~FileDragging() override;

    [[nodiscard]] QWidget *bar() const; ///< of files fetched for a drag; to be put in a layout by the caller
    void carry(const QList<engine::Location> &files); ///< fetches files of a machine, to be dragged from the bar

private:
    void begin();
    void drag(const QList<engine::Location> &files);

    engine::EngineClient &m_client;
    FileTable &m_table;
    CarryBar *m_bar;
    std::unique_ptr<QuickFetch> m_quick; // of the last drag
};

} // namespace ui
