// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/workerpool.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/patience.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/storagepage.h"
#include "ui/transfer/transferrow.h"

#include <QLabel>
#include <QThreadPool>
#include <QToolButton>

namespace testing {

using namespace Qt::StringLiterals;

/// The whole window with a real engine and a real machine, m1; shows one transfer after the other.
class TransferWindow
{
protected:
    void startWindow()
    {
        m_server = std::make_unique<testing::SshServer>();
        QVERIFY(m_server->start());
        m_fixture = std::make_unique<testing::SshFixture>();
        QVERIFY(m_fixture->start());
        qputenv("XDG_CACHE_HOME", path(u"cache"_s).toUtf8());
        qputenv("XDG_DATA_HOME", path(u"share"_s).toUtf8()); // contains this computer's trash
        QDir().mkpath(path(u"there"_s));
        VERIFY_RESULT(m_fixture->addMachine(u"m1"_s, Door::of(*m_server, path(u"home"_s))));
        m_client = std::make_unique<engine::EngineClient>(m_fixture->link());
        m_window = std::make_unique<ui::MainWindow>(*m_client, m_fixture->profile(), ui::LookChoice::Light);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void endWindow()
    {
        m_window.reset();
        engine::workerPool().waitForDone(); // fetched files are removed in a thread
        m_client.reset();
        m_fixture.reset();
        m_server.reset();
    }
    [[nodiscard]] QString path(const QString &name) const { return m_fixture->root() + u'/' + name; }
    void write(const QString &name, qint64 size = 5) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(size > 5 ? file.resize(size) && file.seek(size - 5) && file.write("bytes") == 5
                         : file.write("bytes") == 5);
    }
    [[nodiscard]] ui::StoragePage *page() const { return qobject_cast<ui::StoragePage *>(m_window->currentPage()); }
    void open(const engine::Location &folder)
    {
        QVERIFY(QTest::qWaitForWindowActive(m_window.get())); // shortcuts need an active window
        m_window->openText(folder.toString(), u"storage"_s);
        QTRY_VERIFY(m_window->isSettled());
        QVERIFY(page());
        QCOMPARE(page()->activePane().location(), folder);
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < page()->activePane().model().rowCount(); ++row)
            names.append(page()->activePane().model().index(row, 0).data().toString());
        return names;
    }
    [[nodiscard]] ui::UploadPanel *panel() const { return page()->findChild<ui::UploadPanel *>(); }
    [[nodiscard]] ui::TransferRow *row() const { return m_window->findChild<ui::TransferRow *>(); }
    [[nodiscard]] bool showsRow(const QString &words) const
    {
        return QTest::qWaitFor([&] { return row() && row()->accessibleName().contains(words); }, testing::patience);
    }
    [[nodiscard]] QString words() const
    {
        QStringList all;
        for (const QLabel *label : panel()->findChildren<QLabel *>()) {
            if (label->isVisible() && !label->text().isEmpty())
                all.append(label->text());
        }
        return all.join(u'\n') + u'\n';
    }
    void click(const char *button) const
    {
        auto *found = row()->findChild<QToolButton *>(QLatin1StringView(button));
        QVERIFY(found && found->isVisible());
        QTest::mouseClick(found, Qt::LeftButton);
    }

    std::unique_ptr<testing::SshServer> m_server;
    std::unique_ptr<testing::SshFixture> m_fixture;
    std::unique_ptr<engine::EngineClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace testing
