// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/filedrop.h"

#include "tests/support/testmain.h"
#include "ui/widgets/drophint.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QUrl>
#include <QWidget>

using namespace Qt::StringLiterals;
using engine::Location;

namespace {

/// As from another program: what reads it waits for that.
class CountedFiles final : public QMimeData
{
public:
    explicit CountedFiles(const QList<QUrl> &files) { setUrls(files); }
    [[nodiscard]] int reads() const { return m_reads; }

protected:
    QVariant retrieveData(const QString &type, QMetaType metaType) const override
    {
        ++m_reads;
        return QMimeData::retrieveData(type, metaType);
    }

private:
    mutable int m_reads = 0;
};

} // namespace

/// Files that are dragged over an area with one folder in its left half, and another in its right one.
class TstFileDrop final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsFilesOnceADrag();
    void judgesEachFolder();
    void takesTheNextDragForItself();

private:
    template <typename Event> bool send(const QMimeData &data, int x)
    {
        Event event(QPoint(x, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_area.get(), &event);
        return event.isAccepted();
    }
    bool enter(const QMimeData &data, int x) { return send<QDragEnterEvent>(data, x); }
    bool move(const QMimeData &data, int x) { return send<QDragMoveEvent>(data, x); }
    bool drop(const QMimeData &data, int x)
    {
        QDropEvent event(QPointF(x, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_area.get(), &event);
        return event.isAccepted();
    }
    void leave()
    {
        QDragLeaveEvent event;
        QCoreApplication::sendEvent(m_area.get(), &event);
    }
    [[nodiscard]] QString words() const { return m_area->findChild<ui::DropHint *>()->text(); }

    static constexpr int left = 10, right = 150;
    std::unique_ptr<QWidget> m_area;
    ui::FileDrop *m_drop = nullptr;
};

void TstFileDrop::init()
{
    m_area = std::make_unique<QWidget>();
    m_area->resize(200, 100);
    m_drop = new ui::FileDrop(m_area.get(), [](const QPoint &where) {
        const bool isLeft = where.x() < 100;
        return ui::DropSpot{{u"m1"_s, isLeft ? u"/data"_s : u"/other"_s}, {isLeft ? 0 : 100, 0, 100, 100}};
    });
    m_area->show();
}

void TstFileDrop::readsFilesOnceADrag()
{
    const CountedFiles files({QUrl(u"file:///tmp/a"_s), QUrl(u"file:///tmp/b"_s)});
    enter(files, left);
    const int once = files.reads();
    QVERIFY(once > 0);
    for (int i = 0; i < 50; ++i)
        QVERIFY(move(files, i % 2 == 0 ? left : right));
    QSignalSpy dropped(m_drop, &ui::FileDrop::dropped);
    QVERIFY(drop(files, right));
    QCOMPARE(files.reads(), once);
    QCOMPARE(dropped.size(), 1);
    QCOMPARE(dropped[0][0].value<QList<Location>>(), (QList<Location>{{{}, u"/tmp/a"_s}, {{}, u"/tmp/b"_s}}));
    QCOMPARE(dropped[0][1].value<Location>(), (Location{u"m1"_s, u"/other"_s}));
}

void TstFileDrop::judgesEachFolder()
{
    const CountedFiles files({QUrl(u"file:///tmp/a"_s)});
    enter(files, left);
    QCOMPARE(words(), u"Upload a into data"_s);
    QVERIFY(move(files, right));
    QCOMPARE(words(), u"Upload a into other"_s);
    QVERIFY(move(files, left));
    QCOMPARE(words(), u"Upload a into data"_s);
}

void TstFileDrop::takesTheNextDragForItself()
{
    const CountedFiles files({QUrl(u"file:///tmp/a"_s)});
    const CountedFiles others({QUrl(u"file:///tmp/b"_s)});
    const CountedFiles none({QUrl(u"https://example.org/c"_s)});
    enter(files, left);
    leave();
    enter(others, left);
    QCOMPARE(words(), u"Upload b into data"_s);
    QVERIFY(drop(others, left));
    enter(files, left);
    QCOMPARE(words(), u"Upload a into data"_s);
    enter(none, left); // without a word of the end of the one before
    QVERIFY(!move(none, left));
    QSignalSpy dropped(m_drop, &ui::FileDrop::dropped);
    QVERIFY(!drop(none, left));
    QVERIFY(dropped.isEmpty());
}

BATCHDECK_TEST(QApplication, TstFileDrop)

#include "tst_filedrop.moc"
