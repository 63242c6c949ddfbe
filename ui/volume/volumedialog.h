// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QStackedWidget;
class QStandardItemModel;
class QTableView;

namespace ui {

class Banner;

/// Where the shares, containers and file servers of old documents live now: the list, and fields that add to it or
/// change what is chosen. Not modal.
class VolumeDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VolumeDialog)

public:
    explicit VolumeDialog(engine::EngineClient &client, QWidget *parent = nullptr);

    void mapSource(const QString &source); ///< to be typed on: the source is filled in; empty: nothing
    [[nodiscard]] bool isSettled() const { return !m_isLoading; }

signals:
    void changed(); ///< a mapping was added, changed or removed

private:
    void build();
    void fetch();
    void take(const QList<engine::MappedVolume> &volumes);
    void showChosen();
    void check();
    void map();
    void remove();
    [[nodiscard]] int rowOf(const QString &source) const; ///< below 0: none

    engine::EngineClient &m_client;
    QStandardItemModel *m_model;
    QTableView *m_table;
    QStackedWidget *m_stack;
    Banner *m_banner;
    QLineEdit *m_source;
    QLineEdit *m_target;
    QPushButton *m_map;
    QPushButton *m_remove;
    bool m_isLoading = true;
};

} // namespace ui
