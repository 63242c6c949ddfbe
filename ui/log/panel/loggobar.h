// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/reader/merge/logtimes.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace ui {

/// Input of a line number or a time; finds the line. GUI thread.
class LogGoBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogGoBar)

public:
    explicit LogGoBar(QWidget *parent = nullptr);

    void setDocument(std::shared_ptr<const engine::LogDocument> document);
    void setPlace(qint64 line) { m_place = line; } ///< a time without a date means the nearest one
    void takeFocus();

signals:
    void lineFound(qint64 line);
    void closeWanted();

private:
    void go();
    void goToTime(const engine::LogTime &time);

    std::shared_ptr<const engine::LogDocument> m_document;
    qint64 m_place = 0;
    quint64 m_asked = 0; ///< number of the last request; older results are dropped
    QLineEdit *m_target;
    QLabel *m_message;
};

} // namespace ui
