// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QList>

namespace ui {

/// History of opened folders, each with its current entry. Value.
class FolderHistory
{
public:
    struct Visit
    {
        engine::Location folder;
        QString current; ///< name of the current entry; may be empty
    };

    [[nodiscard]] bool isEmpty() const { return m_at < 0; }
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_visits.size(); }
    [[nodiscard]] const Visit &current() const { return m_visits[m_at]; }

    void clear();
    /// Discards the forward history. \a left: current entry of the folder that is left.
    void open(const engine::Location &folder, const QString &left);
    void goBack(const QString &left) { go(-1, left); } ///< no effect at the beginning
    void goForward(const QString &left) { go(1, left); }

private:
    void go(int direction, const QString &left);

    QList<Visit> m_visits;
    qsizetype m_at = -1;
};

} // namespace ui
