// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/ignorefiles.h"

#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/places/wildcards.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <set>

using namespace engine;
using namespace Qt::StringLiterals;

using Paths = std::set<QByteArray>;

/// What is left out of an upload, against what git says.
class TstIgnoreFiles final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void judges_data();
    void judges();
    void endsSoonWhateverThePattern();
    void leavesOutWhatItsFilesName();
    void readsGitsFilesOnDemand();
    void looksAboveInARepository();
    void readsNoLinkAndNoPipe();
    void agreesWithGit();

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &bytes = {}) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] Paths taken(const QByteArray &name, IgnoreFiles which) const
    {
        Paths paths;
        TreeWalk tree(
            m_folder->path().toUtf8(), name, [](const QByteArray &, int) {}, which);
        while (const auto entry = tree.next())
            paths.insert(entry->path);
        return paths;
    }
    QByteArray git(const QStringList &words, const QByteArray &input = {}) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"HOME"_s, path(u"no home"_s));
        environment.insert(u"XDG_CONFIG_HOME"_s, path(u"no home"_s));
        environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(path(u"tree"_s));
        process.start(u"git"_s, words);
        process.write(input);
        process.closeWriteChannel();
        process.waitForFinished(testing::patience);
        return process.readAllStandardOutput();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstIgnoreFiles::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TstIgnoreFiles::judges_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QByteArray>("path"); // a folder's ends with a slash
    QTest::addColumn<bool>("isIgnored");
    const auto row = [](const char *rules, const char *path, bool isIgnored) {
        QTest::addRow("%s: %s", QByteArray(rules).replace('\n', " | ").constData(), path)
            << QByteArray(rules) << QByteArray(path) << isIgnored;
    };
    row("*.o", "a/b/c.o", true);
    row("*.o", "a/b/c.oo", false);
    row("*.o\n!keep.o", "keep.o", false);
    row("!keep.o\n*.o", "keep.o", true);
    row("/build", "build", true);
    row("/build", "a/build", false);
    row("build/", "a/build/", true);
    row("build/", "a/build", false);
    row("a/b", "a/b", true);
    row("a/b", "x/a/b", false);
    row("**/b", "x/a/b", true);
    row("**/b", "b", true);
    row("a/**", "a/x/y", true);
    row("a/**", "a/", false);
    row("a/**/b", "a/b", true);
    row("a/**/b", "a/x/y/b", true);
    row("a/*/b", "a/x/y/b", false);
    row("# a comment\n\\#file", "#file", true);
    row("\\!file", "!file", true);
    row("trailing   ", "trailing", true);
    row("trailing\\ ", "trailing ", true);
    row("one\r\ntwo\r\n", "one", true);
    row("\xEF\xBB\xBFmarked", "marked", true);
    row("file[0-9]", "file7", true);
    row("file[!0-9]", "file7", false);
    row("file[[:alpha:]_]", "file_", true);
    row("file[[:nothing:]]", "file:", false);
    row("file[", "file[", false);
    row("a?c", "a/c", false);
    row("\xFF*", "\xFF\xFE", true);
}

void TstIgnoreFiles::judges()
{
    QFETCH(QByteArray, rules);
    QFETCH(QByteArray, path);
    IgnoreRules read;
    read.add(rules);
    const bool isFolder = path.endsWith('/');
    QTEST(read.judge(isFolder ? path.chopped(1) : path, isFolder) == IgnoreRules::Verdict::Ignored, "isIgnored");
}

// Git takes exponential time for such a one.
void TstIgnoreFiles::endsSoonWhateverThePattern()
{
    const QByteArray pattern = QByteArray("**/").repeated(40) + QByteArray("*a").repeated(100) + "b";
    QByteArray path = QByteArray("aaaa/").repeated(40);
    path += QByteArray(250, 'a');
    QVERIFY(!matchesWildcards(pattern, path));
    path += 'b';
    QVERIFY(matchesWildcards(pattern, path));
}

void TstIgnoreFiles::leavesOutWhatItsFilesName()
{
    write(u"data/.batchdeckignore"_s, "*.tmp\ncache/\n");
    write(u"data/a.tmp"_s);
    write(u"data/a.txt"_s);
    write(u"data/cache/big/file"_s);
    write(u"data/sub/.batchdeckignore"_s, "!b.tmp\n");
    write(u"data/sub/b.tmp"_s);
    write(u"data/sub/c.tmp"_s);
    QCOMPARE(taken("data", IgnoreFiles::Ours),
             (Paths{"data", "data/.batchdeckignore", "data/a.txt", "data/sub", "data/sub/.batchdeckignore",
                    "data/sub/b.tmp"}));
    QCOMPARE(taken("data", IgnoreFiles::None).size(), size_t(11));
    write(u".batchdeckignore"_s, "data\n"); // what is asked for is taken
    QCOMPARE(taken("data", IgnoreFiles::Ours).size(), size_t(6));

    TreeWalk tree(
        m_folder->path().toUtf8(), "data", [](const QByteArray &, int) {}, IgnoreFiles::Ours);
    while (tree.next()) { }
    QCOMPARE(tree.ignored(), 3);
}

