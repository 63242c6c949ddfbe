// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

class QLabel;

namespace models {
class ResourceStore;
}

namespace ui {

class Picture;

/// The status bar: numbers of online machines, running and queued jobs, and the time of the data.
class StatusLine final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatusLine)

public:
    StatusLine(const models::ResourceStore &store, QWidget *parent = nullptr);

    void setConnected(bool connected);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    const models::ResourceStore &m_store;
    Picture *m_mark;
    QLabel *m_machines;
    QLabel *m_jobs;
    QLabel *m_queued;
    QLabel *m_asOf;
    bool m_connected = true;
};

} // namespace ui
