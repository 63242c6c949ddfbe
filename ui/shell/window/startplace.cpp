// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/startplace.h"

#include "ui/shell/tree/navigation.h"

#include <QSettings>

using namespace Qt::StringLiterals;

namespace ui {

void StartPlace::ask(const QString &text, const QString &tab)
{
    m_askedText = text;
    m_askedTab = tab;
}

void StartPlace::save(QSettings &settings, const Place &place, const QString &tab)
{
    const bool isResource = place.id.isValid() && place.kind != Place::Kind::Storage;
    settings.setValue(u"place"_s, isResource ? place.id.toString() : QString());
    settings.setValue(u"location"_s, place.location.toString());
    settings.setValue(u"tab"_s, tab);
}

void StartPlace::restore(const QSettings &settings)
{
    m_resource = settings.value(u"place"_s).toString();
    m_folder = settings.value(u"location"_s).toString();
    m_tab = settings.value(u"tab"_s).toString();
}

std::optional<engine::ResourceId> StartPlace::resource() const
{
    const auto id = engine::ResourceId::parse(m_resource);
    return id ? std::optional(*id) : std::nullopt;
}

std::optional<engine::Location> StartPlace::folder() const
{
    const auto folder = engine::Location::parse(m_folder);
    return folder ? std::optional(*folder) : std::nullopt;
}

} // namespace ui
