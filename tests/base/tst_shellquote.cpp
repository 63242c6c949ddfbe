// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "tests/support/shells.h"
#include "tests/support/testmain.h"

#include <QProcess>

using namespace Qt::StringLiterals;

class TstShellQuote : public QObject
{
    Q_OBJECT

private slots:
    void quotesWhatAnyShellReadsBack_data() { testing::addShellRows(); }
    void quotesWhatAnyShellReadsBack();
    void expandsNamesAndNothingElse_data() { testing::addShellRows(); }
    void expandsNamesAndNothingElse();

private:
    // What the shell makes of \a words, each on its own between two bars.
    static QByteArray read(const QStringList &shell, const QByteArrayList &words)
    {
        QProcess process;
        process.start(shell.constFirst(), shell.sliced(1));
        process.write("set +u; A='1 2'; B='$A'; printf '%s|' " + words.join(' ') + '\n');
        process.closeWriteChannel();
        return process.waitForFinished(testing::patience) && process.exitCode() == 0 ? process.readAllStandardOutput()
                                                                                     : "failed";
    }
};

void TstShellQuote::quotesWhatAnyShellReadsBack()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QByteArrayList texts{"",      "plain",    "a b",      "it's",     "''",       "\"",          "$A ${A}",
                               "`id`",  "$(id)",    "a\nb\n",   "\\",       "\\'",      "!x *? [a] ~", "-n",
                               "a;b&c", "\xc3\xa4", "\x01\x7f", "tab\tend", "#comment", "\xff\xfe"};
    QByteArrayList words;
    for (const QByteArray &text : texts)
        words.append(engine::shellQuote(text));
    QCOMPARE(read(shell, words), texts.join('|') + '|');
}

void TstShellQuote::expandsNamesAndNothingElse()
{
    QFETCH(const QStringList, shell);
    SKIP_WITHOUT_SHELL(shell);
    const QList<std::pair<QString, QByteArray>> cases{{u"$A"_s, "1 2"},
                                                      {u"x${A}y"_s, "x1 2y"},
                                                      {u"$B"_s, "$A"}, // a value is not read again
                                                      {u"$NOT_THERE/x"_s, "/x"},
                                                      {u"$(echo bad)"_s, "$(echo bad)"},
                                                      {u"`echo bad`"_s, "`echo bad`"},
                                                      {u"$((1+1))"_s, "$((1+1))"},
                                                      {u"${A:-bad}"_s, "${A:-bad}"},
                                                      {u"${A"_s, "${A"},
                                                      {u"${}"_s, "${}"},
                                                      {u"$1 $@ $? $$ $"_s, "$1 $@ $? $$ $"},
                                                      {u"\\$A ${B}\\$ \\$1"_s, "$A $A\\$ \\$1"},
                                                      {u"\\\\$A \\\\\\$A"_s, "\\1 2 \\$A"},
                                                      {u"\\n\\\\ \\${A} $$A"_s, "\\n\\\\ ${A} $1 2"},
                                                      {u"\"; echo bad; \""_s, "\"; echo bad; \""},
                                                      {u"it's"_s, "it's"},
                                                      {u"a\nb"_s, "a\nb"},
                                                      {u"ä*?~"_s, "\xc3\xa4*?~"},
                                                      {u"$Aä"_s, "1 2\xc3\xa4"},
                                                      {u""_s, ""}};
    QByteArrayList words;
    QByteArray expected;
    for (const auto &[text, value] : cases) {
        words.append(engine::shellExpandable(text));
        expected += value + '|';
    }
    QCOMPARE(read(shell, words), expected);
}

BATCHDECK_TEST(QCoreApplication, TstShellQuote)
#include "tst_shellquote.moc"
