// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

#include <QWidget>

class QGridLayout;

namespace ui {

struct Fact
{
    QString label;
    QString value;
    bool isCode = false; ///< a path or a fingerprint
    engine::ResourceId target = {}; ///< target of a link

    bool operator==(const Fact &) const = default;
};

/// A list of labels and values. Facts without a value are left out; values can be selected and wrap.
class FactList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FactList)

public:
    explicit FactList(QWidget *parent = nullptr);

    void setFacts(QList<Fact> facts);
    [[nodiscard]] QString valueOf(const QString &label) const; ///< empty if not shown

signals:
    void openRequested(const engine::ResourceId &id);

private:
    void build();
    [[nodiscard]] QWidget *valueWidget(const Fact &fact);

    QList<Fact> m_facts;
    QGridLayout *m_grid;
    QList<QWidget *> m_widgets;
};

} // namespace ui
