// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/pageheader.h"

#include "ui/theme/icons.h"
#include "ui/theme/stylecontrols.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/statechip.h"
#include "ui/widgets/page/tabbar.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QPainter>

namespace ui {

namespace {

constexpr int headerMargin = 16;
constexpr int titleGap = 10;
constexpr int factGap = 14;
constexpr int titleRowHeight = 46;
constexpr int smallestTitle = 120;

/// The count beside a tab's text.
class TabBadge final : public QWidget
{
public:
    TabBadge(int count, QWidget *parent) : QWidget(parent), m_text(QLocale().toString(count))
    {
        setFixedSize(gap + qMax(20, QFontMetrics(badgeFont()).horizontalAdvance(m_text) + 12), 16);
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const QRect pill = rect().adjusted(gap, 0, 0, 0);
        drawBox(painter, pill, 8, {}, tokens().selectionUnfocused);
        painter.setFont(badgeFont());
        painter.setPen(tokens().text2);
        painter.drawText(pill, Qt::AlignCenter, m_text);
    }

private:
    static constexpr int gap = 4; ///< pixels to the tab's text

    static QFont badgeFont() { return textFont(11, QFont::DemiBold); }

    QString m_text;
};

} // namespace

PageHeader::PageHeader(QWidget *parent)
    : QWidget(parent), m_title(new QLabel(this)), m_chip(new StateChip(this)), m_factRow(newRow({4, 0, 0, 0}, factGap)),
      m_commandRow(newRow({}, 6)), m_tabs(new TabBar(this))
{
    m_title->setFont(textFont(18, QFont::DemiBold));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_chip->hide();
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setAccessibleName(tr("Tabs of this page"));
    m_tabs->hide();

    auto *row =
        newRow({headerMargin, 4, headerMargin, 0}, titleGap, {m_title, m_chip, m_factRow, Stretch{}, m_commandRow});

    auto *titleRow = new QWidget(this);
    titleRow->setLayout(row);
    titleRow->setFixedHeight(qMax(titleRowHeight, QFontMetrics(m_title->font()).height() + 20));
    auto *tabRow = newRow({8, 0, 8, 0}, usualSpacing, {{m_tabs, 1}});
    setLayout(newColumn({0, 0, 0, 1}, 0, {titleRow, tabRow}));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);

    connect(m_tabs, &QTabBar::currentChanged, this, [this] { emit tabChanged(currentTab()); });
    applyColours();
}

void PageHeader::setTitle(const QString &title)
{
    m_titleText = title;
    setAccessibleName(title);
    arrange();
}

void PageHeader::setState(Mark mark, const QString &word)
{
    m_chip->setState(mark, word);
    m_chip->show();
    arrange();
}

void PageHeader::clearState()
{
    m_chip->hide();
    arrange();
}

void PageHeader::setFacts(const QList<LinkText> &facts)
{
    while (m_facts.size() > facts.size())
        delete m_facts.takeLast();
    while (m_facts.size() < facts.size()) {
        auto *label = new LinkLabel(this);
        label->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(label, &QLabel::linkActivated, this, &PageHeader::factActivated);
        m_factRow->addWidget(label);
        m_facts.append(label);
    }
    for (qsizetype i = 0; i < facts.size(); ++i) {
        m_facts[i]->setFocusPolicy(facts[i].hasLinks() ? Qt::StrongFocus : Qt::NoFocus);
        m_facts[i]->setWords(facts[i]);
        m_facts[i]->setAccessibleName(facts[i].plain());
    }
    applyColours();
    arrange();
}

QAbstractButton *PageHeader::addCommand(const QString &iconName, const QString &text, const QString &tip)
{
    auto *button = new CommandButton(icon(iconName), text, this);
    button->setToolTip(tip);
    m_commandRow->addWidget(button);
    m_commands.append(button);
    arrange();
    return button;
}

void PageHeader::addControl(QWidget *control)
{
    m_commandRow->insertWidget(int(m_controls.size()), control);
    m_controls.append(control);
    arrange();
}

