// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/jobtables.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;

namespace ui {

class Banner;
class EmptyState;

/// The output directories of a job, listed from its machine; again every few seconds while it runs and is looked at.
class FilesTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilesTab)

public:
    explicit FilesTab(engine::EngineClient &client, QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void list();
    void open(const QString &path);
    void openRow(int row);
    void receive(const engine::Result<QList<engine::FileEntry>> &answer);
    void showState();

    engine::EngineClient &m_client;
    engine::JobSnapshot m_job;
    models::JobFilesModel m_model;
    QTimer m_timer;
    QString m_path; // below the directory, "" at its top
    quint64 m_request = 0; // answers to an older one are dropped
    bool m_isListed = false;
    QComboBox *m_directory;
    QLabel *m_place;
    QLabel *m_count;
    QWidget *m_up;
    Banner *m_banner;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QTableView *m_table;
};

} // namespace ui
