// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/uploadrules.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/tabstop.h"
#include "ui/widgets/text/tonelabel.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QRadioButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ConflictRule;

UploadRules::UploadRules(QWidget *parent)
    : QObject(parent), m_conflicts(new QButtonGroup(this)),
      m_gitignore(new QCheckBox(tr("Leave out what .gitignore names"), parent)),
      m_checksum(new QCheckBox(tr("Compare by checksum"), parent))
{
    m_gitignore->setToolTip(tr("What a .batchdeckignore names is left out always"));
    m_checksum->setObjectName(u"checksum"_s);
    m_checksum->setToolTip(tr(
        "Files of the same size are read on both sides, and differ only where their bytes do. One that has also the "
        "time of its source, and other bytes, is a damaged copy: it is replaced, also where what differs stays as it "
        "is. What arrived is read once more before it takes its place. This takes longer"));
}

void UploadRules::addTo(QVBoxLayout &column)
{
    QWidget *parent = m_checksum->parentWidget();
    column.addWidget(
        new ToneLabel(ToneLabel::Tone::Text, tr("When a file differs there"), parent, textFont(13, QFont::Medium)));
    for (const auto &[value, words] : {std::pair(ConflictRule::Skip, tr("Leave it as it is")),
                                       {ConflictRule::KeepBoth, tr("Keep both, rename the new one")},
                                       {ConflictRule::Replace, tr("Replace it")}}) {
        auto *choice = new QRadioButton(words, parent);
        m_conflicts->addButton(choice, int(value));
        column.addWidget(choice);
    }
    connect(m_conflicts, &QButtonGroup::idToggled, this, [this] { keepOneTabStop(*m_conflicts); });
    m_conflicts->button(int(ConflictRule::Replace))->setChecked(true);
    column.addSpacing(4);
    column.addWidget(m_gitignore);
    column.addWidget(m_checksum);
    column.addSpacing(4);
    connect(m_conflicts, &QButtonGroup::idToggled, this, &UploadRules::changed);
    connect(m_gitignore, &QCheckBox::toggled, this, &UploadRules::changed);
    connect(m_checksum, &QCheckBox::toggled, this, &UploadRules::changed);
}

void UploadRules::reset(ConflictRule conflicts)
{
    m_conflicts->button(int(conflicts))->setChecked(true);
    m_checksum->setChecked(false);
}

void UploadRules::setMayIgnore(bool mayIgnore)
{
    m_gitignore->setVisible(mayIgnore);
}

void UploadRules::setHasTrash(bool hasTrash)
{
    m_conflicts->button(int(ConflictRule::Replace))
        ->setToolTip(hasTrash ? tr("The one that is there goes into the trash of its place")
                              : tr("The one that is there cannot be brought back"));
}

ConflictRule UploadRules::conflicts() const
{
    return ConflictRule(m_conflicts->checkedId());
}

bool UploadRules::honoursGitignore() const
{
    return !m_gitignore->isHidden() && m_gitignore->isChecked();
}

bool UploadRules::comparesChecksums() const
{
    return m_checksum->isChecked();
}

QAbstractButton *UploadRules::chosen() const
{
    return m_conflicts->checkedButton();
}

} // namespace ui
