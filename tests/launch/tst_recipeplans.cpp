// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/launch/launchplan.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QHash>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using engine::ResourceKind;
using testing::contentOf;

namespace {

const QString home = u"/home/u/.batchdeck"_s;

QString recipes()
{
    return qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
        + u"/batch-ai/recipes"_s;
}

QString tableFolder()
{
    return QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/launch/data");
}

/// A block of the table: a recipe, how it is planned, and what should come of it.
struct Expectation
{
    QString
        title; // "DIR/FILE, shared home, map SOURCE TARGET, mpi FLAVOUR, gpus N, tool NAME, loopback, only run toolkit"
    QStringList lines; // without their indentation

    [[nodiscard]] QString file() const { return title.section(u", "_s, 0, 0); }
    [[nodiscard]] bool isOwn() const { return title.startsWith(u"own/"); }
    [[nodiscard]] QString path() const { return (isOwn() ? tableFolder() : recipes()) + u'/' + file(); }
    [[nodiscard]] QStringList options() const { return title.split(u", "_s).mid(1); }
};

/// Reads data/recipeplans.txt, which says what its words mean.
class TableReader
{
public:
    QList<Expectation> read(const QString &text)
    {
        const QStringList lines = joined(text);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QString &line = lines.at(i);
            const QString word = line.section(u' ', 0, 0);
            if (word == u"let") {
                m_texts.insert(line.section(u' ', 1, 1), filled(line.section(u' ', 2), m_texts));
            } else if (word == u"define") {
                QStringList &content = m_lists[line.section(u' ', 1)];
                while (lines.at(++i) != u"end")
                    content.append(lines.at(i));
            } else if (word == u"recipe") {
                m_blocks.append({line.section(u' ', 1), {}});
            } else if (!m_blocks.isEmpty()) {
                add(line, m_texts);
            }
        }
        return m_blocks;
    }

private:
    using Texts = QHash<QString, QString>;

    static QStringList joined(const QString &text)
    {
        QStringList lines;
        bool goesOn = false;
        for (QString line : text.split(u'\n')) {
            line = line.trimmed();
            if (!goesOn && (line.isEmpty() || line.startsWith(u'#')))
                continue;
            const bool open = line.endsWith(u'\\');
            if (open)
                line.chop(1);
            if (goesOn)
                lines.last() += line;
            else
                lines.append(line);
            goesOn = open;
        }
        return lines;
    }

    static QString filled(QString text, const Texts &texts)
    {
        for (auto it = texts.begin(); it != texts.end(); ++it)
            text.replace(u'{' + it.key() + u'}', it.value());
        return text;
    }

    void add(const QString &line, const Texts &texts)
    {
        if (!line.startsWith(u"use ")) {
            m_blocks.last().lines.append(filled(line, texts));
            return;
        }
        const QStringList words = line.split(u' ');
        Texts inner = texts;
        for (const QString &word : words.mid(2))
            inner.insert(word.section(u'=', 0, 0), filled(word.section(u'=', 1), texts));
        Q_ASSERT(m_lists.contains(words.at(1)));
        for (const QString &below : m_lists.value(words.at(1)))
            add(below, inner);
    }

    Texts m_texts;
    QHash<QString, QStringList> m_lists;
    QList<Expectation> m_blocks;
};

QList<Expectation> expectations()
{
    return TableReader().read(QString::fromUtf8(contentOf(tableFolder() + u"/recipeplans.txt"_s)));
}

QString warningText(const engine::Fault &warning)
{
    return u"warning "_s + warning.target;
}

QString writtenHostfile(const QList<engine::PlannedFile> &files)
{
    for (const engine::PlannedFile &file : files) {
        if (file.path == u"temp/hostfile")
            return u"hostfile "_s + QString::fromUtf8(file.content).trimmed().replace(u"\n"_s, u" | "_s);
    }
    return u"no hostfile"_s;
}

QStringList written(const engine::PlannedMount &mount)
{
    const QString name = mount.volume.source.section(u'/', -1);
    QStringList lines{
        u"mount of the %1, %2 at %3"_s.arg(mount.isOfCluster ? u"cluster"_s : u"job"_s, name, mount.path)};
    if (!mount.mappedTo.isEmpty())
        lines.append(u"mapped to "_s + mount.mappedTo);
    lines.append(u"by "_s + mount.commandLine);
    return lines;
}

QStringList written(const engine::PlannedContainer &container)
{
    return QStringList{u"container %1 with %2"_s.arg(container.image, container.tool)} + container.commands
        + QStringList{u"each with "_s + container.prefix, u"stopped by "_s + container.stop};
}

