// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/launch/launchplan.h"
#include "tests/batchai/faulttexts.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QHash>
#include <QStringEncoder>

#include <cstdio>

using namespace Qt::StringLiterals;
using engine::ResourceKind;
using testing::faultTexts;

namespace {

/// A block of a table; plans.txt says what its parts are.
struct Block
{
    QString title;
    QStringList words; // the kind, then how its bytes are changed
    QHash<QString, QStringList> parts;

    [[nodiscard]] bool is(const QString &word) const { return words.contains(word); }

    [[nodiscard]] ResourceKind kind() const
    {
        for (const ResourceKind kind : {ResourceKind::Job, ResourceKind::Cluster, ResourceKind::FileServer,
                                        ResourceKind::Experiment, ResourceKind::Workspace}) {
            if (is(toString(kind)))
                return kind;
        }
        qFatal("no kind: %s", qPrintable(title));
    }

    [[nodiscard]] QByteArray text() const
    {
        const QString plain = parts.value(u"text"_s).join(is(u"crlf"_s) ? u"\r\n"_s : u"\n"_s);
        if (is(u"utf16"_s))
            return QStringEncoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom).encode(plain);
        return (is(u"bom"_s) ? "\xef\xbb\xbf"_ba : ""_ba) + plain.toUtf8();
    }
};

QList<Block> blocks()
{
    QList<Block> all;
    for (const char *table : {"plans", "jobs", "others"}) {
        QFile file(
            QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/batchai/data/wild/%1.txt").arg(QLatin1StringView(table)));
        if (!file.open(QFile::ReadOnly))
            qFatal("no table %s", table);
        QString part;
        for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            if (line.startsWith(u"=== ")) {
                const QStringList words = line.sliced(4).split(u' ');
                qsizetype last = 0; // of the words with a comma
                while (words.at(last).endsWith(u','))
                    ++last;
                Block block{words.sliced(last + 1).join(u' '), {}, {}};
                for (QString word : words.first(last + 1))
                    block.words.append(word.remove(u','));
                all.append(block);
                part.clear();
            } else if (line.startsWith(u"--- ")) {
                part = line.sliced(4);
            } else if (!part.isEmpty() && !line.isEmpty()) {
                all.last().parts[part].append(line);
            }
        }
    }
    return all;
}

engine::PlanView viewOf(const QJsonObject &document)
{
    engine::PlanView view;
    view.job = engine::ResourceId::group(u"p"_s, u"g"_s)
                   .child(ResourceKind::Workspace, u"w"_s)
                   .child(ResourceKind::Experiment, u"e"_s)
                   .child(ResourceKind::Job, u"j"_s);
    view.jobUuid = u"u"_s;
    view.document = withDefaults(ResourceKind::Job, document);
    const int nodes = view.document[u"properties"_s][u"nodeCount"_s].toInt();
    for (int i = 0; i < nodes; ++i)
        view.nodes.append({u"n%1"_s.arg(i), u"10.0.0.%1"_s.arg(i + 4), u"/h"_s, u"m%1"_s.arg(i), 2});
    return view;
}

// The variables that come before those of the document; a plan's own table has their values.
QString exports(const engine::NodePlan &node)
{
    static const QStringList ofEachNode{u"AZ_BATCHAI_NODE_IP"_s, u"AZ_BATCH_NODE_ID"_s,
                                        u"AZ_BATCH_IS_CURRENT_NODE_MASTER"_s};
    QStringList names{u"LD_LIBRARY_PATH"_s, u"PATH"_s};
    for (const auto &[name, value] : node.environment) {
        if (!ofEachNode.contains(name))
            names.append(name);
        if (name == u"AZ_BATCHAI_STDOUTERR_DIR")
            break;
    }
    return u"-x "_s + names.join(u" -x "_s);
}

