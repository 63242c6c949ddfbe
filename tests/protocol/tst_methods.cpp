// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/protocol/clusters.h"
#include "engine/protocol/documents.h"
#include "engine/protocol/engine.h"
#include "engine/protocol/jobs.h"
#include "engine/protocol/logs.h"
#include "engine/protocol/machines.h"
#include "engine/protocol/resources.h"
#include "engine/protocol/samples.h"
#include "engine/protocol/secrets.h"
#include "engine/protocol/storage.h"
#include "engine/protocol/storageaccounts.h"
#include "engine/protocol/transfers.h"
#include "engine/protocol/volumes.h"

#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include <tuple>

using namespace Qt::StringLiterals;
using namespace engine;

/// Over all methods that there are.
class TstMethods final : public QObject
{
    Q_OBJECT

private slots:
    void areAllHere();
    void haveNamesOfTheirOwn();
    void carryWhatTheyAreGiven();
    void takeNoOtherType();
    void areDocumented();
};

namespace {

constexpr std::tuple allMethods{
    method::resizeCluster,   method::listSetupFiles,  method::checkDocument,     method::exportDocuments,
    method::importDocuments, method::engineStatus,    method::stopEngine,        method::releaseEngine,
    method::createJob,       method::planJob,         method::checkJob,          method::getJob,
    method::listJobs,        method::whyJob,          method::waitForJob,        method::terminateJob,
    method::deleteJob,       method::rerunJob,        method::listJobEvents,     method::listJobFiles,
    method::followJobFile,   method::streamJobFile,   method::listJobFolders,    method::listJobOutputs,
    method::setFetchRules,   method::limitLogs,       method::addMachine,        method::connectMachine,
    method::listHosts,       method::importMachines,  method::diagnoseMachine,   method::cleanMachine,
    method::forgetHostKey,   method::terminalCommand, method::createResource,    method::createCluster,
    method::fetchSnapshot,   method::listResources,   method::getResource,       method::updateResource,
    method::deleteResource,  method::listUsages,      method::useThisComputer,   method::listSamples,
    method::fetchSample,     method::setSecret,       method::removeSecret,      method::listSecrets,
    method::listPlaces,      method::locate,          method::listFolder,        method::statFile,
    method::readFile,        method::makeFolder,      method::renameFile,        method::setFileMode,
    method::fetchSpace,      method::runFileTask,     method::addStorageAccount, method::setStorageCredential,
    method::createContainer, method::removeContainer, method::linkBlob,          method::startTransfer,
    method::undoTransfer,    method::waitForTransfer, method::previewTransfer,   method::listTransfers,
    method::showTransfer,    method::changeTransfer,  method::limitTransfers,    method::pauseTransfer,
    method::resumeTransfer,  method::cancelTransfer,  method::mapVolume,         method::listVolumes,
    method::unmapVolume};

template <typename T> void fill(T &value);

/// Gives every member a value that is not its first one.
struct Filler
{
    template <typename T> Filler &operator()(const char *, T &member)
    {
        fill(member);
        return *this;
    }
    template <typename T> Filler &operator()(const char *, std::optional<T> &member)
    {
        fill(member.emplace());
        return *this;
    }
    template <typename T> void optional(const char *, T &member, const std::type_identity_t<T> & = {}) { fill(member); }
};

template <typename T> void fillList(QList<T> &list)
{
    fill(list.emplaceBack());
}

template <typename T> void fill(T &value)
{
    if constexpr (std::same_as<T, QString>)
        value = u"a text, “ü”"_s;
    else if constexpr (std::same_as<T, LongText>)
        value.text = u"line\n"_s.repeated(2000);
    else if constexpr (std::same_as<T, LongTexts>)
        value.texts = {u"x"_s.repeated(5000), u""_s};
    else if constexpr (std::same_as<T, bool>)
        value = !value;
    else if constexpr (std::integral<T>)
        value = 7;
    else if constexpr (std::same_as<T, QJsonObject>)
        value = {{u"key"_s, QJsonArray{1, u"two"_s}}};
    else if constexpr (std::same_as<T, QJsonArray>)
        value = {QJsonObject{{u"key"_s, u"value"_s}}, 3};
    else if constexpr (std::same_as<T, TransferRequest>)
        value.sources = {{u"node1"_s, u"/data/a"_s}}, value.target = {{}, u"/home/ada"_s};
    else if constexpr (std::same_as<T, FileTaskRequest>)
        value.paths = {u"/data/a"_s}, value.algorithm = u"md5"_s;
    else if constexpr (requires { fillList(value); })
        fillList(value);
    else if constexpr (Described<T>) {
        Filler filler;
        T::describe(value, filler);
    }
}

template <typename Act> void forEachMethod(Act act)
{
    std::apply([&act](const auto &...methods) { (act(methods), ...); }, allMethods);
}

template <typename T> void carries(const char *method)
{
    T value;
    fill(value);
    const QJsonValue written = JsonOf<T>::write(value);
    T read;
    QVERIFY2(readJson(written, read), method);
    QCOMPARE(JsonOf<T>::write(read), written);
    QVERIFY2(readJson(QJsonDocument::fromJson(QJsonDocument(QJsonArray{written}).toJson()).array().at(0), read),
             method);
    QCOMPARE(JsonOf<T>::write(read), written);
}

const QList<QJsonValue> &otherValues()
{
    static const QList<QJsonValue> values{QJsonValue(),
                                          true,
                                          1.5,
                                          1e300,
                                          u"text"_s,
                                          u"x"_s.repeated(5000),
                                          QString(QChar(0)),
                                          QJsonArray{QJsonValue()},
                                          QJsonArray{QJsonArray{u"x"_s.repeated(5000)}},
                                          QJsonObject{{u"id"_s, 1}}};
    return values;
}

} // namespace

