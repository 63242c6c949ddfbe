// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/text/loglook.h"

#include <algorithm>

namespace ui {

void LogLook::setZoom(double zoom)
{
    m_zoom = std::clamp(zoom, LogSettings::smallestZoom, LogSettings::largestZoom);
    emit zoomChanged();
}

void LogLook::setWrapping(bool isWrapping)
{
    m_isWrapping = isWrapping;
    emit roomChanged();
}

void LogLook::setArrivalsShown(bool areShown)
{
    m_areArrivalsShown = areShown;
    emit roomChanged();
}

void LogLook::setRules(const QList<HighlightRule> &rules)
{
    m_rules.clear();
    for (const HighlightRule &rule : rules) {
        if (auto pattern = engine::LogPattern::compile(rule.query); pattern && !rule.query.text.isEmpty())
            m_rules.append({*pattern, rule.colour});
    }
    emit highlightsChanged();
}

void LogLook::setPattern(const std::optional<engine::LogPattern> &pattern)
{
    m_pattern = pattern;
    emit patternChanged();
    emit highlightsChanged();
}

} // namespace ui
