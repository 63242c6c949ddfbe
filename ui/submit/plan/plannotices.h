// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/plan/planwords.h"

#include <QScrollArea>

namespace ui {

/// Warnings of a plan with their remedies, and a link to the mapping for each volume without one. As high as needed, up
/// to a few rows; hidden without warnings.
class PlanNotices final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanNotices)

public:
    explicit PlanNotices(QWidget *parent = nullptr);

    void setNotices(const QList<models::PlanNotice> &notices);

signals:
    void mapRequested(const QString &source);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void fit();
    [[nodiscard]] QWidget *newNotice(const models::PlanNotice &notice);

    QList<models::PlanNotice> m_notices;
};

} // namespace ui
