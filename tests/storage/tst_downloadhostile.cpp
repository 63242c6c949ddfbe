// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/storage/transferfixture.h"
#include "tests/support/files.h"
#include "tests/support/measure/resources.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace Qt::StringLiterals;
using testing::peakKiB;
using testing::TransferFixture;

namespace {

// What a hostile machine says in place of its tar: names are asked for as ever, and the archive holds what it likes.
const char tarPrelude[] = R"py(#!/usr/bin/python3
import os, sys, tarfile
if 'escape' not in ' '.join(sys.argv): os.execv('REAL', sys.argv)
top, out = 'TOP', sys.stdout.buffer
asked = b''
while b'/dev/null' not in asked: asked += os.read(0, 65536)
def time(name):
    try: return int(os.lstat(top + '/there/' + name).st_mtime)
    except OSError: return 0
def head(name, size=4, kind=tarfile.REGTYPE, link=''):
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname, info.mtime = size, kind, link, time(name)
    out.write(info.tobuf(tarfile.GNU_FORMAT, 'utf-8', 'surrogateescape'))
def put(name, data=b'one\n', **more):
    head(name, len(data), **more)
    out.write(data + bytes(-len(data) % 512))
names = [n.decode() for n in asked.split(b'\0') if n.startswith(b'./')]
contents = {'./t/a': b'one\n', './t/b': b'two\n'}
def good():
    for name in names: put(name, contents[name])
def end():
    out.write(bytes(10240))
    out.flush()
)py";

const char findPrelude[] = R"py(#!/usr/bin/python3
import os, sys
if '-depth' not in sys.argv: os.execv('REAL', sys.argv)
top, out = 'TOP', sys.stdout.buffer
def say(path, kind='f', size='4', time='1000000000.0', mode='644', target=''):
    out.write(os.fsencode(f'{kind} {size} {time} {mode} 8\0{path}\0{target}\0'))
)py";

const char ddPrelude[] = R"sh(#!/bin/bash
case $* in *large*) ;; *) exec REAL "$@";; esac
)sh";

const char holesPrelude[] = R"sh(#!/bin/bash
case $* in *--sparse*) ;; *) exec REAL "$@";; esac
)sh";

} // namespace

/// Downloads from a machine whose tools lie. Whatever they say: nothing is written but what was asked for, nothing
/// outside the folder, and not much memory is used.
class TstDownloadHostile final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void believesNothing_data();
    void believesNothing();

private:
    TransferFixture m_fixture;
};

void TstDownloadHostile::initTestCase()
{
    SKIP_WITHOUT("sshd");
    SKIP_WITHOUT("python3");
}

void TstDownloadHostile::init()
{
    QVERIFY(m_fixture.start());
    m_fixture.run(
        "mkdir there/t elsewhere; echo one > there/t/a; echo two > there/t/b; echo precious > elsewhere/victim; ln -s "
        "../../elsewhere there/t/out; echo beside > here/own; echo below > here/t.own");
}

