// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QThread>

#include <mutex>

class QNetworkAccessManager;

namespace engine {

/// The network access of the loop, in its thread; lives as long as that.
class BlobNetwork final : public QObject
{
public:
    [[nodiscard]] QNetworkAccessManager &manager();

private:
    QNetworkAccessManager *m_manager = nullptr; // child
};

/// The thread that asks all storage accounts; it starts with its first use. Requests are objects in it. Destruction
/// ends the thread and does not wait for the network.
class BlobLoop final
{
    Q_DISABLE_COPY_MOVE(BlobLoop)

public:
    BlobLoop();
    ~BlobLoop(); ///< also in its own thread, which then ends by itself

    /// Starts the thread. Any thread.
    [[nodiscard]] BlobNetwork *network();

private:
    std::once_flag m_started;
    QThread *m_thread; // deletes itself when it ends after this object
    BlobNetwork *m_network;
};

} // namespace engine
