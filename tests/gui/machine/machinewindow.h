// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "tests/gui/cannedworld.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page/page.h"

#include <QAbstractButton>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace canned {

inline const engine::Question password{
    engine::Question::Kind::Password, QStringLiteral("ada@gpu-a.lab.example:22"), {}, {}, {}, false};

/// The whole window with canned resources, for the pages about machines.
class MachineWindow
{
public:
    explicit MachineWindow(const QJsonArray &resources, ui::LookChoice look = ui::LookChoice::Light)
        : engine(resources), client(engine.link)
    {
        window = std::make_unique<ui::MainWindow>(client, directory.path(), look);
        window->resize(1440, 900);
        window->show();
    }

    [[nodiscard]] bool isReady() const
    {
        return window->store().isLoaded() && QTest::qWaitForWindowActive(window.get());
    }
    [[nodiscard]] ui::Page *page() const { return window->currentPage(); }
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return page()->findChild<Widget *>(QString::fromLatin1(name));
    }
    /// The visible button of the page with \a text; null when there is none.
    [[nodiscard]] QAbstractButton *button(const QString &text) const
    {
        for (QAbstractButton *button : page()->findChildren<QAbstractButton *>()) {
            if (button->isVisible() && (button->text() == text || button->accessibleName() == text))
                return button;
        }
        return nullptr;
    }
    /// All visible text of the page.
    [[nodiscard]] QString words() const
    {
        QStringList all;
        for (const QLabel *label : page()->findChildren<QLabel *>()) {
            if (label->isVisible())
                all.append(label->text());
        }
        return all.join(QLatin1Char('\n'));
    }
    void trigger(const QString &keys)
    {
        for (QAction *action : window->actions()) {
            if (action->shortcut() == QKeySequence(keys))
                action->trigger();
        }
    }
    void layOut()
    {
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QCoreApplication::sendPostedEvents();
            QTest::qWait(0);
        }
    }
    /// Saves a picture in the build folder for inspection; returns the page's background colour.
    QRgb picture(const QString &name)
    {
        layOut();
        const QDir folder(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
        folder.mkpath(QStringLiteral("."));
        const QImage image = window->grab().toImage();
        image.save(folder.filePath(
            name
            + (ui::lookChoice() == ui::LookChoice::Dark ? QStringLiteral("-dark.png") : QStringLiteral("-light.png"))));
        return image.pixel(image.width() - 8, image.height() / 2);
    }
    /// Classes of the interactive widgets without an accessible name.
    [[nodiscard]] QStringList nameless() const
    {
        QStringList found;
        for (const QWidget *widget : page()->findChildren<QWidget *>()) {
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            const bool isWorkedWith = widget->focusPolicy() & Qt::TabFocus;
            if (widget->isVisible() && isWorkedWith && widget->accessibleName().isEmpty()
                && !(button && !button->text().isEmpty()) && !qobject_cast<const QLabel *>(widget))
                found.append(QString::fromLatin1(widget->metaObject()->className()) + widget->objectName());
        }
        return found;
    }
    /// Texts of visible labels and buttons that are cut off for lack of room.
    [[nodiscard]] QStringList cutOff() const
    {
        QStringList found;
        for (const QAbstractButton *button : page()->findChildren<QAbstractButton *>()) {
            if (button->isVisible() && !button->text().isEmpty() && button->width() < button->sizeHint().width())
                found.append(button->text());
        }
        for (const QLabel *label : page()->findChildren<QLabel *>()) {
            if (!label->isVisible() || label->text().isEmpty())
                continue;
            const bool isNarrow = !label->wordWrap() && label->width() < label->minimumSizeHint().width();
            const bool isLow = label->wordWrap() && label->height() < label->heightForWidth(label->width());
            if (isNarrow || isLow)
                found.append(label->text());
        }
        return found;
    }

    QTemporaryDir directory;
    CannedEngine engine;
    CannedLink &link = engine.link;
    engine::EngineClient client;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace canned
