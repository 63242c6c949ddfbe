// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/storage/placespec.h"

#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;

/// Places as people type them, in scp's grammar.
class TstPlacespec final : public QObject
{
    Q_OBJECT

private slots:
    void tellsPlacesFromFiles_data();
    void tellsPlacesFromFiles();
    void findsPaths_data();
    void findsPaths();
    void refuses_data();
    void refuses();
};

void TstPlacespec::tellsPlacesFromFiles_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("path");
    const auto row = [](const char *text, const QString &place, const QString &path) {
        QTest::newRow(text) << place << path;
    };
    row("a05:/data", u"a05"_s, u"/data"_s);
    row("a05:/da:ta", u"a05"_s, u"/da:ta"_s);
    row("a05:", u"a05"_s, {});
    row("a05:data/x", u"a05"_s, u"data/x"_s);
    row("a05:x:y", u"a05"_s, u"x:y"_s);
    row("a05::x", u"a05"_s, u":x"_s);
    row("a05:~/x", u"a05"_s, u"~/x"_s);
    row("a05:two\nlines", u"a05"_s, u"two\nlines"_s);
    row("C:\\data", u"C"_s, u"\\data"_s); // as for scp on other systems, too
    row("notes 12:30.txt", u"notes 12"_s, u"30.txt"_s);
    row("anna@a05.lab:x", u"anna@a05.lab"_s, u"x"_s);
    row("[fe80::1]:x", u"fe80::1"_s, u"x"_s);
    row("anna@[fe80::1%eth0]:/x", u"anna@fe80::1%eth0"_s, u"/x"_s);
    row("scp://a05", u"a05"_s, {});
    row("scp://a05/x%20y", u"a05"_s, u"x y"_s);
    row("sftp://anna@a05.lab:2222//x", u"anna@a05.lab:2222"_s, u"/x"_s);
    row("/data", {}, u"/data"_s);
    row("/a05:/data", {}, u"/a05:/data"_s);
    row("data", {}, u"data"_s);
    row("data/a05:", {}, u"data/a05:"_s);
    row("./a05:rel", {}, u"./a05:rel"_s);
    row("../a05:", {}, u"../a05:"_s);
    row("~/a05:x", {}, u"~/a05:x"_s);
}

void TstPlacespec::tellsPlacesFromFiles()
{
    QFETCH(QString, place);
    QFETCH(QString, path);
    const auto spec = PlaceSpec::parse(QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY(spec);
    QCOMPARE(spec->place, place);
    QCOMPARE(spec->path, path);
    QCOMPARE(spec->isHere(), place.isEmpty());
}

void TstPlacespec::findsPaths_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    QTest::newRow("home") << u""_s << u"/home/anna"_s;
    QTest::newRow("below") << u"data/x"_s << u"/home/anna/data/x"_s;
    QTest::newRow("absolute") << u"/data"_s << u"/data"_s;
    QTest::newRow("tilde") << u"~"_s << u"/home/anna"_s;
    QTest::newRow("below tilde") << u"~/x"_s << u"/home/anna/x"_s;
    QTest::newRow("a name with tilde") << u"./~x"_s << u"/home/anna/~x"_s;
    QTest::newRow("above") << u"../berta/x/"_s << u"/home/berta/x"_s;
    QTest::newRow("dot") << u"."_s << u"/home/anna"_s;
}

void TstPlacespec::findsPaths()
{
    QFETCH(QString, typed);
    QFETCH(QString, path);
    const auto found = PlaceSpec{u"a05"_s, typed}.pathFrom(u"/home/anna"_s);
    QVERIFY(found);
    QCOMPARE(*found, path);
}

void TstPlacespec::refuses_data()
{
    QTest::addColumn<QString>("remedy");
    QTest::newRow("") << u"MACHINE:"_s;
    QTest::newRow(":/data") << u" ./:/data"_s; // of "$HOST:/data" without a $HOST
    QTest::newRow(":") << u" ./:"_s;
    QTest::newRow("a05:~berta/x") << u" ./~berta/x"_s;
}

void TstPlacespec::refuses()
{
    QFETCH(QString, remedy);
    const auto spec = PlaceSpec::parse(QString::fromUtf8(QTest::currentDataTag()));
    const auto path = spec ? spec->pathFrom(u"/home/anna"_s) : Result<QString>(spec.error());
    QVERIFY(!path);
    QCOMPARE(int(path.error().code), int(ErrorCode::InvalidArgument));
    QVERIFY2(path.error().message.englishText().contains(remedy), qPrintable(path.error().message.englishText()));
}

BATCHDECK_TEST(QCoreApplication, TstPlacespec)
#include "tst_placespec.moc"
