// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QPointer>
#include <QWidget>

class QPushButton;

namespace models {
class FileTaskWatch;
}

namespace ui {

class Banner;
class ToneLabel;

/// Counts files and bytes in folders on request, as it may take long; can be stopped.
class ContentCount final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ContentCount)

public:
    /// \a banner shows errors.
    ContentCount(engine::EngineClient &client, Banner *banner, QWidget *parent);

    void setFiles(const QList<engine::Location> &files); ///< of one place; other files end a running count
    [[nodiscard]] bool isSettled() const { return m_watch.isNull(); }

private:
    void count();
    void stop();
    void say(const engine::FileTaskSnapshot &task);

    engine::EngineClient &m_client;
    Banner *m_banner;
    QList<engine::Location> m_files;
    ToneLabel *m_words;
    QPushButton *m_button;
    QPointer<models::FileTaskWatch> m_watch;
};

} // namespace ui
