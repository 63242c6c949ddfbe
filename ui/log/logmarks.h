// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QList>
#include <QObject>

class QSettings;

namespace ui {

class LogView;

/// Saves the marked lines of logs in the settings and restores them: by byte offset and a checksum of the line, so that
/// a log that was rewritten since has no marks. GUI thread.
class LogMarks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMarks)

public:
    explicit LogMarks(LogView &view); ///< its child

    void useSettings(QSettings &settings); ///< must outlive this; without, marks last while the log is shown
    /// Set after the view shows \a document; set null before the view gets another one, which clears its marks.
    void setDocument(std::shared_ptr<const engine::LogDocument> document);

private:
    struct Mark
    {
        qint64 offset = 0;
        int sum = 0;
        qint64 line = -1; ///< in the view; -1: not read yet
    };
    void load();
    void restore();
    void save();
    [[nodiscard]] bool isMarked(const Mark &mark, qint64 line) const;
    void toggle(qint64 line);
    void moveLines(const engine::LogDocument::State &before, const engine::LogDocument::State &now);
    void forgetLines();

    LogView &m_view;
    QSettings *m_settings = nullptr;
    std::shared_ptr<const engine::LogDocument> m_document;
    QList<Mark> m_marks;
    bool m_isRestoring = false;
};

} // namespace ui
