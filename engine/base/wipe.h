// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>
#include <QString>

namespace engine {

/// Overwrites the bytes of a secret themselves, also under those who share them, and leaves it empty. Any thread.
void wipe(QString &text);
void wipe(QByteArray &bytes);

} // namespace engine
