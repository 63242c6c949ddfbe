// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDeadlineTimer>
#include <QFutureWatcher>
#include <QWidget>

namespace ui {

class Banner;

/// Shows the progress of the oldest running save, once it takes a while, and can cancel it.
class LogSavingBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogSavingBar)

public:
    explicit LogSavingBar(QWidget *parent = nullptr);

    void add(const QFuture<void> &saving, const QString &name);

private:
    struct Saving
    {
        QFutureWatcher<void> *watcher = nullptr;
        QString name;
        QDeadlineTimer patience;
    };
    void refresh();

    QList<Saving> m_savings; ///< running, oldest first
    Banner *m_banner;
};

} // namespace ui
