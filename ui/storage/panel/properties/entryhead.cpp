// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/properties/entryhead.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace ui {

/// An icon on a coloured background, in the current look.
class IconTile final : public QWidget
{
public:
    explicit IconTile(QWidget *parent) : QWidget(parent) { setFixedSize(36, 36); }
    void setIcon(const QString &name)
    {
        m_name = name;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        drawBox(painter, rect(), 6, {}, tokens().selection);
        paintIcon(painter, QRectF(8, 8, 20, 20), m_name, tokens().link);
    }

private:
    QString m_name;
};

EntryHead::EntryHead(QWidget *parent)
    : QWidget(parent), m_icon(new IconTile(this)),
      m_name(new ToneLabel(ToneLabel::Tone::Text, {}, this, textFont(13.5, QFont::DemiBold))),
      m_folder(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12)))
{
    auto *words = newColumn({}, 1, {m_name, m_folder});
    setLayout(newRow({}, 10, {{m_icon, 0, Qt::AlignTop}, {words, 1}}));
}

void EntryHead::setRoot(const engine::Location &root, const QString &name)
{
    m_root = root;
    m_rootName = name;
}

void EntryHead::setEntry(const engine::Location &entry)
{
    m_name->setText(engine::shownPath(entry.name().isEmpty() ? entry.path : entry.name()));
    m_folder->setText(engine::shownPath(folderWords(entry.parent())));
}

void EntryHead::setWords(const QString &title, const QString &below)
{
    setIcon(u"info"_s);
    m_name->setText(title);
    m_folder->setText(below);
}

void EntryHead::setIcon(const QString &iconName)
{
    m_icon->setIcon(iconName);
}

QString EntryHead::folderWords(const engine::Location &folder) const
{
    if (m_root.path.isEmpty() || folder.place != m_root.place)
        return folder.toString();
    if (folder.path == m_root.path)
        return m_rootName;
    return folder.path.startsWith(m_root.path + u'/') ? m_rootName + folder.path.sliced(m_root.path.size())
                                                      : folder.toString();
}

} // namespace ui
