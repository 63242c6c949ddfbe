// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/launch/launchplan.h"
#include "tests/batchai/rulerows.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::ResourceKind;
using testing::cpuCost;

// Work that grows with the square of a document makes a hostile one of 4 MiB hang the engine. What is eight times as
// long may take eight times as long, with room for sorting and for caches; a square would be 64 times.
namespace {

constexpr int factor = 8;
constexpr double allowed = 24;

QByteArray job(const QByteArray &more, const QByteArray &toolkit = R"("customToolkitSettings":{"commandLine":"x"})")
{
    return R"({"properties":{"nodeCount":2,"stdOutErrPathPrefix":"/o",)" + toolkit + (more.isEmpty() ? "" : ",") + more
        + "}}";
}

QByteArray armJob(const QByteArray &more)
{
    return R"({"type":"Microsoft.BatchAI/workspaces/experiments/jobs","apiVersion":"2018-05-01",)"
        + job(more).sliced(1);
}

// "NAME":[ITEM,ITEM…], each # of an item being its number.
QByteArray list(const char *name, const QByteArray &item, int count)
{
    QByteArray text = '"' + QByteArray(name) + "\":[";
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? QByteArray() : ","_ba) + QByteArray(item).replace('#', QByteArray::number(i));
    return text + ']';
}

QByteArray members(const QByteArray &member, int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? QByteArray() : ","_ba) + QByteArray(member).replace('#', QByteArray::number(i));
    return text;
}

using Make = QByteArray (*)(int count);

const QByteArray horovod = R"("horovodSettings":{"pythonScriptFilePath":"x.py"})"_ba;

