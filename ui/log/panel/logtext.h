// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/logdocument.h"

#include <QWidget>

class QSettings;

namespace engine {
class LogReaders;
} // namespace engine

namespace ui {

class EmptyState;
class LogFinder;
class LogLiveLine;
class LogMap;
class LogMarks;
class LogView;

/// The text of a log with its map and marks, and at the foot the line that is still being rewritten; a message while
/// there is no text. GUI thread.
class LogText final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogText)

public:
    /// Takes ownership of \a view; the map shows \a matches.
    LogText(LogView *view, const LogFinder &matches, std::shared_ptr<engine::LogReaders> readers);
    ~LogText() override;

    [[nodiscard]] LogView *view() const { return m_view; }
    [[nodiscard]] const std::shared_ptr<engine::LogReaders> &readers() const { return m_readers; }
    [[nodiscard]] const std::shared_ptr<engine::LogDocument> &document() const { return m_document; }
    void useSettings(QSettings &settings); ///< stores the marks; must outlive this
    void open(const QString &spoolPath);
    void close(); ///< no file is shown
    /// \a name of the file, which may not exist yet; \a isComplete: the job writes no more to it.
    void setFile(const QString &name, bool isComplete);
    /// Replaces the message of an empty log. Takes effect at the next showGrowth().
    void setNothingYet(const QString &title, const QString &why) { m_nothingYet = {title, why}; }
    /// Emits lineWanted() in showGrowth() once the byte is read.
    void wantByte(qint64 offset) { m_wantedByte = offset; }
    void showGrowth(); ///< shows new lines
    [[nodiscard]] qint64 nextError() const; ///< a line, wraps around; -1: none so far
    [[nodiscard]] qint64 previousError() const;
    [[nodiscard]] bool isSettled() const;

signals:
    void lineWanted(qint64 line); ///< the line of wantByte()

private:
    void setDocument(std::shared_ptr<engine::LogDocument> document);

    const std::shared_ptr<engine::LogReaders> m_readers; ///< shared by all logs of this program
    LogView *m_view;
    LogMap *m_map;
    LogMarks *m_marks;
    EmptyState *m_empty;
    LogLiveLine *m_liveLine;
    std::shared_ptr<engine::LogDocument> m_document; ///< null: no file is shown
    QString m_name;
    bool m_isComplete = false;
    std::pair<QString, QString> m_nothingYet;
    qint64 m_wantedByte = -1; ///< -1: none
};

} // namespace ui
