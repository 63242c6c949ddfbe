// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "engine/launch/shellwords.h"
#include "tests/launch/planview.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;

class TstShellWords : public QObject
{
    Q_OBJECT

private slots:
    void writesWords_data();
    void writesWords();
    void isReadBackByAShell_data();
    void isReadBackByAShell();
    void tellsPlainLines_data();
    void tellsPlainLines();
    void findsVariables_data();
    void findsVariables();
};

void TstShellWords::writesWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("word");
    QTest::newRow("path") << u"/a-b/c.d_e,f:g@h%i+j=k~l"_s << u"/a-b/c.d_e,f:g@h%i+j=k~l"_s;
    QTest::newRow("variable") << u"$PLAIN/${PLAIN}x"_s << u"$PLAIN/${PLAIN}x"_s;
    QTest::newRow("unknown variable") << u"$UNKNOWN/x"_s << u"$UNKNOWN/x"_s;
    QTest::newRow("space") << u"$PLAIN/a b"_s << u"\"$PLAIN/a b\""_s;
    QTest::newRow("variable with a space") << u"$SPACED/x"_s << u"\"$SPACED/x\""_s;
    QTest::newRow("in braces") << u"${SPACED}x"_s << u"\"${SPACED}x\""_s;
    QTest::newRow("through another") << u"$INDIRECT/x"_s << u"\"$INDIRECT/x\""_s;
    QTest::newRow("variable with a star") << u"$STARRED"_s << u"\"$STARRED\""_s;
    QTest::newRow("defined anew") << u"$ANEW"_s << u"$ANEW"_s;
    QTest::newRow("name of which one is a part") << u"$SPACEDOUT"_s << u"$SPACEDOUT"_s;
    QTest::newRow("alternatives") << u"/{a,b}"_s << u"\"/{a,b}\""_s;
    QTest::newRow("positional") << u"$1/$$"_s << u"\"\\$1/\\$\\$\""_s;
    QTest::newRow("command") << u"$(id)`id`"_s << u"\"\\$(id)\\`id\\`\""_s;
    QTest::newRow("default value") << u"${A:-b}"_s << u"\"\\${A:-b}\""_s;
    QTest::newRow("quotes") << u"a\"b'c\\d"_s << u"\"a\\\"b'c\\\\d\""_s;
    QTest::newRow("placeholder") << u"<X>/a"_s << u"\"<X>/a\""_s;
    QTest::newRow("other letters") << u"/ä"_s << u"\"/ä\""_s;
    QTest::newRow("home") << u"~/x"_s << u"~/x"_s;
    QTest::newRow("home, and a space") << u"~/a b"_s << u"~/\"a b\""_s;
    QTest::newRow("nothing") << QString() << u"\"\""_s;
}

void TstShellWords::writesWords()
{
    QFETCH(const QString, text);
    QFETCH(const QString, word);
    ShellWords words;
    words.define(
        {{u"PLAIN"_s, u"/p"_s}, {u"SPACED"_s, u"/s p"_s}, {u"INDIRECT"_s, u"/i/${SPACED}"_s}, {u"STARRED"_s, u"*"_s}});
    words.define({{u"ANEW"_s, u"a b"_s}, {u"ANEW"_s, u"ab"_s}});
    QCOMPARE(words.word(text), word);
}

void TstShellWords::isReadBackByAShell_data()
{
    QTest::addColumn<QString>("text");
    for (const QString &text :
         {u"plain"_s, u"a b"_s, u"$(echo bad)"_s, u"`echo bad`"_s, u"'; echo bad; '"_s, u"\"; echo bad; \""_s,
          u"a\nb"_s, u"\\"_s, u"${X:-bad}"_s, u"*"_s, u"{a,b}"_s, u"$1$$"_s, u"!x"_s, u"a#b"_s, u"ä€"_s, u" "_s})
        QTest::newRow(text.toUtf8().constData()) << text;
}

void TstShellWords::isReadBackByAShell()
{
    QFETCH(const QString, text);
    QCOMPARE(testing::bash(u"printf '<%s>' "_s + ShellWords().word(text)), QByteArray('<' + text.toUtf8() + '>'));
    QCOMPARE(testing::bash(u"printf '<%s>' "_s + ShellWords::literal(text)), QByteArray('<' + text.toUtf8() + '>'));
    const QString named = u"~$HOME"_s + text;
    QCOMPARE(testing::bash(u"printf '<%s>' "_s + ShellWords::literal(named)), QByteArray('<' + named.toUtf8() + '>'));
}

void TstShellWords::tellsPlainLines_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("isPlain");
    QTest::newRow("words") << u"python -u $AZ/x.py --a=b 1"_s << true;
    QTest::newRow("nothing") << u" "_s << false;
    QTest::newRow("two commands") << u"a; b"_s << false;
    QTest::newRow("pipe") << u"a | b"_s << false;
    QTest::newRow("quotes") << u"a 'b c'"_s << false;
    QTest::newRow("assignment") << u"A=1 b"_s << false;
    QTest::newRow("substitution") << u"a $(b)"_s << false;
    QTest::newRow("star") << u"a *.py"_s << false;
    QTest::newRow("two lines") << u"a\nb"_s << false;
}

void TstShellWords::tellsPlainLines()
{
    QFETCH(const QString, line);
    QFETCH(const bool, isPlain);
    QCOMPARE(ShellWords::isPlainLine(line), isPlain);
}

void TstShellWords::findsVariables_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("names");
    QTest::newRow("both forms, once") << u"$A/${B}x$A"_s << QStringList{u"A"_s, u"B"_s};
    QTest::newRow("end of a name") << u"$A-b$C.d"_s << QStringList{u"A"_s, u"C"_s};
    QTest::newRow("none") << u"$1 $ $$ ${A:-x} $(b) \\$C ${D"_s << QStringList();
    QTest::newRow("behind backslashes") << u"\\$A \\\\$B \\\\\\$C"_s << QStringList{u"B"_s};
    QTest::newRow("at the end") << u"x$"_s << QStringList();
}

void TstShellWords::findsVariables()
{
    QFETCH(const QString, text);
    QFETCH(const QStringList, names);
    QCOMPARE(variablesIn(text), names);
}

BATCHDECK_TEST(QCoreApplication, TstShellWords)
#include "tst_shellwords.moc"
