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

/// The page of all transfers, with commands for selected ones. Ten of its members are the actions that showSelection()
/// enables, each by a condition of its own.
class TransfersPage final : public Page
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransfersPage)

public:
    /// \a transfers and \a settings must outlive this.
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
    void undoRequested(const engine::TransferSnapshot &transfer); ///< restore what it replaced

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
    [[nodiscard]] Transfers selected() const; ///< in table order
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
    QSortFilterProxyModel *m_order; ///< sorted and filtered m_model
    QSet<int> m_hidden; ///< columns hidden by the user
    PageHeader *m_header;
    QLineEdit *m_filter;
    QLabel *m_count;
    QTableView *m_table;
    QStackedWidget *m_stack;
    EmptyState *m_nothing; ///< shown without matches of the filter
    QWidget *m_bar; ///< buttons for the selection
    QLabel *m_selected;
    QAction *m_pause, *m_goOn, *m_cancel, *m_clear;
    QAction *m_first, *m_details, *m_open, *m_undo, *m_copy, *m_copyCommand;
};

} // namespace ui
