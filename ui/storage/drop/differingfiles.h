// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/transfer/dropjudge.h"
#include "ui/widgets/text/tonelabel.h"

class QGridLayout;

namespace ui {

/// The first files that differ at their target, a row each. Hidden without any.
class DifferingFiles final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DifferingFiles)

public:
    explicit DifferingFiles(QWidget *parent);

    void show(const models::FileDropVerdict &verdict);

private:
    ToneLabel *add(const QString &words, int row, int column, ToneLabel::Tone tone);
    void clear();

    QGridLayout *m_rows;
};

} // namespace ui