QByteArray variables(int count)
{
    return job(list("environmentVariables", R"({"name":"N#","value":"$N1 v"})", count), horovod);
}
QByteArray secrets(int count)
{
    return job(list("secrets", R"({"name":"N#","value":"v"})", count), horovod);
}
QByteArray inputs(int count)
{
    return job(list("inputDirectories", R"({"id":"I#","path":"$AZ_BATCHAI_JOB_MOUNT_ROOT/m#"})", count), horovod);
}
QByteArray outputs(int count)
{
    return job(list("outputDirectories", R"({"id":"O#","pathPrefix":"/o","pathSuffix":"s#"})", count), horovod);
}
QByteArray mounts(int count)
{
    return job("\"mountVolumes\":{"
               + list("unmanagedFileSystems", R"({"mountCommand":"mount -t x y#","relativeMountPath":"m#"})", count)
               + '}');
}

QByteArray shares(int count)
{
    return job(
        "\"mountVolumes\":{"
        + list("azureFileShares",
               R"({"accountName":"a#","azureFileUrl":"https://a#.file.core.windows.net/s","relativeMountPath":"m#"})",
               count)
        + '}');
}
QByteArray containers(int count)
{
    return job(
        "\"mountVolumes\":{"
        + list("azureBlobFileSystems",
               R"({"accountName":"a#","containerName":"c#","relativeMountPath":"b#","mountOptions":"-o x -o y"})",
               count)
        + '}');
}
QByteArray fileServers(int count)
{
    return job("\"mountVolumes\":{"
               + list("fileServers", R"({"relativeMountPath":"n#","fileServer":{"id":
        "/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/fileServers/f#"}})",
                      count)
               + '}');
}

ResourceKind kindOf(const QByteArray &text)
{
    return text.contains("\"tags\"") ? ResourceKind::Workspace
        : text.contains("nodeSetup") ? ResourceKind::Cluster
        : text.contains("publicIPs") ? ResourceKind::FileServer
                                     : ResourceKind::Job;
}

} // namespace

Q_DECLARE_METATYPE(Make)

class TstLinearTime : public QObject
{
    Q_OBJECT

private slots:
    void readsInLinearTime_data();
    void readsInLinearTime();
    void plansInLinearTime_data();
    void plansInLinearTime();
    void staysFastOnHostileDocuments_data();
    void staysFastOnHostileDocuments();
    void refusesDepthAtOnce();
};

void TstLinearTime::readsInLinearTime_data()
{
    QTest::addColumn<Make>("make");
    QTest::addColumn<int>("count"); // so many take some milliseconds
    const auto row = [](const char *name, int count, Make make) { QTest::newRow(name) << make << count; };
    row("variables", 500, variables);
    row("secrets", 500, secrets);
    row("inputs", 500, inputs);
    row("outputs", 500, outputs);
    row("mounts", 500, mounts);
    row("the same id", 500,
        [](int n) -> QByteArray { return job(list("inputDirectories", R"({"id":"I","path":"/p"})", n)); });
    row("the same mount path", 500, [](int n) -> QByteArray {
        return job("\"mountVolumes\":{"
                   + list("unmanagedFileSystems", R"({"mountCommand":"m","relativeMountPath":"p"})", n) + '}');
    });
    row("unknown keys", 2000, [](int n) -> QByteArray { return job(members("\"key#\":1", n)); });
    row("a key given again and again", 2000, [](int n) -> QByteArray { return job(members("\"key\":#", n)); });
    row("keys given twice", 1000, [](int n) -> QByteArray { return job(members("\"key#\":1,\"key#\":2", n)); });
    row("keys in falling order", 2000, [](int n) -> QByteArray {
        QByteArray text;
        for (int i = n; i > 0; --i)
            text += (text.isEmpty() ? "\"k" : ",\"k") + QByteArray::number(1'000'000 + i) + "\":1";
        return job(text);
    });
    row("missing values of expressions", 1000, [](int n) -> QByteArray {
        return armJob(list("environmentVariables", R"({"name":"[parameters('n#')]","value":"v"})", n));
    });
    row("unknown keys of expressions", 2000,
        [](int n) -> QByteArray { return armJob(members("\"key#\":\"[parameters('p')]\"", n)); });
    row("expressions and unknown keys", 1000, [](int n) -> QByteArray {
        return armJob(members("\"key#\":\"[parameters('p')]\",\"other#\":1", n) + ','
                      + list("environmentVariables", "{}", n));
    });
    row("numbers in an unknown list", 5000, [](int n) -> QByteArray { return job(list("unknown", "#", n)); });
    row("objects in an unknown list", 2000,
        [](int n) -> QByteArray { return job(list("unknown", R"({"a":{"b":[#]}})", n)); });
    row("wrong types", 1000, [](int n) -> QByteArray { return job(list("inputDirectories", "7", n)); });
    row("missing keys", 1000, [](int n) -> QByteArray { return job(list("environmentVariables", "{}", n)); });
    row("a long text", 50'000, [](int n) -> QByteArray { return job("\"comment\":\"" + QByteArray(n, 'x') + '"'); });
    row("escapes", 20'000,
        [](int n) -> QByteArray { return job("\"comment\":\"" + QByteArray("\\u00e4\\n").repeated(n) + '"'); });
    row("marks in a text", 20'000,
        [](int n) -> QByteArray { return job("\"comment\":\"" + QByteArray("\\t\xef\xbb\xbf").repeated(n) + '"'); });
    row("a long command", 20'000, [](int n) -> QByteArray {
        return job({}, R"("customMpiSettings":{"commandLine":")" + QByteArray("$A \\\"b\\\" ").repeated(n) + "\"}");
    });
    row("placeholders", 5'000,
        [](int n) -> QByteArray { return job("\"comment\":\"" + QByteArray("<AZURE_BATCHAI_").repeated(n) + '"'); });
    row("a long key", 50'000, [](int n) -> QByteArray { return job('"' + QByteArray(n, 'k') + "\":1"); });
    row("a long comment", 50'000, [](int n) -> QByteArray { return "/*" + QByteArray(n, '*') + "*/" + job({}); });
    row("many comments", 20'000, [](int n) -> QByteArray { return QByteArray("//\n").repeated(n) + job({}); });
    row("empty lines", 50'000, [](int n) -> QByteArray { return QByteArray(n, '\n') + job("\"nodeCount\":\"x\""); });
    row("a comment that does not end", 50'000, [](int n) -> QByteArray { return "{/*" + QByteArray(n, '/'); });
    row("a text that does not end", 50'000, [](int n) -> QByteArray { return "{\"" + QByteArray(n, 'a'); });
    row("a long number", 50'000, [](int n) -> QByteArray { return job("\"comment\":" + QByteArray(n, '7')); });
    row("a long duration", 50'000, [](int n) -> QByteArray {
        return job(R"("constraints":{"maxWallClockTime":"P)" + QByteArray(n, '1') + "D\"}");
    });
    row("a long id", 20'000,
        [](int n) -> QByteArray { return job(R"("cluster":{"id":")" + QByteArray("/a").repeated(n) + "\"}"); });
    row("a long address", 50'000, [](int n) -> QByteArray {
        return job(R"("mountVolumes":{"azureFileShares":[{"azureFileUrl":"https://)" + QByteArray("a.").repeated(n)
                   + R"(","relativeMountPath":"m"}]})");
    });
    row("shares", 500, shares);
    row("containers", 500, containers);
    row("file servers", 500, fileServers);
    row("depth, again and again", 100, [](int n) -> QByteArray {
        return job(list("unknown", QByteArray("{\"a\":[").repeated(20) + '#' + QByteArray("]}").repeated(20), n));
    });
    row("cluster's volumes and secrets", 300, [](int n) -> QByteArray {
        return R"({"nodeSetup":{"setupTask":{"commandLine":"x","stdOutErrPathPrefix":"/",)"
            + list("secrets", R"({"name":"N#","value":"v"})", n) + "},\"mountVolumes\":{"
            + list("unmanagedFileSystems", R"({"mountCommand":"m","relativeMountPath":"p#"})", n) + "}}}";
    });
    row("wrong entries of a cluster", 300, [](int n) -> QByteArray {
        return R"({"nodeSetup":{"mountVolumes":{)"
            + list("azureFileShares", R"({"azureFileUrl":"x","relativeMountPath":"..","fileMode":"z"})", n) + "}}}";
    });
    row("source ranges", 2000, [](int n) -> QByteArray {
        return R"({"sshConfiguration":{)" + list("publicIPsToAllow", "\"10.0.0.#\"", n) + "}}";
    });
    row("tags", 2000, [](int n) -> QByteArray {
        return QByteArray(R"({"location":"x","tags":{)" + members("\"t#\":\"v\"", n) + "}}");
    });
}

void TstLinearTime::readsInLinearTime()
{
    QFETCH(const Make, make);
    QFETCH(const int, count);
    const ResourceKind kind = kindOf(make(1));
    const auto all = [kind](const QByteArray &text) {
        const engine::DocumentCheck check = checkDocument(kind, text);
        const QByteArray written = writeDocument(kind, check.document);
        const QJsonObject completed = withDefaults(kind, check.document);
        const QJsonObject shown = engine::withoutSecrets(completed);
        return written.size() + shown.size();
    };
    const QByteArray small = make(count), large = make(count * factor);
    QVERIFY(large.size() > small.size() * factor / 2 && large.size() < engine::maximumDocumentSize);
    const double one = cpuCost([&] { (void)all(small); });
    const double many = cpuCost([&] { (void)all(large); });
    // Below a millisecond, what every document costs hides how it grows.
    QVERIFY2(many < allowed * std::max(one, 1e-3), qPrintable(u"%1 ms, then %2 ms"_s.arg(one * 1e3).arg(many * 1e3)));
}

void TstLinearTime::plansInLinearTime_data()
{
    QTest::addColumn<Make>("make");
    QTest::addColumn<int>("count");
    QTest::newRow("variables") << Make(variables) << 2000;
    QTest::newRow("secrets") << Make(secrets) << 2000;
    QTest::newRow("inputs") << Make(inputs) << 2000;
    QTest::newRow("outputs") << Make(outputs) << 2000;
    QTest::newRow("mounts") << Make(mounts) << 2000;
    QTest::newRow("mounts and inputs") << Make([](int n) -> QByteArray {
        return mounts(n).chopped(2) + ',' + inputs(n).sliced(job({}, horovod).size() - 1);
    }) << 2000;
    QTest::newRow("shares in a container") << Make([](int n) -> QByteArray {
        return shares(n).chopped(2) + R"(,"containerSettings":{"imageSourceRegistry":{"image":"i"}}}})";
    }) << 1000;
    QTest::newRow("containers") << Make(containers) << 1000;
    QTest::newRow("file servers") << Make(fileServers) << 1000;
    QTest::newRow("a long command") << Make([](int n) -> QByteArray {
        return job({}, R"("customMpiSettings":{"commandLine":")" + QByteArray("$A \\\"b\\\" ").repeated(n) + "\"}");
    }) << 5000;
    QTest::newRow("a long script path") << Make([](int n) -> QByteArray {
        return job({}, R"("horovodSettings":{"pythonScriptFilePath":")" + QByteArray("$A/").repeated(n) + "\"}");
    }) << 5000;
}