void TstDownloadHostile::believesNothing_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("failed"); // one of them; none: the run ends with an error, or "ok"
    QTest::addColumn<QByteArray>("arrived"); // regular files and links of t
    const auto tar = [](const char *row, const QByteArray &script, const QByteArray &failed = "t/a",
                        const QByteArray &arrived = "./out ") {
        QTest::newRow(row) << "tar"_ba << QByteArray(tarPrelude + script) << failed << arrived;
    };
    tar("honest", "good(); end()", "ok", "./a ./b ./out ");
    tar("out of the folder", "put('../evil'); put('./t/a')");
    tar("out of the folder, below it", "put('./t/../../../elsewhere/evil'); put('./t/a')");
    tar("absolute", "put(top + '/elsewhere/victim'); put('./t/a')");
    tar("not asked for", "put('./t/c'); put('./t/a')");
    tar("beside what was asked for", "put('./own', b'evil'); put('./t/a')");
    tar("a link, and through it",
        "head('./t/a', 0, tarfile.SYMTYPE, top + '/elsewhere'); put('./t/a/victim'); put('./t/b', b'two\\n')");
    tar("through the link of the list", "put('./t/out/victim', b'evil'); put('./t/a')");
    tar("a link in place of a file",
        "head('./t/a', 0, tarfile.SYMTYPE, top + '/elsewhere/victim'); put('./t/a', b'evil')");
    tar("a hard link", "head('./t/a', 0, tarfile.LNKTYPE, top + '/elsewhere/victim'); put('./t/a', b'evil')");
    tar("a device", "head('./t/a', 0, tarfile.CHRTYPE); put('./t/b', b'two\\n')");
    tar("a pipe", "head('./t/a', 0, tarfile.FIFOTYPE); put('./t/b', b'two\\n')");
    tar("a folder", "head('./t/a', 0, tarfile.DIRTYPE); put('./t/a/x')");
    tar("twice", "good(); put('./t/a', b'TWO\\n'); put('./t/b', b'ONE\\n'); end()", "ok", "./a ./b ./out ");
    tar("larger than listed", "contents['./t/a'] = b'more than four'; good(); end()", "t/a", "./b ./out ");
    tar("smaller than listed", "contents['./t/a'] = b'o'; good(); end()", "t/a", "./b ./out ");
    tar("ends too early", "head('./t/a', 4)");
    tar("says nothing", "");
    tar("without end", "head('./t/a', 1 << 60)\nwhile True: out.write(bytes(1 << 20))");
    tar("a header without end",
        "head('pax', 1 << 40, tarfile.XHDTYPE)\nwhile True: out.write(b'20 comment=abcdefgh\\n' * 50000)");
    tar("a name without end",
        "head('././@LongLink', 1 << 40, tarfile.GNUTYPE_LONGNAME)\nwhile True: out.write(b'a' * (1 << 20))");
    tar("a global header again and again",
        "while True:\n head('pax', 512, tarfile.XGLTYPE)\n out.write(b'512 comment=' + b'x' * 499 + b'\\n')");
    tar("after its end", "good(); end()\nwhile True: out.write(bytes(1 << 20))", "ok", "./a ./b ./out ");
    if (testing::isExtendedRun()) // they take more than a minute
        tar("errors without end", "good(); end()\nfor i in range(200): os.write(2, bytes(1 << 20))", "ok",
            "./a ./b ./out ");
    tar("no archive", "while True: out.write(os.urandom(1 << 20))");
    tar("a map of holes without end",
        "head('./t/a', 512 + 4, tarfile.GNUTYPE_SPARSE)\nwhile True: out.write(b'00000000000\\0' * 41 + bytes([1]) + "
        "bytes(19))");

    const auto find = [](const char *row, const QByteArray &script, const QByteArray &failed = {},
                         const QByteArray &arrived = {}) {
        QTest::newRow(row) << "find"_ba << QByteArray(findPrelude + script) << failed << arrived;
    };
    find("list: honest", "os.utime(top + '/there/t/a', (1e9, 1e9)); say('./t/a')", "ok", "./a ");
    find("list: up", "say('./t/a'); say('./t/../../elsewhere/victim')");
    find("list: up at the end", "say('./t/..', 'd')");
    find("list: absolute", "say(top + '/elsewhere/victim')");
    find("list: empty part", "say('./t//a')");
    find("list: its own folder", "say('./t/./a')");
    find("list: another name", "say('./own')");
    find("list: below zero", "say('./t/a', size='-4')");
    find("list: no number", "say('./t/a', size='four')");
    find("list: no time", "say('./t/a', time='now')");
    find("list: cut off", "out.write(b'f 4 1000000000.0 644 8\\0./t/a')");
    find("list: without end", "i = 0\nwhile True: say(f'./t/{i}'); i += 1");
    find("list: the same without end", "while True: say('./t/a')");
    find("list: a part without end", "while True: out.write(b'a' * (1 << 20))");
    find("list: through a link",
         "say('./t/l', 'l', target=top + '/elsewhere'); say('./t/l/victim', 'f', '0'); say('./t/l', 'd', mode='777'); "
         "say('./t/l/made', 'd')",
         "t/l/victim", "./l ");
    find("list: a link over a folder",
         "say('./t/x/f', size='0'); say('./t/x', 'l', target=top + '/elsewhere'); say('./t/x/g', size='0')", "t/x",
         "./x/f ./x/g ");
    find("list: too deep", "say('./t/' + 'd/' * 1000 + 'f', size='0')", "t/" + QByteArray("d/").repeated(1000) + "f",
         "");
    find("list: a name too long", "say('./t/' + 'x' * 300, size='0')", "t/" + QByteArray(300, 'x'), "");
    find("list: huge", "say('./t/a', size=str(1 << 62))", "t/a", "");
    find("list: a device", "say('./t/a', 'c')", "t/a", "");
    find("list: set-uid", "say('./t/s', size='0', mode='7777')", "ok", "./s ");

    const auto dd = [](const char *row, const QByteArray &script) {
        QTest::newRow(row) << "dd"_ba << QByteArray(ddPrelude + script) << "t/large"_ba
                           << "./a ./b ./out "_ba;
    };
    dd("part: without end", "exec cat /dev/zero");
    dd("part: too long", "REAL \"$@\"; echo more");
    dd("part: too short", "REAL \"$@\" | head -c 1000000; exit 1");
    dd("part: none", "exit 1");
    dd("part: of another file", "echo evil > TOP/there/t/large");

    // Of a file with holes.
    const auto holes = [](const char *row, const QByteArray &script) {
        QTest::newRow(row) << "tar"_ba << QByteArray(holesPrelude + script) << "ok"_ba
                           << "./a ./b ./large ./out "_ba;
    };
    holes("holes: without end", "exec cat /dev/zero");
    holes("holes: none", "exit 1");
    holes("holes: of another file", "exec REAL -S -cf - -- ./t/a");
    holes("holes: of a larger file", "truncate -s 80000000 TOP/there/more; exec REAL -S -C TOP/there -cf - more");
    holes("holes: without a file", "head -c 70000000 /dev/urandom");
}

