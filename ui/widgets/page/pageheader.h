// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"
#include "ui/widgets/text/linklabel.h"

#include <QWidget>

#include <memory>

class QAbstractButton;
class QAction;
class QHBoxLayout;
class QLabel;

namespace ui {

class CommandButton;
class StateChip;
class TabBar;

/// Title, state chip, facts and commands in a row of 46 pixels, below it tabs of 34. Without room, facts are hidden
/// first, then texts of buttons.
class PageHeader final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageHeader)

public:
    explicit PageHeader(QWidget *parent = nullptr);

    void setTitle(const QString &title);
    void setState(Mark mark, const QString &word); ///< shows the chip
    void clearState();
    void setFacts(const QList<LinkText> &facts);
    /// Adds a command button, owned by the header, in the order of the calls.
    QAbstractButton *addCommand(const QString &iconName, const QString &text, const QString &tip = {});
    /// Adds a control before the commands, for example Segments; owned by the header.
    void addControl(QWidget *control);
    /// Adds a tab; \a name is its --page name.
    void addTab(const QString &name, const QString &text);
    void setTabText(const QString &name, const QString &text);
    void setTabTip(const QString &name, const QString &tip);
    void setTabVisible(const QString &name, bool isVisible); ///< hiding the current tab selects the first
    void setTabCount(const QString &name, int count); ///< grey badge; 0 hides it
    void setCurrentTab(const QString &name);
    [[nodiscard]] QString currentTab() const;
    /// A command for each visible tab, for the palette; valid until the next call.
    [[nodiscard]] QList<QAction *> tabCommands();

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, sizeHint().height()}; }

signals:
    void tabChanged(const QString &name);
    void factActivated(const QString &link);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void arrange();
    void applyColours();
    [[nodiscard]] int tabIndex(const QString &name) const;

    QLabel *m_title;
    StateChip *m_chip;
    QHBoxLayout *m_factRow;
    QHBoxLayout *m_commandRow;
    TabBar *m_tabs;
    QString m_titleText;
    QList<LinkLabel *> m_facts;
    QList<CommandButton *> m_commands;
    QList<QWidget *> m_controls;
    std::unique_ptr<QObject> m_tabCommands;
};

} // namespace ui
