// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace models {

/// Something that is done to files, and how far it is, until it has ended. Its destruction ends it, and tells nothing.
class FileTaskWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTaskWatch)

public:
    FileTaskWatch(engine::EngineClient &client, const engine::FileTaskRequest &request, QObject *parent);
    ~FileTaskWatch() override;

    void stop(); ///< ends it before it is through: ended() comes with what it told last, and no error

signals:
    void progressed(const engine::FileTaskSnapshot &task);
    /// The last that is known; it deletes itself after it.
    void ended(const engine::FileTaskSnapshot &task);

private:
    QFuture<engine::Result<engine::FileTaskSnapshot>> m_call;
    engine::FileTaskSnapshot m_known;
};

} // namespace models
