// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QObject>
#include <QTimer>

class QWidget;

namespace ui {

/// Follows a document while its widget is visible. A complete file is followed until all of it is shown, then checked
/// every two seconds, as lines may be removed from it. GUI thread.
class LogWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogWatch)

public:
    explicit LogWatch(const QWidget &shown);

    void setDocument(std::shared_ptr<engine::LogDocument> document); ///< watched from the next update() on
    [[nodiscard]] const std::shared_ptr<engine::LogDocument> &document() const { return m_document; }
    void setGrowing(bool isGrowing); ///< calling again reads the last bytes
    [[nodiscard]] bool isGrowing() const { return m_isGrowing; }
    void update(); ///< to be called when the widget is shown or hidden
    void resume(); ///< also after all was shown
    void noteAllShown(); ///< ends following, unless the file grows
    [[nodiscard]] bool isWatching() const { return m_document && m_tick; }

signals:
    void ticked(); ///< each frame while it is followed

private:
    std::shared_ptr<engine::LogDocument> m_document;
    QMetaObject::Connection m_tick; ///< while it is followed
    QTimer m_resume;
    bool m_isGrowing = true;
    bool m_isComplete = false; ///< the document does not grow and is shown completely
    const QWidget &m_shown;
};

} // namespace ui
