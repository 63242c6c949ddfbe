// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/storage/storage.h"

#include <optional>

class QSettings;

namespace ui {

struct Place;

/// The initial place of the window: of the command line, else that of the profile's last window. Value.
class StartPlace
{
public:
    /// \a text: an id or its short form, of --open. \a tab: of --page. Both may be empty.
    void ask(const QString &text, const QString &tab);
    [[nodiscard]] bool isAsked() const { return !m_askedText.isEmpty() || !m_askedTab.isEmpty(); }
    [[nodiscard]] const QString &askedText() const { return m_askedText; }
    [[nodiscard]] const QString &askedTab() const { return m_askedTab; }

    static void save(QSettings &settings, const Place &place, const QString &tab);
    void restore(const QSettings &settings);
    void forgetResource() { m_resource.clear(); }
    [[nodiscard]] std::optional<engine::ResourceId> resource() const; ///< of the last window's page
    [[nodiscard]] const QString &tab() const { return m_tab; } ///< of that page
    [[nodiscard]] std::optional<engine::Location> folder() const; ///< of the last window

private:
    QString m_askedText;
    QString m_askedTab;
    QString m_resource;
    QString m_tab;
    QString m_folder;
};

} // namespace ui
