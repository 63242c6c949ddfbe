// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/log/logsettings.h"

#include <QObject>

#include <optional>

namespace ui {

/// How the lines of a log are shown: zoom, wrapping, arrival times, highlights. GUI thread.
class LogLook final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogLook)

public:
    struct Rule
    {
        engine::LogPattern pattern;
        int colour = 0;
    };

    LogLook() = default;

    void setZoom(double zoom); ///< 1: the usual size
    [[nodiscard]] double zoom() const { return m_zoom; }
    void setWrapping(bool isWrapping);
    [[nodiscard]] bool isWrapping() const { return m_isWrapping; }
    void setArrivalsShown(bool areShown); ///< shows before each line when it arrived on this computer, if known
    [[nodiscard]] bool areArrivalsShown() const { return m_areArrivalsShown; }
    void setRules(const QList<HighlightRule> &rules); ///< invalid ones are left out
    [[nodiscard]] const QList<Rule> &rules() const { return m_rules; }
    void setPattern(const std::optional<engine::LogPattern> &pattern); ///< of the search
    [[nodiscard]] const std::optional<engine::LogPattern> &pattern() const { return m_pattern; }

signals:
    void zoomChanged();
    void roomChanged(); ///< wrapping or the left edge of the text changed
    void highlightsChanged();
    void patternChanged(); ///< before highlightsChanged()

private:
    double m_zoom = 1;
    bool m_isWrapping = false;
    bool m_areArrivalsShown = false;
    QList<Rule> m_rules;
    std::optional<engine::LogPattern> m_pattern;
};

} // namespace ui
