// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/volume/volumerow.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

const QString ofNodes = u"path"_s;
constexpr int placeWidth = 190;
constexpr int buttonWidth = 86;

} // namespace

VolumeRow::VolumeRow(QWidget *parent)
    : QWidget(parent), m_source(new QLineEdit(this)), m_place(new QComboBox(this)), m_folder(new QLineEdit(this)),
      m_map(new QPushButton(this)), m_unmap(new QPushButton(tr("Remove"), this))
{
    m_source->setObjectName(u"source"_s);
    m_source->setPlaceholderText(u"https://ACCOUNT.file.core.windows.net/SHARE"_s);
    m_source->setAccessibleName(tr("Volume"));
    m_place->setObjectName(u"place"_s);
    m_place->setAccessibleName(tr("Where it is"));
    m_place->setFixedWidth(placeWidth);
    m_folder->setObjectName(u"folder"_s);
    m_folder->setPlaceholderText(u"/data"_s);
    m_folder->setAccessibleName(tr("Folder"));
    auto *browse = new QPushButton(tr("Browse…"), this);
    browse->setObjectName(u"browse"_s);
    browse->setAccessibleName(tr("Browse for the folder"));
    m_map->setObjectName(u"map"_s);
    m_unmap->setObjectName(u"unmap"_s);
    for (QPushButton *button : {m_map, m_unmap})
        button->setFixedWidth(buttonWidth);
    setPlaces({});
    setLayout(newRow({}, 8, {{m_source, 5}, m_place, {m_folder, 4}, browse, m_map, m_unmap}));
    for (QLineEdit *line : {m_source, m_folder}) {
        line->setFont(monoFont());
        connect(line, &QLineEdit::textChanged, this, &VolumeRow::check);
        connect(line, &QLineEdit::returnPressed, m_map, &QPushButton::click);
    }
    connect(m_place, &QComboBox::currentIndexChanged, this, &VolumeRow::check);
    connect(browse, &QPushButton::clicked, this, &VolumeRow::browseRequested);
    connect(m_map, &QPushButton::clicked, this, &VolumeRow::mapRequested);
    connect(m_unmap, &QPushButton::clicked, this, &VolumeRow::unmapRequested);
    check();
}

void VolumeRow::setPlaces(const QStringList &places)
{
    const QSignalBlocker quiet(m_place);
    const QString chosen = m_place->currentData().toString();
    m_place->clear();
    m_place->addItem(tr("each node itself"), ofNodes);
    for (const QString &place : places)
        m_place->addItem(place, place);
    if (!chosen.isEmpty() && m_place->findData(chosen) < 0)
        m_place->addItem(chosen, chosen);
    m_place->setCurrentIndex(qMax(0, m_place->findData(chosen)));
}

void VolumeRow::setMapping(const engine::MappedVolume &mapping)
{
    const bool isTyped = typed() != m_mapping && !m_mapping.source.isEmpty();
    m_mapping = mapping;
    m_source->setReadOnly(!mapping.source.isEmpty());
    m_source->setFocusPolicy(mapping.source.isEmpty() ? Qt::StrongFocus : Qt::ClickFocus);
    if (!isTyped)
        setTyped(mapping);
    check();
}

void VolumeRow::setTyped(const engine::MappedVolume &typed)
{
    const QString place = typed.target.section(u':', 0, 0);
    if (!place.isEmpty() && m_place->findData(place) < 0)
        m_place->addItem(place, place);
    m_place->setCurrentIndex(qMax(0, m_place->findData(place)));
    m_source->setText(typed.source);
    m_folder->setText(typed.target.section(u':', 1));
    m_source->setCursorPosition(0);
    check();
}

engine::MappedVolume VolumeRow::typed() const
{
    return {m_source->text().trimmed(), folder().isEmpty() ? QString() : QString(place() + u':' + folder())};
}

bool VolumeRow::isEdited() const
{
    const bool isTyped = m_source->isModified() || m_folder->isModified();
    return typed() != m_mapping && (isTyped || !m_mapping.source.isEmpty());
}

QString VolumeRow::place() const
{
    return m_place->currentData().toString();
}

QString VolumeRow::folder() const
{
    return m_folder->text().trimmed();
}

void VolumeRow::setFolder(const QString &folder)
{
    m_folder->setText(folder);
    m_folder->setModified(true);
    m_map->setFocus(Qt::OtherFocusReason);
}

void VolumeRow::takeFocus()
{
    (m_source->text().isEmpty() ? m_source : m_folder)->setFocus(Qt::OtherFocusReason);
}

void VolumeRow::check()
{
    const bool isMapped = !m_mapping.source.isEmpty();
    const engine::MappedVolume now = typed();
    m_map->setText(isMapped ? tr("Change") : tr("Add"));
    m_map->setEnabled(!now.source.isEmpty() && !now.target.isEmpty() && now != m_mapping);
    m_map->setToolTip(m_map->isEnabled()                 ? QString()
                          : now == m_mapping && isMapped ? tr("It is mapped there already.")
                                                         : tr("Say which volume it is, and its folder."));
    m_unmap->setEnabled(isMapped);
    m_unmap->setToolTip(isMapped ? QString() : tr("It is not mapped yet."));
}

} // namespace ui
