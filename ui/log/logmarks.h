// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QList>
#include <QObject>

class QSettings;

namespace ui {

class LogView;

/// Keeps which lines of a log are marked from one look at it to the next: by where they begin in its file, with a
/// checksum of each, so that a log that was written anew meanwhile has none of them. GUI thread.
class LogMarks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogMarks)

public:
    explicit LogMarks(LogView &view); ///< its child

    void useSettings(QSettings &settings); ///< must outlive it; without, marks last as long as the log is shown
    /// What the view shows from now on; null before it is given another document, which has no marks at first.
    void setDocument(std::shared_ptr<const engine::LogDocument> document);

private:
    struct Mark
    {
        qint64 offset = 0;
        int sum = 0;
        qint64 line = -1; ///< where the view has it; -1: it is not read yet
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