QStringList written(const engine::PlannedCommand &command)
{
    if (command.purpose == u"job preparation")
        return {u"prepare "_s + command.commandLine};
    const bool isOneOfMany = !command.task.isEmpty() || command.standardOutput != u"stdout.txt";
    QStringList lines{u"run %1%2x%3 %4"_s
                          .arg(command.task.isEmpty() ? QString() : QString(command.task + u' '),
                               isOneOfMany ? u"%1 "_s.arg(command.index) : QString())
                          .arg(command.processes)
                          .arg(command.commandLine)};
    for (const auto &[name, value] : command.environment)
        lines.append(u"with "_s + name + u'=' + value);
    return lines;
}

QStringList written(const engine::NodePlan &node, const QString &segment)
{
    QStringList lines{u"hosts "_s
                      + QString::fromUtf8(node.files.constFirst().content).trimmed().replace(u"\n"_s, u" | "_s)};
    for (const engine::PlannedMount &mount : node.mounts)
        lines.append(u"mount "_s + mount.commandLine);
    for (const QString &line : node.container ? node.container->commands : QStringList())
        lines.append(u"container "_s + line);
    bool isOfTheDocument = false;
    for (qsizetype i = 0; i < node.environment.size(); ++i) {
        const auto &[name, value] = node.environment.at(i);
        isOfTheDocument = isOfTheDocument || name == u"AZ_BATCHAI_STDOUTERR_DIR";
        if (isOfTheDocument)
            lines.append((i < node.ownVariables ? u"set "_s : u"user "_s) + name + u'=' + value);
    }
    for (const QString &name : node.secretNames)
        lines.append(u"secret "_s + name);
    for (const engine::PlannedCommand &command : node.commands)
        lines += written(command);
    lines.append(u"logs "_s + node.logFiles.join(u' '));
    for (QString &line : lines)
        line = node.node + u' ' + line.replace(segment, u"SEGMENT"_s).replace(exports(node), u"EXPORTS"_s);
    return lines;
}

// QtTest cuts long lists off.
bool agree(const char *what, const QStringList &actual, const QStringList &expected)
{
    for (const QString &line : expected) {
        if (!actual.contains(line))
            std::printf("  %s - %s\n", what, qPrintable(line));
    }
    for (const QString &line : actual) {
        if (!expected.contains(line))
            std::printf("  %s + %s\n", what, qPrintable(line));
    }
    return actual == expected;
}

} // namespace

/// Documents as people wrote them for the service, in all its interfaces, with the mistakes that they made.
class TstWildDocuments : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
};

void TstWildDocuments::reads_data()
{
    QTest::addColumn<int>("number");
    const QList<Block> all = blocks();
    QVERIFY2(all.size() >= 25, qPrintable(QString::number(all.size())));
    for (int i = 0; i < all.size(); ++i)
        QTest::addRow("%s: %s", qPrintable(all.at(i).words.constFirst()), qPrintable(all.at(i).title)) << i;
}

void TstWildDocuments::reads()
{
    QFETCH(const int, number);
    const Block block = blocks().at(number);
    const ResourceKind kind = block.kind();
    const engine::DocumentCheck check = checkDocument(kind, block.text());
    QVERIFY(agree("fault", faultTexts(check.faults), block.parts.value(u"faults"_s)));
    QVERIFY(agree("warning", faultTexts(check.warnings), block.parts.value(u"warnings"_s)));
    if (!check.document.isEmpty()) {
        const QByteArray text = engine::writeDocument(kind, check.document);
        const engine::DocumentCheck again = checkDocument(kind, text);
        QCOMPARE(again.document, check.document);
        QCOMPARE(again.isValid(), check.isValid());
        QVERIFY(!engine::writeDocument(kind, engine::withoutSecrets(check.document)).contains("not to be seen"));
    }
    if (kind != ResourceKind::Job || !check.isValid())
        return;
    const engine::PlanView view = viewOf(check.document);
    const engine::LaunchPlan plan = planLaunch(view);
    QStringList lines;
    for (const engine::NodePlan &node : plan.nodes) {
        lines += written(node, plan.pathSegment);
        QVERIFY(!describe(node).contains(u"not to be seen"));
    }
    QVERIFY(agree("plan", lines, block.parts.value(u"plan"_s)));
}

BATCHDECK_TEST(QCoreApplication, TstWildDocuments)
#include "tst_wilddocuments.moc"
