// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

#include <QDialog>

class QLabel;
class QSpinBox;

namespace ui {

/// Sets the limits of concurrent transfers, per machine and in total.
class TransferLimitsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferLimitsDialog)

public:
    explicit TransferLimitsDialog(const engine::TransferLimits &now, QWidget *window);

signals:
    void chosen(const engine::TransferLimits &limits);

private:
    [[nodiscard]] QSpinBox *newNumber(const QString &name, const QString &accessibleName, int value);
    void check();

    QSpinBox *m_perPlace;
    QSpinBox *m_total;
    QLabel *m_words;
};

} // namespace ui
