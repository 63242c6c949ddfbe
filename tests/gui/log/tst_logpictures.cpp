// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Pictures of the log panel in both looks, for people to look at: build/…/pictures/log-*.png.
#include "engine/log/reader/logreaders.h"
#include "ui/log/panel/logfindbar.h"
#include "ui/log/panel/logpanel.h"
#include "ui/log/text/visibletext.h"
#include "ui/log/view/loghighlights.h"

#include "tests/support/testmain.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace ui;
using namespace Qt::StringLiterals;

class TstLogPictures final : public QObject
{
    Q_OBJECT

private:
    static QByteArray someLog()
    {
        QByteArray log;
        for (int i = 0; i < 400; ++i)
            log += "2026-03-04 13:54:" + QByteArray::number(10 + i % 50) + ".551 INFO  step "
                + QByteArray::number(i * 100) + "  loss 4.8120  lr 0.4000  11,196 images/s\n";
        log += "2026-03-04 13:57:22.310 ERROR loader 11: OSError: image file is truncated (6 bytes not processed)\n";
        log += "Epoch 2/90:  10%|#         |\rEpoch 2/90:  60%|######    |\rEpoch 2/90: 100%|##########| 626/626\n";
        log += "2026-03-04 13:57:22.311 WARN  straggler: rank 7 on a04 needs 312 ms per step, median 224 ms\n";
        log += "name\tvalue\tunit\nloss\t0.4\t-\nthroughput\t11,196\timages/s\n";
        log +=
            "\x1b[31mred\x1b[32m green\x1b[33m yellow\x1b[34m blue\x1b[35m magenta\x1b[36m cyan\x1b[37m white\x1b[30m "
            "black"
            "\x1b[0m \x1b[1mbold\x1b[0m \x1b[4munderlined\x1b[0m \x1b[7minverse\x1b[0m \x1b[41;97mwhite on red\x1b[0m "
            "\x1b[43mon yellow\x1b[0m \x1b[38;5;208m208\x1b[0m \x1b[38;2;120;80;255mtrue colour\x1b[0m\n";
        log += "損失 0.48 精度 76.9\tcafe\xcc\x81\t\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d 0.5\tbytes \xff\xfe\x01 end\n";
        log += "2026-03-04 13:58:01.702 WARN  straggler: rank 7 on a04 needs 315 ms per step, median 225 ms\n";
        for (int i = 0; i < 6; ++i)
            log += "2026-03-04 13:59:1" + QByteArray::number(i) + ".034 INFO  step 2,200  loss 3.8420\n";
        log += "Epoch 5/90:  72%|\rEpoch 5/90:  73%| 457/626 [02:20, 3.75 it/s]";
        return log;
    }

    QTemporaryDir m_folder;

private slots:
    void pictures_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void pictures()
    {
        QFETCH(bool, isDark);
        applyTheme(*qApp, isDark ? LookChoice::Dark : LookChoice::Light);
        QFile file(m_folder.filePath(u"stdout.txt"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(someLog()) > 0);
        file.close();
        LogPanel panel(std::make_shared<engine::LogReaders>());
        panel.resize(1160, 620);
        panel.show();
        panel.setFiles({{u"stdout.txt"_s, u"desk"_s, file.fileName(), false}});
        QTRY_VERIFY(panel.view()->rows().lineCount() > 400);
        panel.openFind();
        panel.findChild<QLineEdit *>()->setText(u"straggler"_s);
        QTRY_VERIFY(panel.isSettled() && panel.view()->currentMatch() > 0);
        panel.view()->toggleStates(401);
        QTRY_VERIFY(panel.view()->rows().isExpanded(401));
        QDir().mkpath(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures"));
        const QString look = isDark ? u"dark"_s : u"light"_s;
        const auto save = [&](const QString &name) {
            return panel.grab().save(QStringLiteral(BATCHDECK_BUILD_DIR "/pictures/log-") + name + u'-' + look
                                     + u".png"_s);
        };
        panel.view()->marks().toggle(396);
        QTRY_VERIFY(panel.isSettled());
        QVERIFY(save(u"panel"_s));

        panel.openHighlights();
        auto *highlights = panel.findChild<LogHighlights *>();
        highlights->setRules({{{u"step"_s, false, false}, 0},
                              {{u"rank \\d"_s, true, false}, 2},
                              {{u"loss"_s, false, false}, 1},
                              {{u"lr"_s, false, false}, 3},
                              {{u"images"_s, false, false}, 4},
                              {{u"epoch"_s, false, false}, 5}});
        emit highlights->rulesChanged();
        panel.openGoTo();
        QTRY_VERIFY(highlights->height() > 7 * 28); // a row for each, and one for the next
        QVERIFY(save(u"highlights"_s));
        panel.closeBars();
        panel.openFind();
        auto *bar = panel.findChild<LogFindBar *>();
        bar->setFiltering(true);
        panel.findChild<QSpinBox *>()->setValue(2);
        QTRY_VERIFY(panel.isSettled());
        QVERIFY(save(u"filter"_s));
        bar->setFiltering(false);
        panel.closeBars();
        QVERIFY(file.open(QIODevice::Append));
        file.write("\n\repoch:   0%|          | 0/3\n\rbatch:   0%|          | 0/40\x1b[A");
        for (int batch = 1; batch <= 30; ++batch)
            file.write("\n\rbatch: " + QByteArray::number(batch * 100 / 40).rightJustified(3) + "%|"
                       + QByteArray("#").repeated(batch / 4).leftJustified(10) + "| " + QByteArray::number(batch)
                       + "/40\x1b[A");
        file.write("\repoch:  33%|###       | 1/3");
        file.close();
        panel.view()->follow().setFollowing(true);
        QTRY_VERIFY(panel.isSettled() && VisibleText(panel.view()->caret()).text().contains(u"30/40"_s));
        QVERIFY(save(u"bars"_s));
    }
};

BATCHDECK_TEST(QApplication, TstLogPictures)
#include "tst_logpictures.moc"
