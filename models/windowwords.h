// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QTranslator>

namespace models {

/// Replaces engine messages whose remedy is a command or option of batchctl by messages about the window's controls.
/// Installed as a translator in the window's program.
class WindowWords final : public QTranslator
{
public:
    using QTranslator::QTranslator;

    [[nodiscard]] bool isEmpty() const override { return false; }
    /// Null for messages without a replacement.
    [[nodiscard]] QString translate(const char *context, const char *source, const char *disambiguation,
                                    int n) const override;
    [[nodiscard]] static QStringList sources(); ///< sources with a replacement
};

} // namespace models