void TstDownloadHostile::believesNothing()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, failed);
    QFETCH(QByteArray, arrived);
    if (tool == "dd")
        m_fixture.run("head -c 70000000 /dev/zero > there/t/large");
    if (script.contains("*--sparse*"))
        m_fixture.run("truncate -s 70000000 there/t/large");
    m_fixture.replaceTool(tool, script);
    const QByteArray outside = "find . \\( -path ./there -o -path ./here/t -o -name journal \\) -prune -o -printf '%p "
                               "%y %m ' \\( -type d -printf '\\n' -o -printf '%s %l\\n' \\) | "
                               "sort; cat elsewhere/* here/own here/t.own";
    const QByteArray before = m_fixture.run(outside);
    QVERIFY(testing::writeFile(u"/proc/self/clear_refs"_s, "5")); // the peak begins here
    const qint64 memory = peakKiB();

    TransferPlan plan = m_fixture.plan(false, {"t"});
    if (!testing::isLongRun())
        plan.mostEntries = 200'000;
    const auto way = m_fixture.copy(testing::TransferWay::Down, plan);
    const auto result = way->run();
    if (!testing::isSanitized) // a heap that holds on to what was freed
        QVERIFY2(peakKiB() - memory < 100 * 1024, QByteArray::number(peakKiB() - memory));

    if (failed.isEmpty()) {
        QVERIFY(!result);
        QCOMPARE(int(result.error().code), int(ErrorCode::CommandFailed));
        VERIFY_RESULT(way->discard());
    } else {
        VERIFY_RESULT(result);
        if (failed == "ok")
            QCOMPARE(way->failed().count(), 0);
        else
            QVERIFY(way->failed().has(failed));
        QCOMPARE(m_fixture.run("cd here/t 2>/dev/null && find . ! -type d -printf '%p\\n' | sort | tr '\\n' ' '"),
                 arrived);
        QCOMPARE(m_fixture.run("find here ! -type d ! -type f ! -type l; find here -perm /7000"), "");
    }
    QCOMPARE(
        m_fixture.run("cd here/t 2>/dev/null && for f in a b; do [ ! -e $f ] || cat $f; done | grep -vx 'one\\|two'"),
        "");
    QCOMPARE(m_fixture.run(outside), before);
}

BATCHDECK_TEST(QCoreApplication, TstDownloadHostile)

#include "tst_downloadhostile.moc"
