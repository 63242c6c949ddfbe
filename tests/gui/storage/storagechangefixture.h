// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/gui/storage/storagewindow.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/patience.h"
#include "ui/shell/toast.h"
#include "ui/storage/drop/uploadpanel.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDir>
#include <QPushButton>
#include <QRadioButton>

namespace testing {

/// Fixture of tests that change files in the window: a folder with files "a" and "b" and a folder "into", on this
/// computer or, by the row's column "place", on a real machine.
class StorageChangeFixture : public QObject
{
protected:
    void begin()
    {
        m_w = std::make_unique<StorageWindow>();
        QVERIFY(m_w->start());
        QDir().mkpath(m_w->path(QStringLiteral("into")));
        m_w->write(QStringLiteral("a"), "one");
        m_w->write(QStringLiteral("b"), "two");
        QGuiApplication::clipboard()->clear();
        if (QByteArray(QTest::currentDataTag()).contains("a machine"))
            SKIP_WITHOUT("sshd");
    }
    void end()
    {
        m_w.reset();
        m_server.reset();
    }

    static void places()
    {
        QTest::addColumn<QString>("place");
        QTest::newRow("this computer") << QString();
        QTest::newRow("a machine") << QStringLiteral("m1");
    }
    /// Shows the test's folder of the row's place in a window.
    void show(ui::LookChoice look = ui::LookChoice::Light)
    {
        m_place = QTest::currentDataTag() // else the test has one place only
            ? *static_cast<const QString *>(QTest::qData("place", qMetaTypeId<QString>()))
            : QString();
        if (!m_place.isEmpty()) {
            m_server = std::make_unique<SshServer>();
            QVERIFY(m_server->start());
            VERIFY_RESULT(
                m_w->fixture.addMachine(m_place, Door::of(*m_server, m_w->fixture.root() + QStringLiteral("/ours"))));
        }
        m_w->show(at({}).toString(), {1440, 900}, look);
    }
    [[nodiscard]] engine::Location at(const QString &name) const { return {m_place, m_w->path(name)}; }
    void open(const QString &name) const
    {
        m_w->pane().open(at(name));
        QTRY_VERIFY(m_w->window->isSettled());
    }
    void select(const QStringList &names) const
    {
        m_w->table().clearSelection();
        m_w->table().select(QSet<QString>(names.cbegin(), names.cend()));
        QTRY_COMPARE(m_w->pane().selectionCount(), names.size());
    }
    [[nodiscard]] QByteArray content(const QString &name) const { return contentOf(m_w->path(name)); }
    [[nodiscard]] bool exists(const QString &name) const { return QFileInfo::exists(m_w->path(name)); }
    [[nodiscard]] QPushButton *button(const QString &name) const { return m_w->page()->findChild<QPushButton *>(name); }
    [[nodiscard]] ui::UploadPanel *question() const { return m_w->page()->findChild<ui::UploadPanel *>(); }
    void choose(const QString &rule) const
    {
        for (auto *choice : question()->findChildren<QRadioButton *>()) {
            if (choice->text() == rule)
                choice->click();
        }
    }
    /// Shows two panes: the active one with the folder, the other with "into".
    void showBoth()
    {
        show();
        m_w->page()->setSecondPane(true);
        open(QStringLiteral("into"));
        m_w->page()->otherPane()->focusList();
    }

    void goHome() const
    {
        m_w->window->open({});
        QTRY_VERIFY(!m_w->page());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    [[nodiscard]] QAbstractButton *undoButton() const
    {
        QAbstractButton *undo = nullptr;
        for (auto *found : m_w->window->findChild<ui::Toast *>()->findChildren<QAbstractButton *>())
            undo = found->text() == QStringLiteral("Undo") ? found : undo;
        return undo;
    }

    QString m_place;
    std::unique_ptr<SshServer> m_server; // must outlive the engine that is connected to it
    std::unique_ptr<StorageWindow> m_w;
};

} // namespace testing
