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

/// What is under way: transfers, machines that wait for an answer, calls that wait for theirs, and jobs that run with
/// their phase; then transfers that have ended. Closed it shows the first that runs, and what asks. An ended transfer
/// leaves it after a while, unless it failed. Unfolded it shows every transfer that runs, and the next of the others;
/// those that have ended stay until they are cleared.
class ActivityBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ActivityBar)

public:
    static constexpr std::chrono::seconds endedStays{10}; ///< in the closed bar

    ActivityBar(const models::ResourceStore &store, const models::TransferList &transfers, QWidget *parent = nullptr);

    /// A call began; \a words say what and why it takes time. Ends with end(). \a stop: what its button does.
    int begin(const QString &words, const std::function<void()> &stop = {});
    void say(int operation, const QString &words); ///< how far it is
    void end(int operation);
    /// What can be done with the transfers that are shown, each named; until the next call.
    [[nodiscard]] QList<QAction *> commands();

signals:
    void openRequested(const engine::ResourceId &id);
    void folderRequested(const engine::Location &folder);
    void pauseRequested(const QString &transfer);
    void resumeRequested(const QString &transfer);
    void undoRequested(const engine::TransferSnapshot &transfer); ///< what it replaced comes back
    void cancelRequested(const QString &transfer);
    void changeRequested(const QString &transfer, const engine::TransferChange &change);
    void limitsRequested();
    void transfersRequested(); ///< all of them

protected:
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
        QString key; ///< what it is about
        LinkText words;
        QIcon picture;
        int operation = 0; ///< that can be stopped; 0: none
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
    std::unique_ptr<QObject> m_commands; // parent of them
    int m_next = 1;
};

} // namespace ui
