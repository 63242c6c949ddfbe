// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobaccount.h"

#include <QProcess>
#include <QTemporaryDir>

namespace testing {

/// A real blob service: Azurite, Microsoft's emulator of it, at a port of its own on 127.0.0.1, with an empty account.
/// Needs the part "azurite". Blocks while it starts and stops.
class Azurite
{
    Q_DISABLE_COPY_MOVE(Azurite)

public:
    Azurite() = default;
    ~Azurite(); ///< as stop()

    /// Starts and waits until it accepts connections; on false its words are in the test's output. Again after stop():
    /// at the same port, with what it had.
    [[nodiscard]] bool start();
    void stop();

    [[nodiscard]] static QString name();
    [[nodiscard]] static QString key();
    [[nodiscard]] QUrl endpoint() const;
    /// With the key.
    [[nodiscard]] engine::BlobAccount account() const;

private:
    QTemporaryDir m_folder;
    quint16 m_port = 0;
    QProcess m_process;
};

} // namespace testing
