// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/storage/foldermodel.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/patience.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/storage/storagepage.h"
#include "ui/theme/theme.h"
#include "ui/widgets/page/banner.h"

#include <QAction>
#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>

namespace testing {

using namespace Qt::StringLiterals;

/// The whole window with a real engine, showing a folder of this computer.
class StorageWindow
{
public:
    bool start()
    {
        if (!fixture.start())
            return false;
        client = std::make_unique<engine::EngineClient>(fixture.link());
        QDir().mkpath(path());
        return true;
    }
    void show(const QString &folder = {}, QSize size = {1440, 900}, ui::LookChoice look = ui::LookChoice::Light)
    {
        window = std::make_unique<ui::MainWindow>(*client, fixture.profile(), look);
        window->resize(size);
        window->openText(folder.isEmpty() ? path() : folder, u"storage"_s);
        window->show();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        QTRY_VERIFY(window->isSettled());
        QVERIFY(page());
    }
    [[nodiscard]] QString path(const QString &name = {}) const
    {
        return fixture.root() + u"/data"_s + (name.isEmpty() ? QString() : QString(u'/' + name));
    }
    void write(const QString &name, const QByteArray &bytes = {}) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] ui::StoragePage *page() const { return qobject_cast<ui::StoragePage *>(window->currentPage()); }
    [[nodiscard]] ui::FilePane &pane() const { return page()->activePane(); }
    [[nodiscard]] ui::FileTable &table() const { return *pane().table(); }
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < pane().model().rowCount(); ++row)
            names.append(pane().model().index(row, 0).data().toString());
        return names;
    }
    [[nodiscard]] QString selected() const
    {
        return pane().selectionCount() == 1 ? pane().selectedEntries().constFirst().name : QString();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &table(), key, modifiers);
    }
    /// An action of the window or page, by its text.
    [[nodiscard]] QAction *action(const QString &text) const
    {
        for (QAction *action : window->actions() + (page() ? pane().actions() : QList<QAction *>())) {
            if (action->text().remove(u'&') == text)
                return action;
        }
        return nullptr;
    }
    [[nodiscard]] QLineEdit *editor() const { return table().viewport()->findChild<QLineEdit *>(); }
    [[nodiscard]] ui::Banner *banner() const { return pane().findChild<ui::Banner *>(); }
    [[nodiscard]] ui::PropertiesPanel *properties() const { return page()->findChild<ui::PropertiesPanel *>(); }
    [[nodiscard]] QString words(const QWidget *part) const
    {
        QStringList all;
        for (const QLabel *label : part->findChildren<QLabel *>()) {
            if (label->isVisible())
                all.append(label->text());
        }
        return all.join(u'\n');
    }

    /// Saves a picture in the build folder for inspection; checks that it is not blank and has the right look.
    void picture(const QString &name) const
    {
        QTRY_VERIFY(window->isSettled());
        for (int round = 0; round < 4; ++round) { // one layout may cause another
            QCoreApplication::sendPostedEvents();
            QTest::qWait(0);
        }
        QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
        const QImage image = window->grab().toImage();
        const bool isDark = ui::lookChoice() == ui::LookChoice::Dark;
        QVERIFY(image.save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/") + name
                           + (isDark ? u"-dark.png"_s : u"-light.png"_s)));
        const int ground = qGray(image.pixel(image.width() - 8, image.height() / 2));
        QVERIFY(isDark ? ground < 80 : ground > 200);
    }

    testing::SshFixture fixture;
    std::unique_ptr<engine::EngineClient> client;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace testing