QStringList written(const engine::PlannedCommand &command)
{
    const QString task = command.task.isEmpty() ? QString() : QString(u' ' + command.task);
    QStringList lines{
        u"run %1%2, processes %3, index %4"_s.arg(command.purpose, task).arg(command.processes).arg(command.index),
        command.commandLine};
    for (const auto &[name, value] : command.environment)
        lines.append(u"with "_s + name + u'=' + value);
    return lines << u"to "_s + command.standardOutput + u", "_s + command.standardError;
}

QStringList written(const engine::NodePlan &plan, bool isShort)
{
    QStringList lines{u"node %1 in %2"_s.arg(plan.node, plan.directory), writtenHostfile(plan.files)};
    if (!isShort) {
        for (const engine::PlannedMount &mount : plan.mounts)
            lines += written(mount);
        if (plan.container)
            lines += written(*plan.container);
        lines.append(u"stdouterr "_s + plan.standardOutputDirectory);
        for (const auto &[id, path] : plan.outputDirectories)
            lines.append(u"output "_s + id + u' ' + path);
        for (qsizetype i = 0; i < plan.environment.size(); ++i)
            lines.append(QString(i < plan.ownVariables ? u"set "_s : u"user "_s) + plan.environment.at(i).first + u'='
                         + plan.environment.at(i).second);
    }
    for (const engine::PlannedCommand &command : plan.commands) {
        if (!isShort || command.purpose == u"toolkit")
            lines += written(command);
    }
    return isShort ? lines : lines << u"logs "_s + plan.logFiles.join(u' ');
}

// A * of the table stands for a path of ours.
bool agree(const QString &expected, const QString &actual)
{
    if (!expected.contains(u'*') || expected == actual)
        return expected == actual;
    QStringList pieces = expected.split(u'*');
    for (QString &piece : pieces)
        piece = QRegularExpression::escape(piece);
    return QRegularExpression(u"\\A"_s + pieces.join(u"[^ ,*]+"_s) + u"\\z"_s).match(actual).hasMatch();
}

/// Lines that differ, "-" of the table and "+" of the plan, with the node and what they stand under; empty: none do.
QString difference(const QStringList &expected, const QStringList &actual)
{
    const qsizetype rows = expected.size(), columns = actual.size();
    QList<QList<int>> common(rows + 1, QList<int>(columns + 1, 0)); // of the tails from there on
    for (qsizetype i = rows - 1; i >= 0; --i) {
        for (qsizetype j = columns - 1; j >= 0; --j)
            common[i][j] = agree(expected.at(i), actual.at(j)) ? common[i + 1][j + 1] + 1
                                                               : std::max(common[i + 1][j], common[i][j + 1]);
    }
    QString text;
    QString node = u"plan"_s;
    qsizetype i = 0, j = 0;
    while (i < rows || j < columns) {
        if (i < rows && j < columns && agree(expected.at(i), actual.at(j))) {
            if (expected.at(i).startsWith(u"node "))
                node = expected.at(i).section(u' ', 1, 1);
            ++i;
            ++j;
        } else if (j == columns || (i < rows && common[i + 1][j] >= common[i][j + 1])) {
            text += node + u"  - "_s + expected.at(i++) + u'\n';
        } else {
            text += node + u"  + "_s + actual.at(j++) + u'\n';
        }
    }
    return text;
}

// As batchctl fills in what a recipe leaves to it.
QByteArray completed(QByteArray text)
{
    return text.replace("<AZURE_BATCHAI_STORAGE_ACCOUNT>", "recipes");
}

int gpusOf(const QJsonObject &cluster)
{
    const QString size = cluster.value(u"properties"_s).toObject().value(u"vmSize"_s).toString();
    return size == u"STANDARD_NC24R" ? 4 : size == u"STANDARD_NC6" ? 1 : 0;
}

/// What a block plans.
struct Planned
{
    engine::PlanView view;
    QList<engine::Fault> faults;
    QList<engine::Fault> warnings; // of the job's document
};

void apply(const QStringList &option, engine::PlanView &view)
{
    const QString &word = option.constFirst();
    if (word == u"shared")
        view.hasSharedHome = true;
    else if (word == u"map")
        view.volumes.append({option.at(1), option.at(2)});
    for (engine::PlanNode &node : view.nodes) {
        if (word == u"mpi")
            node.mpi = option.at(1);
        else if (word == u"gpus")
            node.gpus = option.at(1).toInt();
        else if (word == u"tool")
            node.containerTool = option.at(1);
        else if (word == u"loopback")
            node.address.replace(u"10."_s, u"127."_s);
    }
}

