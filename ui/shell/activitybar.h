// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "engine/api/storage/transfers.h"
#include "ui/widgets/text/linklabel.h"

#include <QIcon>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <functional>
#include <memory>

class QAction;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace models {
class ResourceStore;
class TransferList;
} // namespace models

namespace ui {

class Picture;
class TransferRow;

/// Lists running transfers, machines with a question, pending calls, running jobs with their phase, and ended
/// transfers. Folded, it shows the first running transfer and the first question; an ended transfer disappears after a
/// while, unless it failed. Unfolded, it shows all running transfers and the next of the others; ended ones stay until
/// they are cleared, and its height does not shrink until it is folded, but to half of the window's.
class ActivityBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ActivityBar)

public:
    static constexpr std::chrono::seconds endedStays{10}; ///< in the folded bar

    ActivityBar(const models::ResourceStore &store, const models::TransferList &transfers, QWidget *parent = nullptr);

    /// Shows a pending call, described by \a words, until end(). \a stop: called by its stop button. Answers its
    /// number.
    int begin(const QString &words, const std::function<void()> &stop = {});
    void say(int operation, const QString &words); ///< describes its progress
    void end(int operation);
    void keepHeight(); ///< to be called after the window was resized
    /// Actions for the shown transfers, named after them; valid until the next call.
    [[nodiscard]] QList<QAction *> commands();

signals:
    void openRequested(const engine::ResourceId &id);
    void folderRequested(const engine::Location &folder);
    void pauseRequested(const QString &transfer);
    void resumeRequested(const QString &transfer);
    void undoRequested(const engine::TransferSnapshot &transfer); ///< restore what it replaced
    void cancelRequested(const QString &transfer);
    void changeRequested(const QString &transfer, const engine::TransferChange &change);
    void limitsRequested();
    void transfersRequested(); ///< open the page of all transfers

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Operation
    {
        int number = 0;
        QString words;
        std::function<void()> stop;
    };
    struct Line
    {
        QString key; ///< identifies the subject
        LinkText words;
        QIcon picture;
        int operation = 0; ///< number of a call that can be stopped; 0: none
    };
    struct Row
    {
        QString key;
        QWidget *whole = nullptr;
        Picture *mark = nullptr;
        LinkLabel *words = nullptr;
    };
    void refresh();
    [[nodiscard]] QStringList shownTransfers(bool isAllElseQuiet) const;
    void refreshTransfers(const QStringList &ids);
    [[nodiscard]] TransferRow *newTransferRow(const engine::TransferSnapshot &transfer);
    [[nodiscard]] QList<Line> lines() const;
    void showLines(const QList<Line> &lines);
    [[nodiscard]] Row rowFor(const Line &line);
    void stop(int operation);

    const models::ResourceStore &m_store;
    const models::TransferList &m_transfers;
    QList<Operation> m_operations;
    QVBoxLayout *m_transferRows;
    QHash<QString, TransferRow *> m_transferRow;
    QVBoxLayout *m_rows;
    QVBoxLayout *m_endedRows;
    QLabel *m_count;
    QToolButton *m_allTransfers;
    QToolButton *m_unfold;
    QList<Row> m_shown;
    QTimer m_endedLeaves;
    std::unique_ptr<QObject> m_commands; // parent of the actions of commands()
    int m_next = 1;
};

} // namespace ui