void PageHeader::addTab(const QString &name, const QString &text)
{
    const QSignalBlocker quiet(m_tabs);
    m_tabs->setTabData(m_tabs->addTab(text), name);
    m_tabs->show();
}

void PageHeader::setTabText(const QString &name, const QString &text)
{
    if (const int index = tabIndex(name); index >= 0)
        m_tabs->setTabText(index, text);
}

void PageHeader::setTabTip(const QString &name, const QString &tip)
{
    if (const int index = tabIndex(name); index >= 0)
        m_tabs->setTabToolTip(index, tip);
}

void PageHeader::setTabVisible(const QString &name, bool isVisible)
{
    const int index = tabIndex(name);
    if (index < 0 || m_tabs->isTabVisible(index) == isVisible)
        return;
    if (!isVisible && m_tabs->currentIndex() == index)
        m_tabs->setCurrentIndex(0);
    m_tabs->setTabVisible(index, isVisible);
    if (QWidget *badge = m_tabs->tabButton(index, QTabBar::RightSide))
        badge->setVisible(isVisible);
}

void PageHeader::setTabCount(const QString &name, int count)
{
    const int index = tabIndex(name);
    if (index < 0)
        return;
    QWidget *old = m_tabs->tabButton(index, QTabBar::RightSide);
    m_tabs->setTabButton(index, QTabBar::RightSide, count > 0 ? new TabBadge(count, m_tabs) : nullptr);
    delete old; // deleted last, as setTabButton() hides the previous one
}

void PageHeader::setCurrentTab(const QString &name)
{
    if (const int index = tabIndex(name); index >= 0)
        m_tabs->setCurrentIndex(index);
}

QString PageHeader::currentTab() const
{
    return m_tabs->tabData(m_tabs->currentIndex()).toString();
}

QList<QAction *> PageHeader::tabCommands()
{
    m_tabCommands = std::make_unique<QObject>();
    QList<QAction *> commands;
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (!m_tabs->isTabVisible(i))
            continue;
        commands.append(new QAction(m_tabs->tabText(i), m_tabCommands.get()));
        commands.constLast()->setStatusTip(m_tabs->tabToolTip(i));
        connect(commands.constLast(), &QAction::triggered, this, [this, i] { m_tabs->setCurrentIndex(i); });
    }
    return commands;
}

void PageHeader::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void PageHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

int PageHeader::tabIndex(const QString &name) const
{
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->tabData(i).toString() == name)
            return i;
    }
    return -1;
}

void PageHeader::applyColours()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, tokens().text2);
    quiet.setColor(QPalette::Text, tokens().text2); // the role that pages use for text
    for (QLabel *fact : m_facts)
        fact->setPalette(quiet);
}

// Hides facts from right to left until the row fits, then texts of buttons, then elides the title in the middle.
void PageHeader::arrange()
{
    const QFontMetrics metrics(m_title->font());
    const int titleWidth = metrics.horizontalAdvance(m_titleText) + 2;
    const int chip = m_chip->isHidden() ? 0 : m_chip->sizeHint().width() + titleGap;
    int commands = 0;
    int icons = 0;
    for (const CommandButton *button : m_commands) {
        if (button->isHidden())
            continue;
        commands += button->fullSizeHint().width() + 6;
        icons += button->fullSizeHint().height() + 2 + 6;
    }
    int controls = 0;
    for (const QWidget *control : m_controls)
        controls += control->isHidden() ? 0 : control->sizeHint().width() + 6;
    const int room = width() - 2 * headerMargin - 2 * titleGap - chip - controls;
    const bool compact = commands > room - qMin(titleWidth, smallestTitle);
    for (CommandButton *button : m_commands)
        button->setCompact(compact);

    int left = room - (compact ? icons : commands);
    m_title->setText(metrics.elidedText(m_titleText, Qt::ElideMiddle, qMax(left, smallestTitle / 2)));
    m_title->setToolTip(m_title->text() == m_titleText ? QString() : m_titleText);
    left -= titleWidth + 4;
    bool fits = true;
    for (QLabel *fact : m_facts) {
        left -= fact->sizeHint().width() + factGap;
        fits = fits && left >= 0;
        fact->setVisible(fits);
    }
}

} // namespace ui
