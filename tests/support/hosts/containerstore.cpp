// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/hosts/containerstore.h"

#include "tests/support/files.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;

namespace testing {

namespace {

constexpr int longest = 2 * testing::patience; // ms; podman takes tenths of a second on a machine that is not busy

} // namespace

ContainerStore::ContainerStore() = default;

ContainerStore::~ContainerStore()
{
    if (m_registry.state() != QProcess::NotRunning) {
        m_registry.kill();
        m_registry.waitForFinished(testing::patience);
    }
    if (!m_port && !QFile::exists(m_folder.filePath(u"containers.conf"_s)))
        return;
    podman({u"rm"_s, u"-fa"_s, u"-t"_s, u"0"_s});
    podman({u"rmi"_s, u"-fa"_s});
}

const char *ContainerStore::imageScript()
{
    return R"sh(set -e
cd "$1"; mkdir -p image/bin image/tmp image/etc image/root
busybox=$(command -v busybox); cp "$busybox" image/bin/busybox
for library in $(ldd "$busybox" 2>/dev/null | grep -o '/[^ ]*'); do
  mkdir -p "image${library%/*}"; cp -L "$library" "image$library"
done
for tool in sh cat chown df echo env find grep id kill ls mkdir printf ps rm sha256sum sleep tail touch wc; do
  ln -s busybox "image/bin/$tool"
done
echo root:x:0:0::/root:/bin/sh > image/etc/passwd
echo 'in the image' > image/etc/marker
tar -C image -c .; rm -rf image
)sh";
}

QStringList ContainerStore::environment() const
{
    return {u"CONTAINERS_CONF="_s + m_folder.filePath(u"containers.conf"_s),
            u"CONTAINERS_STORAGE_CONF="_s + m_folder.filePath(u"storage.conf"_s),
            u"CONTAINERS_REGISTRIES_CONF="_s + m_folder.filePath(u"registries.conf"_s)};
}

QByteArray ContainerStore::sshdLine() const
{
    return "SetEnv " + environment().join(u' ').toUtf8() + '\n';
}

QString ContainerStore::registry() const
{
    return u"127.0.0.1:%1"_s.arg(m_port);
}

QString ContainerStore::imageInRegistry() const
{
    return registry() + u"/batchdeck-test:1"_s;
}

bool ContainerStore::writeConfiguration() const
{
    const QByteArray folder = m_folder.path().toUtf8();
    return writeFile(m_folder.filePath(u"containers.conf"_s),
                     "[containers]\ndefault_ulimits = [\"nofile=1024:4096\", \"nproc=1024:4096\"]\n"
                     "[engine]\nruntime = \"runc\"\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n"
                     "tmp_dir = \""
                         + folder + "/store/tmp\"\n")
        && writeFile(m_folder.filePath(u"storage.conf"_s),
                     "[storage]\ndriver = \"vfs\"\ngraphroot = \"" + folder + "/store/root\"\nrunroot = \"" + folder
                         + "/store/run\"\n")
        && writeFile(m_folder.filePath(u"registries.conf"_s),
                     "unqualified-search-registries = []\n[[registry]]\nlocation = \"docker.io\"\nblocked = true\n"
                     "[[registry]]\nlocation = \""
                         + registry().toUtf8() + "\"\ninsecure = true\n");
}

bool ContainerStore::start()
{
    QProcess tar;
    tar.start(u"sh"_s, {u"-c"_s, QString::fromLatin1(imageScript()), u"sh"_s, m_folder.path()});
    if (!writeConfiguration() || !tar.waitForFinished(longest) || tar.exitCode() != 0) {
        qInfo("%s", tar.readAllStandardError().constData());
        return false;
    }
    return podman({u"import"_s, u"-q"_s, u"-"_s, image()}, tar.readAllStandardOutput()).isGood;
}

bool ContainerStore::startRegistry()
{
    QTcpServer probe;
    if (!probe.listen(QHostAddress::LocalHost))
        return false;
    m_port = probe.serverPort();
    probe.close();
    const QByteArray folder = m_folder.path().toUtf8();
    // bcrypt of password()
    const bool isWritten = writeConfiguration()
        && writeFile(m_folder.filePath(u"htpasswd"_s),
                     "ada:$2b$04$tgvL8GxU7htSSoLDkTeYPutU3VZXvVq30/cZ1gXEdxl7N7Qjd.sf6\n")
        && writeFile(m_folder.filePath(u"registry.yml"_s),
                     "version: 0.1\nstorage: {filesystem: {rootdirectory: " + folder
                         + "/registry}, maintenance: {uploadpurging: {enabled: false}}}\nhttp: {addr: \""
                         + registry().toUtf8() + "\"}\nauth: {htpasswd: {realm: test, path: " + folder
                         + "/htpasswd}}\nlog: {level: error}\n");
    m_registry.setStandardOutputFile(m_folder.filePath(u"registry.log"_s));
    m_registry.setStandardErrorFile(m_folder.filePath(u"registry.log"_s), QIODevice::Append);
    m_registry.start(u"docker-registry"_s, {u"serve"_s, m_folder.filePath(u"registry.yml"_s)});
    const auto isUp = [this] {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, m_port);
        return socket.waitForConnected(1000);
    };
    if (!isWritten || !QTest::qWaitFor(isUp, longest)) {
        qInfo("%s", contentOf(m_folder.filePath(u"registry.log"_s)).constData());
        return false;
    }
    return podman({u"push"_s, u"-q"_s, u"--creds"_s, QString(user() + u':' + password()), image(),
                   u"docker://"_s + imageInRegistry()})
        .isGood;
}

QStringList ContainerStore::containers() const
{
    const QByteArray names = podman({u"ps"_s, u"-a"_s, u"--format"_s, u"{{.Names}}"_s}).output;
    return QString::fromUtf8(names).split(u'\n', Qt::SkipEmptyParts);
}

bool ContainerStore::hasImage(const QString &name) const
{
    return podman({u"image"_s, u"exists"_s, name}).isGood;
}

bool ContainerStore::removeImage(const QString &name) const
{
    return podman({u"rmi"_s, u"-f"_s, name}).isGood;
}

ContainerStore::Answer ContainerStore::podman(const QStringList &arguments, const QByteArray &input) const
{
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const QString &variable : environment())
        variables.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    process.setProcessEnvironment(variables);
    process.setWorkingDirectory(m_folder.path()); // conmon leaves its file "oom" there
    process.start(u"podman"_s, arguments);
    process.write(input);
    process.closeWriteChannel();
    const bool isGood =
        process.waitForFinished(longest) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!isGood && arguments.constFirst() != u"image")
        qInfo("podman %s: %s", qPrintable(arguments.constFirst()), process.readAllStandardError().constData());
    return {isGood, process.readAllStandardOutput()};
}

} // namespace testing
