// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobloop.h"
#include "engine/blob/blobservice.h"
#include "tests/gui/storage/storagewindow.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/azurite.h"
#include "tests/support/testmain.h"
#include "ui/resource/account/credentialpanel.h"
#include "ui/resource/account/newaccountpage.h"
#include "ui/widgets/page/emptystate.h"

#include <QCheckBox>
#include <QClipboard>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>

using namespace Qt::StringLiterals;
using testing::StorageWindow;

/// Containers and blobs of a storage account in the window, with a real engine and a real service.
class TstStorageAccounts final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void addsAndBrowsesByKeyboard();
    void copiesLinks();
    void takesNewKey();

private:
    [[nodiscard]] static QString name() { return testing::Azurite::name(); }
    void addAccount(StorageWindow &w, const QString &key);
    void put(const QString &container, const QString &blob, const QByteArray &bytes);

    std::unique_ptr<testing::Azurite> m_azurite;
};

void TstStorageAccounts::init()
{
    SKIP_WITHOUT("azurite");
    m_azurite = std::make_unique<testing::Azurite>();
    QVERIFY(m_azurite->start());
}

void TstStorageAccounts::addAccount(StorageWindow &w, const QString &key)
{
    engine::AddStorageAccount account;
    account.name = name();
    account.endpoint = m_azurite->endpoint().toString();
    account.key.text = key;
    account.remember = false;
    account.test = key == testing::Azurite::key();
    VERIFY_RESULT(testing::await(w.client->storageAccounts.add(account)));
}

void TstStorageAccounts::put(const QString &container, const QString &blob, const QByteArray &bytes)
{
    engine::BlobService service(std::make_shared<engine::BlobLoop>(), [account = m_azurite->account()] {
        return QtFuture::makeReadyFuture(engine::Result<engine::BlobAccount>(account));
    });
    const auto made = testing::await(service.createContainer(container));
    QVERIFY(made || made.error().code == engine::ErrorCode::AlreadyExists);
    VERIFY_RESULT(testing::await(service.put(container, blob, bytes)));
}