void TstIgnoreFiles::readsGitsFilesOnDemand()
{
    write(u"data/.gitignore"_s, "*.o\n");
    write(u"data/.batchdeckignore"_s, "!kept.o\n");
    write(u"data/kept.o"_s);
    write(u"data/other.o"_s);
    QVERIFY(taken("data", IgnoreFiles::Ours).contains("data/other.o"));
    const Paths paths = taken("data", IgnoreFiles::OursAndGit);
    QVERIFY(!paths.contains("data/other.o"));
    QVERIFY(paths.contains("data/kept.o"));
}

void TstIgnoreFiles::looksAboveInARepository()
{
    write(u"repo/.gitignore"_s, "*.o\n/src/lib/out\n");
    write(u"repo/src/lib/a.o"_s);
    write(u"repo/src/lib/out"_s);
    write(u"repo/src/lib/a.c"_s);
    const auto walked = [this] {
        Paths paths;
        TreeWalk tree(
            path(u"repo/src"_s).toUtf8(), "lib", [](const QByteArray &, int) {}, IgnoreFiles::OursAndGit);
        while (const auto entry = tree.next())
            paths.insert(entry->path);
        return paths;
    };
    QCOMPARE(walked().size(), size_t(4)); // no repository
    QDir().mkpath(path(u"repo/.git"_s));
    QCOMPARE(walked(), (Paths{"lib", "lib/a.c"}));
}

void TstIgnoreFiles::readsNoLinkAndNoPipe()
{
    write(u"rules"_s, "*\n");
    write(u"data/linked/file"_s);
    write(u"data/piped/file"_s);
    QVERIFY(QFile::link(path(u"rules"_s), path(u"data/linked/.batchdeckignore"_s)));
    QCOMPARE(QProcess::execute(u"mkfifo"_s, {path(u"data/piped/.batchdeckignore"_s)}), 0);
    const Paths paths = taken("data", IgnoreFiles::Ours);
    QVERIFY(paths.contains("data/linked/file"));
    QVERIFY(paths.contains("data/piped/file"));
}

// Patterns of the pieces that mean something, over a tree of names that may meet them.
void TstIgnoreFiles::agreesWithGit()
{
    SKIP_WITHOUT("git");
    const QByteArrayList names{"a",   "b",   "ab", "a.b",  "a b", "!a", "#a",
                               "[a]", "a-b", "A",  "a\\b", ".a",  "*",  "\xC3\xA4"};
    const QByteArrayList folders{"", "a/", "b/", "a/b/", "a/a/b/", "a b/", "ab/[a]/", "b/a/", "b/!a/"};
    QByteArrayList all;
    for (const QByteArray &folder : folders)
        QDir().mkpath(path(u"tree/"_s + QString::fromUtf8(folder) + u"z"_s));
    for (const QByteArray &folder : folders) {
        for (const QByteArray &name : names) {
            if (const QString file = path(u"tree/"_s + QString::fromUtf8(folder + name)); !QFileInfo::exists(file))
                write(u"tree/"_s + QString::fromUtf8(folder + name));
        }
    }
    git({u"init"_s, u"-q"_s});
    for (const QByteArray &known : taken("tree", IgnoreFiles::None)) {
        if (known != "tree" && !known.startsWith("tree/.git"))
            all.append(known.sliced(5));
    }
    QVERIFY(all.size() > 100);

    const QByteArrayList pieces{"a",    "b",           "ab",      "z",    ".",     "*",    "**",  "/",  "/",
                                "**/",  "/**",         "?",       "[a",   "]",     "[",    "[!",  "[^", "[a-b]",
                                "[!a]", "[[:alpha:]]", "[[:x:]]", "\\",   "\\*",   " ",    "\\ ", "!",  "#",
                                "-",    "*b",          "a*",      "[]a]", "[a\\]", "\xC3", "\r"};
    const quint32 seed = qEnvironmentVariableIsSet("BATCHDECK_TEST_SEED")
        ? quint32(qEnvironmentVariableIntValue("BATCHDECK_TEST_SEED"))
        : 20261122;
    QRandomGenerator random(seed);
    const auto rules = [&] {
        QByteArray text;
        for (int line = random.bounded(1, 5); line > 0; --line) {
            text += random.bounded(4) == 0 ? "!" : "";
            for (int piece = random.bounded(1, 5); piece > 0; --piece)
                text += pieces.at(random.bounded(int(pieces.size())));
            text += random.bounded(5) == 0 ? "/\n" : "\n";
        }
        return text;
    };
    for (int round = 0; round < 400; ++round) {
        const QByteArray top = rules();
        const QByteArray below = rules();
        write(u"tree/.gitignore"_s, top);
        write(u"tree/a/.gitignore"_s, below);
        const Paths here = taken("tree", IgnoreFiles::OursAndGit);
        const QByteArrayList ignored =
            git({u"check-ignore"_s, u"--no-index"_s, u"-z"_s, u"--stdin"_s}, all.join('\0') + '\0').split('\0');
        const Paths there(ignored.cbegin(), ignored.cend());
        for (const QByteArray &one : std::as_const(all)) {
            if (here.contains("tree/" + one) == there.contains(one))
                QFAIL(qPrintable(
                    u"seed %1, round %2: %3 is %4 by git; in the tree:\n%5\nin a/:\n%6"_s.arg(seed).arg(round).arg(
                        QString::fromUtf8(one), there.contains(one) ? u"ignored"_s : u"kept"_s, QString::fromUtf8(top),
                        QString::fromUtf8(below))));
        }
    }
}

BATCHDECK_TEST(QCoreApplication, TstIgnoreFiles)

#include "tst_ignorefiles.moc"
