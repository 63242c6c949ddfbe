// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"

class QWidget;

namespace models {
class ResourceStore;
}

namespace ui {

class Page;

struct PageContext
{
    engine::EngineClient &client;
    const models::ResourceStore &store;
};

/// The page for \a id; Home for an invalid one.
[[nodiscard]] Page *createPage(const PageContext &context, const engine::ResourceId &id, QWidget *parent);
[[nodiscard]] Page *createSubmitPage(const PageContext &context, const engine::ResourceId &experiment,
                                     const engine::ResourceId &likeJob, QWidget *parent);

} // namespace ui