void TstStorageAccounts::addsAndBrowsesByKeyboard()
{
    StorageWindow w;
    QVERIFY(w.start());
    w.show();
    w.action(u"Add a storage account"_s)->trigger();
    const auto *form = qobject_cast<ui::NewAccountPage *>(w.window->currentPage());
    QVERIFY(form);
    form->findChild<QToolButton *>(u"more"_s)->setChecked(true);
    form->findChild<QLineEdit *>(u"endpoint"_s)->setText(m_azurite->endpoint().toString());
    form->findChild<QCheckBox *>(u"remember"_s)->setChecked(false);
    QTest::keyClicks(QApplication::focusWidget(), name());
    form->findChild<QLineEdit *>(u"secret"_s)->setFocus();
    QTest::keyClicks(QApplication::focusWidget(), u"d3Jvbmcga2V5"_s);
    w.key(Qt::Key_Return);
    const auto *fault = form->findChild<QLabel *>(u"fault-secret"_s);
    QTRY_VERIFY_WITH_TIMEOUT(fault->isVisible(), testing::patience);
    QVERIFY2(fault->text().contains(u"refused"_s), qPrintable(fault->text()));
    QVERIFY(form->findChild<QLineEdit *>(u"secret"_s)->hasFocus()); // with the wrong key selected
    QTest::keyClicks(QApplication::focusWidget(), testing::Azurite::key());
    w.key(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(w.page(), testing::patience);
    const QString place = engine::blobPlace(name());
    QCOMPARE(w.pane().location(), (engine::Location{place, u"/"_s}));
    auto *empty = w.pane().findChild<ui::EmptyState *>();
    QTRY_VERIFY(w.pane().isSettled() && empty->isVisible());
    QCOMPARE(empty->accessibleName(), u"No containers yet"_s);

    w.action(u"New container…"_s)->trigger();
    auto *container = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(container);
    QTest::keyClicks(container, u"Runs"_s);
    auto *make = w.page()->findChild<QPushButton *>(u"makeContainer"_s);
    QVERIFY(!make->isEnabled() && make->toolTip().contains(u"lower-case"_s));
    container->clear();
    QTest::keyClicks(container, u"runs"_s);
    w.key(Qt::Key_Return);
    QTRY_COMPARE(w.names(), QStringList{u"runs"_s});
    QTRY_COMPARE(w.selected(), u"runs"_s);
    QTRY_VERIFY(w.table().hasFocus());
    QVERIFY(!w.action(u"Rename"_s)->isEnabled() && !w.action(u"Cut"_s)->isEnabled());
    w.picture(u"storage-containers"_s);

    put(u"runs"_s, u"run-1/log.txt"_s, "42\n");
    w.key(Qt::Key_Return);
    QTRY_COMPARE(w.names(), QStringList{u"run-1"_s});
    QCOMPARE(w.pane().location(), (engine::Location{place, u"/runs"_s}));
    QVERIFY(!w.action(u"Open terminal here"_s)->isEnabled() && !w.action(u"Move to trash"_s)->isEnabled());
    w.action(u"Type a path"_s)->trigger();
    auto *input = qobject_cast<QLineEdit *>(QApplication::focusWidget());
    QVERIFY(input);
    input->setText(place + u"/runs/run-1/log.txt"_s);
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_COMPARE(w.selected(), u"log.txt"_s);
    w.key(Qt::Key_Delete); // for good, after the question
    auto *remove = w.page()->findChild<QPushButton *>(u"remove"_s);
    QTRY_VERIFY(remove->isVisible() && remove->isEnabled());
    QVERIFY(w.words(w.page()).contains(u"no trash"_s));
    remove->click();
    QTRY_VERIFY(w.names().isEmpty() && w.banner()->isVisible()); // with its last blob the folder is gone
    emit w.banner()->remedyRequested(); // up
    QTRY_COMPARE(w.pane().location(), (engine::Location{place, u"/runs"_s}));
    QTRY_VERIFY(w.pane().isSettled() && !w.banner()->isVisible());
    QVERIFY(w.names().isEmpty());
}

void TstStorageAccounts::copiesLinks()
{
    StorageWindow w;
    QVERIFY(w.start());
    put(u"runs"_s, u"best.pt"_s, "weights");
    addAccount(w, testing::Azurite::key());
    w.show(engine::blobPlace(name()) + u"/runs"_s);
    QTRY_COMPARE(w.names(), QStringList{u"best.pt"_s});
    QAction *link = w.action(u"Copy link for 1 hour"_s);
    QVERIFY(!link->isEnabled());
    w.table().selectAll();
    QTRY_VERIFY(link->isEnabled());
    QApplication::clipboard()->clear();
    link->trigger();
    QTRY_VERIFY(QApplication::clipboard()->text().contains(u"/runs/best.pt?"_s));
    QVERIFY(QApplication::clipboard()->text().contains(u"sig="_s));
    for (const QLabel *label : w.window->findChildren<QLabel *>())
        QVERIFY(!label->text().contains(u"sig="_s));
}

void TstStorageAccounts::takesNewKey()
{
    StorageWindow w;
    QVERIFY(w.start());
    put(u"runs"_s, u"best.pt"_s, "weights");
    addAccount(w, u"d3Jvbmcga2V5"_s);
    w.show(engine::blobPlace(name()));
    QTRY_VERIFY(w.banner()->isVisible());
    const auto buttons = w.banner()->findChildren<QAbstractButton *>();
    const auto offer = std::find_if(buttons.cbegin(), buttons.cend(),
                                    [](const QAbstractButton *button) { return button->text() == u"New key…"_s; });
    QVERIFY(offer != buttons.cend());
    (*offer)->click();
    const auto *panel = w.window->findChild<ui::CredentialPanel *>();
    QVERIFY(panel);
    panel->findChild<QCheckBox *>()->setChecked(false);
    panel->findChild<QLineEdit *>(u"secret"_s)->setFocus();
    QTest::keyClicks(QApplication::focusWidget(), testing::Azurite::key());
    w.key(Qt::Key_Return);
    QTRY_COMPARE(w.names(), QStringList{u"runs"_s});
    QVERIFY(!w.banner()->isVisible());
}

BATCHDECK_TEST(QApplication, TstStorageAccounts)
#include "tst_storageaccounts.moc"
