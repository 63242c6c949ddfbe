// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"
#include "ui/theme/theme.h"

#include <QStringList>

#include <optional>

/// Command line options of the console.
struct ConsoleOptions
{
    QString profile;
    bool demo = false; ///< run the sample job on this computer
    QString open; ///< an id, or g/w/e/j
    QString page; ///< a tab of that page, or "submit"
    QString grab; ///< path of a picture to write before quitting
    std::optional<ui::LookChoice> look;

    [[nodiscard]] static engine::Result<ConsoleOptions> parse(const QStringList &arguments);
    /// Output of --help or --version; empty when neither is in \a arguments.
    [[nodiscard]] static QString askedText(const QStringList &arguments);
};
