// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/accountinput.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using models::AccountCredential;
using models::AccountInput;
using models::SignedUrl;

namespace {

const QString someKey = u"Zm9ydHktdHdv"_s;
const QString someSignature = u"sv=2024-11-04&sp=rl&sig=a%2Bb%3D"_s;

} // namespace

/// What is typed into the form of a storage account, and of a container.
class TstAccountInput final : public QObject
{
    Q_OBJECT

private slots:
    void findsFaults_data();
    void findsFaults();
    void makesRequests();
    void readsSignedUrls_data();
    void readsSignedUrls();
    void namesContainers_data();
    void namesContainers();
    void saysWhichEndpoint();
};

void TstAccountInput::findsFaults_data()
{
    QTest::addColumn<AccountInput>("input");
    QTest::addColumn<QStringList>("words"); // of name, secret, endpoint
    const auto with = [](const QString &name, const QString &endpoint, AccountCredential kind, const QString &secret) {
        return AccountInput{name, endpoint, kind, secret, true};
    };
    const QString none;
    QTest::newRow("a key") << with(u"labstore"_s, {}, AccountCredential::Key, someKey) << QStringList{none, none, none};
    QTest::newRow("a signature") << with(u"labstore"_s, u"http://127.0.0.1:10000/labstore"_s, AccountCredential::Sas,
                                         someSignature)
                                 << QStringList{none, none, none};
    QTest::newRow("nothing") << AccountInput() << QStringList{u"name in Azure"_s, u"two keys"_s, none};
    QTest::newRow("upper case") << with(u"LabStore"_s, {}, AccountCredential::Key, someKey)
                                << QStringList{u"lower-case"_s, none, none};
    QTest::newRow("known already") << with(u"taken"_s, {}, AccountCredential::Key, someKey)
                                   << QStringList{u"There is a taken already"_s, none, none};
    QTest::newRow("half a key") << with(u"labstore"_s, {}, AccountCredential::Key, u"Zm9ydHktdHd"_s + u'*')
                                << QStringList{none, u"letters, digits"_s, none};
    QTest::newRow("the other kind") << with(u"labstore"_s, {}, AccountCredential::Key, someSignature)
                                    << QStringList{none, u"shared access signature"_s, none};
    QTest::newRow("no signature") << with(u"labstore"_s, {}, AccountCredential::Sas, someKey)
                                  << QStringList{none, u"sig="_s, none};
    QTest::newRow("no scheme") << with(u"labstore"_s, u"127.0.0.1:10000"_s, AccountCredential::Key, someKey)
                               << QStringList{none, none, u"https://"_s};
    QTest::newRow("a query") << with(u"labstore"_s, u"https://host/?x=1"_s, AccountCredential::Key, someKey)
                             << QStringList{none, none, u"after ?"_s};
}

void TstAccountInput::findsFaults()
{
    QFETCH(AccountInput, input);
    QFETCH(QStringList, words);
    const models::AccountFaults faults = models::checkAccount(input, {u"taken"_s});
    const QString *found[] = {&faults.name, &faults.secret, &faults.endpoint};
    int count = 0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        QCOMPARE(found[i]->isEmpty(), words[i].isEmpty());
        QVERIFY2(found[i]->contains(words[i]), qPrintable(*found[i]));
        count += words[i].isEmpty() ? 0 : 1;
    }
    QCOMPARE(faults.count(), count);
}

void TstAccountInput::makesRequests()
{
    const auto byKey = AccountInput{u"labstore"_s, {}, AccountCredential::Key, someKey, false}.request();
    QCOMPARE(byKey.name, u"labstore"_s);
    QCOMPARE(byKey.key.text, someKey);
    QVERIFY(byKey.sas.text.isEmpty() && byKey.endpoint.isEmpty() && !byKey.remember && byKey.test);
    const auto signedOne =
        AccountInput{u"labstore"_s, u"https://host"_s, AccountCredential::Sas, someSignature, true}.request();
    QCOMPARE(signedOne.sas.text, someSignature);
    QCOMPARE(signedOne.endpoint, u"https://host"_s);
    QVERIFY(signedOne.key.text.isEmpty() && signedOne.remember);
}

void TstAccountInput::readsSignedUrls_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("parts"); // account, endpoint; empty: no such URL
    QTest::newRow("Azure") << u" https://labstore.blob.core.windows.net/?"_s + someSignature + u'\n'
                           << QStringList{u"labstore"_s, QString()};
    QTest::newRow("of a container") << u"https://labstore.blob.core.windows.net/runs?"_s + someSignature
                                    << QStringList{u"labstore"_s, QString()};
    QTest::newRow("another cloud") << u"https://labstore.blob.core.chinacloudapi.cn/?"_s + someSignature
                                   << QStringList{u"labstore"_s, u"https://labstore.blob.core.chinacloudapi.cn"_s};
    QTest::newRow("an emulator") << u"http://127.0.0.1:10000/devstoreaccount1?"_s + someSignature
                                 << QStringList{u"devstoreaccount1"_s, u"http://127.0.0.1:10000/devstoreaccount1"_s};
    QTest::newRow("no signature") << u"https://labstore.blob.core.windows.net/?sv=1"_s << QStringList();
    QTest::newRow("no URL") << someSignature << QStringList();
    QTest::newRow("a file") << u"file:///?"_s + someSignature << QStringList();
}

void TstAccountInput::readsSignedUrls()
{
    QFETCH(QString, text);
    QFETCH(QStringList, parts);
    const auto url = models::signedUrl(text);
    QCOMPARE(url.has_value(), !parts.isEmpty());
    if (url)
        QCOMPARE((QStringList{url->account, url->endpoint}), parts);
}

void TstAccountInput::namesContainers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isAllowed");
    QTest::newRow("plain") << u"results-2024"_s << true;
    QTest::newRow("shortest") << u"abc"_s << true;
    QTest::newRow("longest") << QString(63, u'a') << true;
    QTest::newRow("the root's") << u"$root"_s << true;
    QTest::newRow("too short") << u"ab"_s << false;
    QTest::newRow("too long") << QString(64, u'a') << false;
    QTest::newRow("upper case") << u"Results"_s << false;
    QTest::newRow("two hyphens") << u"a--b"_s << false;
    QTest::newRow("hyphen first") << u"-ab"_s << false;
    QTest::newRow("hyphen last") << u"ab-"_s << false;
    QTest::newRow("a slash") << u"a/bc"_s << false;
    QTest::newRow("a line feed") << u"abc\n"_s << false;
    QTest::newRow("empty") << QString() << false;
}

void TstAccountInput::namesContainers()
{
    QFETCH(QString, name);
    QFETCH(bool, isAllowed);
    QCOMPARE(models::containerFault(name), isAllowed ? QString() : models::containerRule());
}

void TstAccountInput::saysWhichEndpoint()
{
    QCOMPARE(models::endpointFact(u"labstore"_s, models::usualEndpoint(u"labstore"_s)), QString());
    QCOMPARE(models::endpointFact(u"labstore"_s, u"http://127.0.0.1:10000/labstore"_s), u"127.0.0.1"_s);
}

BATCHDECK_TEST(QCoreApplication, TstAccountInput)
#include "tst_accountinput.moc"
