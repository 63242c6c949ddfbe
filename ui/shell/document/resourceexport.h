// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/shell/notice/notices.h"

class QSettings;

namespace ui {

/// Writes the documents of resources and their children to a file that the user chooses.
class ResourceExport final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResourceExport)

public:
    ResourceExport(engine::EngineClient &client, const Notices &notices, QSettings &settings, QWidget &window);

    void ask(const QList<engine::ResourceId> &ids); ///< shows the file dialog

private:
    void write(const QList<engine::ResourceId> &ids, const QString &path);

    engine::EngineClient &m_client;
    const Notices m_notices;
    QSettings &m_settings;
    QWidget &m_window;
};

} // namespace ui
