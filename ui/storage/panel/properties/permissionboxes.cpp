// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/properties/permissionboxes.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QCheckBox>

namespace ui {

PermissionBoxes::PermissionBoxes(QWidget *parent) : QWidget(parent)
{
    auto *grid = newGrid({}, 14, 5, this);
    const QString who[] = {tr("Owner"), tr("Group"), tr("Others")};
    const QString what[] = {tr("read"), tr("write"), tr("run")};
    grid->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, tr("Permissions"), this, textFont(12, QFont::Medium)), 0, 0,
                    1, 4);
    for (int row = 0; row < 3; ++row) {
        grid->addWidget(new ToneLabel(ToneLabel::Tone::Quiet, who[row], this), row + 1, 0);
        for (int bit = 0; bit < 3; ++bit) {
            auto *check = new QCheckBox(what[bit], this);
            check->setAccessibleName(tr("%1 may %2").arg(who[row], what[bit]));
            connect(check, &QCheckBox::clicked, this, &PermissionBoxes::choose);
            grid->addWidget(check, row + 1, bit + 1);
            m_bits.append(check);
        }
    }
    grid->setColumnStretch(3, 1);
}

void PermissionBoxes::setEntry(const engine::StorageEntry &entry)
{
    // Permissions of a link have no effect.
    const bool hasMode = entry.mode >= 0 && entry.kind != engine::EntryKind::Link;
    m_special = entry.mode & 07000;
    setVisible(hasMode);
    for (int bit = 2; bit < m_bits.size(); bit += 3)
        m_bits[bit]->setText(entry.isFolder ? tr("enter") : tr("run"));
    for (int bit = 0; bit < m_bits.size(); ++bit)
        m_bits[bit]->setChecked(hasMode && (entry.mode & (0400 >> bit)));
}

void PermissionBoxes::choose()
{
    int mode = m_special;
    for (int bit = 0; bit < m_bits.size(); ++bit)
        mode |= m_bits[bit]->isChecked() ? 0400 >> bit : 0;
    emit modeChosen(mode);
}

} // namespace ui
