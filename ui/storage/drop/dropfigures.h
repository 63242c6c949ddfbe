// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/transfer/dropjudge.h"
#include "ui/theme/tokens.h"

#include <QWidget>

#include <optional>

namespace ui {

class ToneLabel;

/// Numbers of files and bytes of a planned transfer, while counting: in all, already at the target, differing there.
class DropFigures final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropFigures)

public:
    explicit DropFigures(QWidget *parent = nullptr);

    void show(const models::FileDropVerdict &verdict);

private:
    struct Row
    {
        QWidget *line = nullptr;
        ToneLabel *label = nullptr;
        ToneLabel *files = nullptr;
        ToneLabel *bytes = nullptr;
    };

    [[nodiscard]] Row addRow(std::optional<Mark> mark, const QString &words, bool isSum);
    static void fill(const Row &row, const models::DropFigure &figure, bool isWhole);

    Row m_all, m_there, m_differing, m_toSend;
    ToneLabel *m_estimate;
    ToneLabel *m_notes;
};

} // namespace ui
