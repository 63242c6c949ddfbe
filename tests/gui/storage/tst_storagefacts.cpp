// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/gui/storage/storagechangefixture.h"
#include "tests/support/testmain.h"

#include <QDir>

using namespace Qt::StringLiterals;

/// What a folder holds is counted, and files are summed, in the window, on a real engine, here and on a real machine.
class TstStorageFacts final : public testing::StorageChangeFixture
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }
    void countsContents_data() { places(); }
    void countsContents();
    void sums_data() { places(); }
    void sums();
};

void TstStorageFacts::countsContents()
{
    QDir().mkpath(m_w->path(u"into/in"_s));
    m_w->write(u"into/c"_s, "three");
    m_w->write(u"into/in/d"_s, "four");
    show();
    m_w->page()->setPropertiesShown(true);
    select({u"into"_s});
    QTRY_VERIFY(m_w->window->isSettled());
    const auto *words = m_w->properties()->findChild<QLabel *>(u"contents"_s);
    QVERIFY(button(u"countContents"_s)->isVisible() && !words->isVisible());
    QTest::mouseClick(button(u"countContents"_s), Qt::LeftButton);
    QTRY_COMPARE(words->text(), u"2 files and 2 folders, 9 B"_s);
    m_w->picture(u"storage-contents"_s);
    select({u"a"_s});
    QTRY_VERIFY(!button(u"countContents"_s)->isVisible());
    select({u"into"_s, u"a"_s, u"b"_s});
    QTRY_VERIFY(button(u"countContents"_s)->isVisible() && !words->isVisible());
    QTest::mouseClick(button(u"countContents"_s), Qt::LeftButton);
    QTRY_COMPARE(words->text(), u"4 files and 2 folders, 15 B"_s);
    QVERIFY(m_w->words(m_w->properties()).contains(u"3 entries are selected"_s));
}

void TstStorageFacts::sums()
{
    m_w->write(u"a"_s, "abc");
    show();
    select({u"a"_s});
    m_w->page()->setPropertiesShown(true);
    QTRY_VERIFY(m_w->window->isSettled());
    for (const auto &[name, sum] :
         {std::pair{u"md5"_s, u"900150983cd24fb0d6963f7d28e17f72"_s},
          {u"sha256"_s, u"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"_s}}) {
        QTest::mouseClick(button(name), Qt::LeftButton);
        QTRY_COMPARE(m_w->properties()->findChild<QLineEdit *>()->text(), sum);
    }
    m_w->picture(u"storage-checksums"_s);
}

BATCHDECK_TEST(QApplication, TstStorageFacts)
#include "tst_storagefacts.moc"
