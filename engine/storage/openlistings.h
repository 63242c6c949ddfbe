// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotefiles.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace engine {

/// Folders that clients read page by page, known by cursors. One that nobody goes on with for a minute is forgotten,
/// and so is the one that waits longest when there are too many. Thread: its creator's.
class OpenListings final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OpenListings)

public:
    explicit OpenListings(QObject *parent = nullptr);

    using Take = std::function<void(const Result<FolderPage> &)>;
    void begin(RemoteFiles &files, const QString &path, int most, const Take &take);
    /// NotFound for a cursor that is not known (any more).
    void goOn(const QString &cursor, int most, const Take &take);
    void end(const QString &cursor) { m_open.remove(cursor); }

private:
    struct Open
    {
        std::shared_ptr<FolderListing> listing;
        qint64 sinceMs = 0;
    };

    void fetch(const std::shared_ptr<FolderListing> &listing, int most, const Take &take);
    [[nodiscard]] QString keep(const std::shared_ptr<FolderListing> &listing);
    void forgetOld();

    QHash<QString, Open> m_open;
    QTimer m_timer{this};
};

} // namespace engine
