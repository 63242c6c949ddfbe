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

/// The text of a log with its map and its marks, and at its foot the line that is still being rewritten; words while
/// there is no text. GUI thread.
class LogText final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogText)

public:
    /// Takes \a view; its map shows \a matches.
    LogText(LogView *view, const LogFinder &matches, std::shared_ptr<engine::LogReaders> readers);
    ~LogText() override;

    [[nodiscard]] LogView *view() const { return m_view; }
    [[nodiscard]] const std::shared_ptr<engine::LogReaders> &readers() const { return m_readers; }
    [[nodiscard]] const std::shared_ptr<engine::LogDocument> &document() const { return m_document; }
    void useSettings(QSettings &settings); ///< must outlive it; of the marks
    void open(const QString &spoolPath);
    void close(); ///< no file is shown
    /// \a name of the file, or of the one that is not there yet, and whether the job wrote all of it.
    void setFile(const QString &name, bool isComplete);
    /// In place of words about a job that does not write. Without effect before showGrowth().
    void setNothingYet(const QString &title, const QString &why) { m_nothingYet = {title, why}; }
    void wantByte(qint64 offset) { m_wantedByte = offset; } ///< showGrowth() asks for its line, once it is read
    void showGrowth(); ///< what came since
    [[nodiscard]] qint64 nextError() const; ///< a line, around the end; -1: none was found yet
    [[nodiscard]] qint64 previousError() const;
    [[nodiscard]] bool isSettled() const;

signals:
    void lineWanted(qint64 line); ///< the one of wantByte()

private:
    void setDocument(std::shared_ptr<engine::LogDocument> document);

    const std::shared_ptr<engine::LogReaders> m_readers; ///< of all logs of this program
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