Planned prepared(const Expectation &expectation)
{
    const QString path = expectation.path();
    const engine::DocumentCheck job = checkDocument(ResourceKind::Job, completed(contentOf(path)));
    const QString clusterPath = path.section(u'/', 0, -2) + u"/cluster.derived.json"_s;
    const engine::DocumentCheck cluster = expectation.isOwn()
        ? engine::DocumentCheck()
        : checkDocument(ResourceKind::Cluster, completed(contentOf(clusterPath)));
    Planned planned;
    planned.faults = job.faults;
    planned.warnings = job.warnings;
    engine::PlanView &view = planned.view;
    view.job = engine::ResourceId::group(u"sub"_s, u"rg"_s)
                   .child(ResourceKind::Workspace, u"ws"_s)
                   .child(ResourceKind::Experiment, u"exp"_s)
                   .child(ResourceKind::Job, u"job"_s);
    view.jobUuid = u"uuid"_s;
    view.document = withDefaults(ResourceKind::Job, job.document);
    view.cluster = withDefaults(ResourceKind::Cluster, cluster.document);
    const int nodes = view.document.value(u"properties"_s).toObject().value(u"nodeCount"_s).toInt();
    for (int i = 0; i < nodes; ++i)
        view.nodes.append({u"node%1"_s.arg(i), u"10.0.0.%1"_s.arg(i + 4), home, u"m%1"_s.arg(i), gpusOf(view.cluster)});
    for (const QString &option : expectation.options())
        apply(option.split(u' '), view);
    return planned;
}

} // namespace

class TstRecipePlans : public QObject
{
    Q_OBJECT

private slots:
    void namesEveryRecipe();
    void plansARecipe_data();
    void plansARecipe();
    void tellsHowToMapAVolume();
};

void TstRecipePlans::namesEveryRecipe()
{
    if (!QDir(recipes()).exists())
        SKIP_UNLESS_ALL("no recipes below BATCHDECK_TEST_DATA");
    QStringList named;
    for (const Expectation &expectation : expectations())
        named.append(expectation.file());
    QStringList missing;
    for (const QString &folder : QDir(recipes()).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const QString &file : QDir(recipes() + u'/' + folder).entryList({u"job*.json"_s})) {
            if (!named.contains(QString(folder + u'/' + file)))
                missing.append(folder + u'/' + file);
        }
    }
    QCOMPARE(missing, QStringList());
}

void TstRecipePlans::plansARecipe_data()
{
    QTest::addColumn<int>("block");
    const QList<Expectation> all = expectations();
    for (int i = 0; i < all.size(); ++i)
        QTest::newRow(qPrintable(all.at(i).title)) << i;
}

void TstRecipePlans::plansARecipe()
{
    QFETCH(const int, block);
    const Expectation expectation = expectations().at(block);
    if (!expectation.isOwn() && !QDir(recipes()).exists())
        SKIP_UNLESS_ALL("no recipes below BATCHDECK_TEST_DATA");
    const Planned planned = prepared(expectation);
    QVERIFY2(planned.faults.isEmpty(),
             planned.faults.isEmpty() ? "" : qPrintable(planned.faults.constFirst().message.englishText()));
    const engine::LaunchPlan plan = planLaunch(planned.view);
    const bool isShort = expectation.options().contains(u"only run toolkit"_s);
    QStringList lines;
    if (!isShort) {
        lines.append(u"segment "_s + plan.pathSegment);
        for (const engine::Fault &warning : planned.warnings + plan.warnings)
            lines.append(warningText(warning));
        std::sort(lines.begin() + 1, lines.end());
    }
    for (const engine::NodePlan &node : plan.nodes)
        lines += written(node, isShort);
    QStringList expected = expectation.lines;
    const auto isWarning = [](const QString &line) { return line.startsWith(u"warning "); };
    const auto first = std::find_if(expected.begin(), expected.end(), isWarning);
    std::sort(first, std::find_if_not(first, expected.end(), isWarning));
    const QString differing = difference(expected, lines);
    if (!differing.isEmpty()) // QtTest cuts long messages off
        std::printf("%s: - of the table, + of the plan\n%s", qPrintable(expectation.title), qPrintable(differing));
    QVERIFY(differing.isEmpty());
}

void TstRecipePlans::tellsHowToMapAVolume()
{
    const Planned planned = prepared({u"own/custom.json"_s, {}});
    const engine::LaunchPlan plan = planLaunch(planned.view);
    QCOMPARE(plan.warnings.size(), 1);
    for (const engine::Fault &warning : plan.warnings) {
        const QString words = warning.message.englishText();
        QVERIFY2(words.contains(u"batchctl volume map "), qPrintable(words));
    }
}

BATCHDECK_TEST(QCoreApplication, TstRecipePlans)
#include "tst_recipeplans.moc"
