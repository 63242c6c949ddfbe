// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/palettecommands.h"

#include "ui/job/jobpage.h"
#include "ui/shell/activitybar.h"
#include "ui/shell/commandpalette.h"
#include "ui/shell/window/pagestack.h"
#include "ui/widgets/commandbutton.h"

#include <QPushButton>
#include <QSet>

#include <utility>

namespace ui {

PaletteCommands::PaletteCommands(const PageStack &pages, ActivityBar &activity, QAction *search, QWidget &window)
    : QObject(&window), m_pages(pages), m_activity(activity), m_search(search), m_window(window)
{
    for (const QString &text : JobPage::tabTexts()) {
        m_jobTabs.append(new QAction(text, this));
        m_jobTabs.constLast()->setEnabled(false);
        m_jobTabs.constLast()->setToolTip(tr("No job is open."));
    }
}

// Of actions with the same text only the first is offered, and no button with the text of an action. Buttons with the
// same text are all offered.
QList<QAction *> PaletteCommands::all() const
{
    Page *page = m_pages.page();
    QList<QAction *> ofWindow = m_window.actions();
    ofWindow.removeOne(m_search);
    QSet<QString> names;
    for (const QAction *action : std::as_const(ofWindow))
        names.insert(plainText(*action));
    QList<QAction *> ofPage;
    const auto offer = [&names, &ofPage](const QList<QAction *> &commands) {
        for (QAction *action : commands) {
            if (const QString name = plainText(*action); !names.contains(name)) {
                names.insert(name);
                ofPage.append(action);
            }
        }
    };
    offer(page->commands());
    for (PageHeader *header : page->findChildren<PageHeader *>())
        offer(header->tabCommands());
    QSet<QString> ofButtons;
    for (QPushButton *button : page->findChildren<QPushButton *>()) {
        const QString name = button->text().remove(u'&');
        if (button->isVisible() && !name.isEmpty() && !names.contains(name)) {
            ofButtons.insert(name);
            ofPage.append(commandOf(*button));
        }
    }
    names += ofButtons;
    if (!qobject_cast<JobPage *>(page))
        offer(m_jobTabs);
    return ofPage + m_activity.commands() + ofWindow;
}

QList<QAction *> PaletteCommands::withKeys() const
{
    QList<QAction *> commands = all();
    commands.append(m_search);
    commands.removeIf([](const QAction *action) { return action->shortcut().isEmpty(); });
    return commands;
}

} // namespace ui
