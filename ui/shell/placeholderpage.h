// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/widgets/page.h"

namespace ui {

/// Stands for a page that has nothing to show: one line what, one line why.
class PlaceholderPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlaceholderPage)

public:
    PlaceholderPage(const engine::ResourceId &id, const QString &what, const QString &why, QWidget *parent);

    [[nodiscard]] engine::ResourceId resource() const override { return m_id; }

private:
    engine::ResourceId m_id;
};

} // namespace ui
