// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/snapshots.h"

#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace models {
class ResourceStore;
}

namespace ui {

/// What is under way: machines that wait for an answer, calls that wait for theirs, and jobs that run with their phase.
/// Closed it shows the first of them.
class ActivityBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ActivityBar)

public:
    ActivityBar(const models::ResourceStore &store, QWidget *parent = nullptr);

    /// A call began; \a words say what and why it takes time. Ends with end().
    int begin(const QString &words);
    void end(int operation);

signals:
    void openRequested(const engine::ResourceId &id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Operation
    {
        int number = 0;
        QString words;
    };
    void refresh();
    [[nodiscard]] QWidget *rowFor(const QString &html, const QIcon &picture);

    const models::ResourceStore &m_store;
    QList<Operation> m_operations;
    QVBoxLayout *m_rows;
    QLabel *m_count;
    QToolButton *m_unfold;
    QStringList m_shown;
    int m_next = 1;
};

} // namespace ui