void TstMethods::areAllHere()
{
    qsizetype methods = 0;
    const QDir folder(QStringLiteral(BATCHDECK_SOURCE_DIR "/engine/protocol"));
    for (const QString &name : folder.entryList({u"*.h"_s})) {
        QFile header(folder.filePath(name));
        QVERIFY(header.open(QIODevice::ReadOnly));
        methods += header.readAll().count("inline constexpr Method<");
    }
    QCOMPARE(qsizetype(std::tuple_size_v<decltype(allMethods)>), methods);
}

void TstMethods::haveNamesOfTheirOwn()
{
    QStringList names;
    forEachMethod([&names](const auto &method) { names.append(QString::fromLatin1(method.name)); });
    QCOMPARE(names.removeDuplicates(), 0);
}

void TstMethods::carryWhatTheyAreGiven()
{
    forEachMethod([](const auto &method) {
        using Of = std::remove_cvref_t<decltype(method)>;
        carries<typename Of::Request>(method.name);
        carries<typename Of::Answer>(method.name);
    });
}

// A parameter of another JSON type is refused by its name, whatever it holds; nothing is taken for something else.
void TstMethods::takeNoOtherType()
{
    forEachMethod([](const auto &method) {
        using Request = typename std::remove_cvref_t<decltype(method)>::Request;
        const QString name = QString::fromLatin1(method.name);
        Request request;
        fill(request);
        const QJsonObject good = JsonOf<Request>::write(request).toObject();
        for (const QString &key : good.keys()) {
            for (const QJsonValue &value : otherValues()) {
                QJsonObject parameters = good;
                parameters[key] = value;
                const Result<Request> read = requestFrom<Request>(name, parameters);
                if (value.type() == good.value(key).type())
                    continue; // it may hold what is right
                QVERIFY2(!read, qPrintable(name + u' ' + key));
                QCOMPARE(toString(read.error().code), u"InvalidArgument"_s);
                QVERIFY2(read.error().target == key || !read.error().message.isEmpty(), qPrintable(name + u' ' + key));
            }
        }
    });
}

// The types of docs/protocol.md are those of the sources; what is missing there is printed.
void TstMethods::areDocumented()
{
    QStringList rows;
    forEachMethod([&rows](const auto &method) {
        using Of = std::remove_cvref_t<decltype(method)>;
        rows.append(u"| `%1` | `%2` | `%3` |\n"_s.arg(QString::fromLatin1(method.name),
                                                      JsonOf<typename Of::Request>::name(),
                                                      JsonOf<typename Of::Answer>::name()));
    });
    rows.sort();
    const QString table = u"| method | request | answer |\n|---|---|---|\n"_s + rows.join(QString());
    QFile file(QStringLiteral(BATCHDECK_SOURCE_DIR "/docs/protocol.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString document = QString::fromUtf8(file.readAll());
    if (document.contains(table))
        return;
    fprintf(stderr, "%s", qPrintable(table));
    QFAIL("docs/protocol.md has other types than engine/protocol: the table above is right");
}

BATCHDECK_TEST(QCoreApplication, TstMethods)
#include "tst_methods.moc"
