// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/placeholderpage.h"

#include "ui/widgets/emptystate.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

PlaceholderPage::PlaceholderPage(const engine::ResourceId &id, const QString &what, const QString &why, QWidget *parent)
    : Page(parent), m_id(id)
{
    auto *column = new QVBoxLayout(this);
    column->addWidget(new EmptyState(u"file-text"_s, what, why, this));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

} // namespace ui
