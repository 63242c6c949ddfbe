// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QObject>
#include <QTimer>

class QWidget;

namespace ui {

/// Has a document followed while a widget that shows it is visible. One that does not grow is followed until all of it
/// is shown, and every two seconds once more, since lines may be taken out of it. GUI thread.
class LogWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogWatch)

public:
    explicit LogWatch(const QWidget &shown);

    void setDocument(std::shared_ptr<engine::LogDocument> document); ///< watched from the next update() on
    [[nodiscard]] const std::shared_ptr<engine::LogDocument> &document() const { return m_document; }
    void setGrowing(bool isGrowing); ///< called again, its last bytes are looked for
    [[nodiscard]] bool isGrowing() const { return m_isGrowing; }
    void update(); ///< the widget was shown or hidden
    void resume(); ///< also when all of it was shown
    void noteAllShown(); ///< what it had at the last look
    [[nodiscard]] bool isWatching() const { return m_document && m_tick; }

signals:
    void ticked(); ///< each frame while it is followed

private:
    std::shared_ptr<engine::LogDocument> m_document;
    QMetaObject::Connection m_tick; ///< while it is followed
    QTimer m_resume;
    bool m_isGrowing = true;
    bool m_isComplete = false; ///< it does not grow, and all of it is shown
    const QWidget &m_shown;
};

} // namespace ui
