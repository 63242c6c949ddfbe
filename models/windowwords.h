// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTranslator>

namespace models {

/// The engine's sentences whose remedy is a command or an option of batchctl, with what the window offers in its
/// place. To be installed in the window's program.
class WindowWords final : public QTranslator
{
public:
    using QTranslator::QTranslator;

    [[nodiscard]] bool isEmpty() const override { return false; }
    /// Null for what is worded as it stands.
    [[nodiscard]] QString translate(const char *context, const char *source, const char *disambiguation,
                                    int n) const override;
    [[nodiscard]] static QStringList sources(); ///< those that have other words here
};

} // namespace models
