// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "ui/theme/theme.h"

#include <QStringList>

#include <optional>

/// What the command line of the console says.
struct ConsoleOptions
{
    QString profile;
    bool demo = false; ///< run the sample job on this computer
    QString open; ///< an id, or g/w/e/j
    QString page; ///< a tab of that page, or "submit"
    QString grab; ///< write this picture and quit
    std::optional<ui::LookChoice> look;

    [[nodiscard]] static engine::Result<ConsoleOptions> parse(const QStringList &arguments);
    /// What --help or --version print; empty: neither is among \a arguments, whatever else is.
    [[nodiscard]] static QString askedText(const QStringList &arguments);
};
