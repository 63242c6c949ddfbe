// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/widgets/page/page.h"

#include <QSet>

#include <functional>

class QLabel;
class QLineEdit;
class QSettings;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace models {
class TransferList;
class TransferTable;
} // namespace models

namespace ui {

class EmptyState;

/// Every transfer, with what can be done about any number of them.
class TransfersPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransfersPage)

public:
    /// \a transfers and \a settings outlive it.
    TransfersPage(engine::EngineClient &client, const models::TransferList &transfers, QSettings &settings,
                  QWidget *parent = nullptr);
    ~TransfersPage() override;

    [[nodiscard]] engine::ResourceId resource() const override { return {}; }
    [[nodiscard]] QString currentTab() const override { return QStringLiteral("transfers"); }
    void takeFocus() override;
    [[nodiscard]] QList<QAction *> commands() const override;
    [[nodiscard]] QTableView *table() const { return m_table; }

signals:
    void limitsRequested();
    void undoRequested(const engine::TransferSnapshot &transfer); ///< what it replaced comes back

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    using Transfers = QList<engine::TransferSnapshot>;
    using Call = QFuture<engine::Result<void>> (engine::TransferClient::*)(const QString &);

    void arrange();
    QAction *addCommand(const QString &picture, const QKeySequence &keys, const std::function<void()> &act);
    void addCommands();
    void addBar(QWidget *bar);
    void connectParts();
    void showCounts();
    void showSelection();
    void fitColumns();
    void showMenu(const QPoint &where);
    [[nodiscard]] Transfers selected() const; ///< in the order of the table
    [[nodiscard]] Transfers selectedWhere(bool (*isMeant)(engine::TransferState)) const;
    void call(Call what, const Transfers &transfers);
    void moveToFront();
    void copyRows() const;
    void copyCommands() const;
    void showFailed();
    void openFolder();
    void undo();
    void clearDone();
    void tell(const engine::Error &error) { emit told(error.message.text(), {}, {}); }

    engine::EngineClient &m_client;
    QSettings &m_settings;
    models::TransferTable *m_model;
    QSortFilterProxyModel *m_order; ///< the model as it is shown
    QSet<int> m_hidden; ///< columns that the user does not want
    PageHeader *m_header;
    QLineEdit *m_filter;
    QLabel *m_count;
    QTableView *m_table;
    QStackedWidget *m_stack;
    EmptyState *m_nothing; ///< matches
    QWidget *m_bar; ///< what can be done with what is selected
    QLabel *m_selected;
    QAction *m_pause, *m_goOn, *m_cancel, *m_clear;
    QAction *m_first, *m_details, *m_open, *m_undo, *m_copy, *m_copyCommand;
};

} // namespace ui