void TstLinearTime::plansInLinearTime()
{
    QFETCH(const Make, make);
    QFETCH(const int, count);
    const auto viewOf = [](const QByteArray &text) {
        engine::PlanView view;
        view.job = engine::ResourceId::group(u"p"_s, u"g"_s)
                       .child(ResourceKind::Workspace, u"w"_s)
                       .child(ResourceKind::Experiment, u"e"_s)
                       .child(ResourceKind::Job, u"j"_s);
        view.document = withDefaults(ResourceKind::Job, checkDocument(ResourceKind::Job, text).document);
        view.cluster = {{u"properties"_s, QJsonObject{{u"nodeSetup"_s, view.document[u"properties"_s]}}}}; // its mounts
        view.volumes = {{u"https://*1*.file.*/s"_s, u"path:/x"_s}, {u"blob://*/c*"_s, u"place:/y"_s}};
        view.nodes = {{u"a"_s, u"10.0.0.4"_s, u"/h"_s, u"m0"_s, 1}, {u"b"_s, u"10.0.0.5"_s, u"/h"_s, u"m1"_s, 1}};
        return view;
    };
    const auto all = [](const engine::PlanView &view) {
        qsizetype size = 0;
        for (const engine::NodePlan &plan : planLaunch(view).nodes)
            size += wrapperPayload(plan).size() + describe(plan).size();
        return size;
    };
    const engine::PlanView small = viewOf(make(count)), large = viewOf(make(count * factor));
    QVERIFY(!large.document.isEmpty());
    const double one = cpuCost([&] { (void)all(small); });
    const double many = cpuCost([&] { (void)all(large); });
    QVERIFY2(many < allowed * std::max(one, 1e-3), qPrintable(u"%1 ms, then %2 ms"_s.arg(one * 1e3).arg(many * 1e3)));
}

