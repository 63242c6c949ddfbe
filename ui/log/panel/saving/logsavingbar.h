// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDeadlineTimer>
#include <QFutureWatcher>
#include <QWidget>

namespace ui {

class Banner;

/// Says how far what is being saved is, once that takes a while, and lets it be canceled: one after the other, the
/// first that began first.
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

    QList<Saving> m_savings; ///< under way, by their age
    Banner *m_banner;
};

} // namespace ui
