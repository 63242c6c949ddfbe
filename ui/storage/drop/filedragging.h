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

/// Drags what is selected in a table out of it. Other programs can only take files that are on this computer.
class FileDragging final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileDragging)

public:
    FileDragging(engine::EngineClient &client, FileTable &table, QWidget *parent);
    ~FileDragging() override;

    [[nodiscard]] QWidget *bar() const; ///< of what is fetched to be dragged; whoever lays it out shows it
    void carry(const QList<engine::Location> &files); ///< of a machine: fetches them, to be dragged from the bar

private:
    void begin();
    void drag(const QList<engine::Location> &files);

    engine::EngineClient &m_client;
    FileTable &m_table;
    CarryBar *m_bar;
    std::unique_ptr<QuickFetch> m_quick; // of what was dragged last
};

} // namespace ui
