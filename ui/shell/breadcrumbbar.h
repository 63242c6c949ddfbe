// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace ui {

/// Path of the current place with a button for each parent; at the right back and forward.
class BreadcrumbBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(BreadcrumbBar)

public:
    BreadcrumbBar(QAction *back, QAction *forward, QWidget *parent = nullptr);

    /// Shows the path of \a id; \a last replaces or extends it ("New job"); both empty: Home.
    void setPlace(const engine::ResourceId &id, const QString &last = {});
    [[nodiscard]] QString text() const { return m_text; }

signals:
    void openRequested(const engine::ResourceId &id);

private:
    QHBoxLayout *m_steps;
    QString m_text;
};

} // namespace ui