void TstLinearTime::staysFastOnHostileDocuments_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QByteArray>("text");
    constexpr qsizetype size = 1'000'000;
    const auto many = [](const QByteArray &head, const QByteArray &each, const QByteArray &tail) {
        QByteArray text = head;
        for (int i = 0; text.size() < size; ++i)
            text += (i > 0 ? "," : "") + QByteArray(each).replace('#', QByteArray::number(i));
        return QByteArray(text + tail);
    };
    const auto repeated = [](const QByteArray &text) { return text.repeated(size / text.size()); };
    const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << ResourceKind::Job << text; };
    row("variables", many(R"({"environmentVariables":[)", R"({"name":"N#","value":""})", "]}"));
    row("secrets", many(R"({"secrets":[)", R"({"name":"N"})", "]}"));
    row("directories", many(R"({"inputDirectories":[)", R"({"id":"N#","path":"/"})", "]}"));
    row("mount paths", many(R"({"mountVolumes":{"unmanagedFileSystems":[)", R"({"relativeMountPath":"a/#"})", "]}}"));
    row("unknown keys", many(R"({"nodeCount":1,)", R"("k#":1)", "}"));
    row("list of lists", many(R"({"inputDirectories":[)", "[]", "]}"));
    row("slashes", rulerows::custom(rulerows::share({}, repeated("/./a"))));
    row("slashes of an id", rulerows::custom(R"("cluster":{"id":"/)" + repeated("a/") + "\"}"));
    row("hosts", rulerows::custom(rulerows::shareAt("https://" + repeated("a.file."))));
    row("open placeholders", rulerows::custom(rulerows::shareAt("https://" + repeated("<a"))));
    row("placeholders", rulerows::custom(rulerows::shareAt("https://a.file.x/" + repeated("<a>") + "?")));
    row("placeholders of ours", rulerows::custom(rulerows::shareAt(repeated("<AZURE_BATCHAI_"))));
    row("size", rulerows::custom(R"("containerSettings":{"shmSize":")" + repeated("1") + "\"}"));
    row("time", rulerows::custom(R"("constraints":{"maxWallClockTime":")" + repeated("1") + "\"}"));
    QTest::newRow("tags") << ResourceKind::Workspace << many(R"({"tags":{)", R"("k#":1)", "}}");
    QTest::newRow("source ranges") << ResourceKind::FileServer
                                   << many(R"({"sshConfiguration":{"publicIPsToAllow":[)", "\"#\"", "]}}");
}

void TstLinearTime::staysFastOnHostileDocuments()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    const testing::CpuTimer timer;
    const engine::DocumentCheck check = engine::checkDocument(kind, text);
    QVERIFY(!check.document.isEmpty());
    QVERIFY(!engine::withDefaults(kind, check.document).isEmpty());
    QVERIFY(!engine::withoutSecrets(check.document).isEmpty());
    QVERIFY2(timer.seconds() < 15, "quadratic, even for a slow machine"); // takes about half a second
}

// However deep a text goes: it is refused at the first level that is too deep, with one fault.
void TstLinearTime::refusesDepthAtOnce()
{
    for (const char *opening : {"[", "{\"a\":", "[/**/"}) {
        const QByteArray shallow = QByteArray(opening).repeated(1000);
        const QByteArray deep = QByteArray(opening).repeated(400'000);
        const engine::DocumentCheck check = checkDocument(ResourceKind::Job, deep);
        QCOMPARE(check.faults.size(), 1);
        QCOMPARE(check.faults.constFirst(), checkDocument(ResourceKind::Job, shallow).faults.constFirst());
    }
}

BATCHDECK_TEST(QCoreApplication, TstLinearTime)
#include "tst_lineartime.moc"
