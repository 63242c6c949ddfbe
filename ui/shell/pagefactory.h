// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/shell/tree/navigation.h"

#include <memory>

class QSettings;
class QWidget;

namespace engine {
class LogReaders;
} // namespace engine

namespace models {
class FileWork;
class ResourceStore;
class TransferList;
} // namespace models

namespace ui {

class Page;

struct PageContext
{
    engine::EngineClient &client;
    const models::ResourceStore &store;
    models::FileWork &work; ///< outlives the pages
    const models::TransferList &transfers;
    QSettings &settings; ///< of pages
    std::shared_ptr<engine::LogReaders> readers; ///< shared by all logs
};

/// Creates the page for \a place; Home for an empty place.
[[nodiscard]] Page *createPage(const PageContext &context, const Place &place, QWidget *parent);

} // namespace ui
