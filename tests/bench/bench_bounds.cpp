// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_bounds [FILES [GIB]]: window and engine in one process, and a real sshd. So many small files, and a file of so
// many GiB that is nearly all hole, go to the machine and come back, and the folder of the files is listed. How much
// memory that takes above idle, and how long the GUI thread works at a time meanwhile. Tiny by default; a million and
// 100 with BATCHDECK_LONG. TMPDIR should be in memory, and have three inodes a file.

#include "engine/base/uniquefd.h"
#include "engine/client/engineclient.h"
#include "tests/bench/timedapplication.h"
#include "tests/engine/machine/sshfixture.h"
#include "tests/storage/transferfixture.h"
#include "tests/support/measure/resources.h"
#include "tests/support/parts.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/theme/theme.h"

#include <QEventLoop>
#include <QTimer>

#include <atomic>
#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

/// The most memory that this process has while it lives.
class Peak
{
public:
    Peak()
        : m_sampler([this](const std::stop_token &stop) {
              while (!stop.stop_requested()) {
                  m_most = std::max(m_most.load(), testing::residentBytes());
                  std::this_thread::sleep_for(std::chrono::milliseconds(10));
              }
          })
    {
    }
    [[nodiscard]] qint64 most() const { return m_most; }

private:
    std::atomic<qint64> m_most = 0;
    std::jthread m_sampler;
};

class Bench
{
public:
    explicit Bench(bench::TimedApplication &application) : m_application(application) { }

    [[nodiscard]] bool open()
    {
        if (!m_folders.make() || !m_server.start() || !m_fixture.start()
            || !m_fixture.addMachine(u"m1"_s, testing::Door::of(m_server, m_folders.path(u"home"_s))))
            return false;
        m_client = std::make_unique<EngineClient>(m_fixture.link());
        m_window = std::make_unique<ui::MainWindow>(*m_client, m_fixture.profile(), ui::LookChoice::Light);
        m_window->resize(1440, 900);
        m_window->openText(u"m1:"_s + m_folders.there(), u"storage"_s);
        m_window->show();
        return QTest::qWaitFor([this] { return m_window->isSettled(); }, 60'000);
    }

    /// \a act ends by quitting the loop that it is given.
    void measure(const QByteArray &what, const std::function<void(QEventLoop &)> &act)
    {
        QTest::qWait(1000); // what follows the last one
        ::malloc_trim(0);
        const qint64 idle = testing::residentBytes();
        (void)m_application.takeWork();
        QElapsedTimer clock;
        clock.start();
        QEventLoop loop;
        QTimer::singleShot(0, &loop, [&] { act(loop); });
        qint64 most = 0;
        {
            const Peak peak;
            loop.exec();
            most = peak.most();
        }
        const auto work = m_application.takeWork();
        testing::measured(QByteArray(what + ", memory above idle").constData(),
                          u"%1 MB, %2 s"_s.arg((most - idle) / 1'000'000).arg(double(clock.elapsed()) / 1e3, 0, 'f', 1),
                          "100 MB");
        testing::measured(QByteArray(what + ", GUI thread").constData(),
                          u"p95 %1 ms, longest %2 ms, %3 events"_s.arg(work.p95, 0, 'f', 1)
                              .arg(work.longest, 0, 'f', 1)
                              .arg(work.events),
                          "p95 8 ms");
    }

    void transfer(const QByteArray &what, const Location &source, const Location &target)
    {
        measure(what, [&](QEventLoop &loop) {
            QObject::connect(&m_fixture.link(), &EngineLink::transferred, &loop, [&](const QJsonObject &told) {
                const auto now = TransferSnapshot::fromJson(told.value(u"transfer"_s).toObject());
                if (!isEnded(now.state))
                    return;
                if (now.state != TransferState::Done)
                    qFatal("%s: %s", what.constData(), qPrintable(now.reason.englishText()));
                loop.quit();
            });
            TransferRequest wanted;
            wanted.sources.append(source);
            wanted.target = target;
            m_fixture.begin(u"transfer.start"_s, {{u"transfer"_s, wanted.toJson()}});
        });
    }

    void list(const QByteArray &what, const QString &place)
    {
        measure(what, [&](QEventLoop &loop) {
            m_window->openText(place, u"storage"_s);
            auto *look = new QTimer(&loop);
            QObject::connect(look, &QTimer::timeout, &loop, [&] {
                if (m_window->isSettled())
                    loop.quit();
            });
            look->start(100);
        });
    }

    [[nodiscard]] const testing::TransferFolders &folders() const { return m_folders; }

private:
    bench::TimedApplication &m_application;
    testing::TransferFolders m_folders;
    testing::SshServer m_server;
    testing::SshFixture m_fixture;
    std::unique_ptr<EngineClient> m_client;
    std::unique_ptr<ui::MainWindow> m_window;
};

bool makeFiles(const QString &folder, int count)
{
    if (!QDir().mkpath(folder))
        return false;
    const UniqueFd at(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (int i = 0; i < count; ++i) {
        const QByteArray name = "frame_" + QByteArray::number(i).rightJustified(7, '0') + ".jpeg";
        const UniqueFd file(::openat(at.get(), name.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
        if (!file.isValid() || (i % 10 == 0 && ::write(file.get(), name.constData(), size_t(name.size())) < 0))
            return false;
    }
    return true;
}

bool makeSparse(const QString &path, qint64 gibi)
{
    constexpr qint64 gibibyte = 1024 * 1024 * 1024;
    const QByteArray some(1024 * 1024, 'x');
    const UniqueFd file(::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    for (qint64 i = 0; i < gibi; i += 10) {
        if (::pwrite(file.get(), some.constData(), size_t(some.size()), i * gibibyte) != some.size())
            return false;
    }
    return ::ftruncate(file.get(), gibi * gibibyte) == 0;
}

} // namespace

int main(int argc, char **argv)
{
    ::mallopt(M_MMAP_THRESHOLD, 1024 * 1024); // as the console does
    bench::TimedApplication application(argc, argv);
    const bool isLong = testing::isLongRun();
    const int files = argc > 1 ? std::atoi(argv[1]) : isLong ? 1'000'000 : 2'000;
    const qint64 gibi = argc > 2 ? std::atoi(argv[2]) : isLong ? 100 : 1;
    if (testing::findPart(u"sshd"_s) != testing::Part::Here) {
        std::printf("SKIP: without the part 'sshd'\n");
        return testing::mustTestAll() ? 1 : 0;
    }
    ui::applyTheme(application, ui::LookChoice::Light);
    Bench bench(application);
    if (!bench.open() || !makeFiles(bench.folders().here() + u"/many"_s, files)
        || !makeSparse(bench.folders().here() + u"/sparse"_s, gibi))
        qFatal("nothing to measure could be made");
    const QString here = bench.folders().here(), there = bench.folders().there();
    const QString back = bench.folders().path(u"here/back"_s);
    const QByteArray many = QByteArray::number(files) + " files";
    const QByteArray sparse = QByteArray::number(gibi) + " GiB of hole";
    bench.transfer(many + " up", {{}, QString(here + u"/many"_s)}, {u"m1"_s, there});
    bench.transfer(many + " up again", {{}, QString(here + u"/many"_s)}, {u"m1"_s, there});
    bench.transfer(many + " down", {u"m1"_s, QString(there + u"/many"_s)}, {{}, back});
    bench.transfer(sparse + " up", {{}, QString(here + u"/sparse"_s)}, {u"m1"_s, there});
    bench.transfer(sparse + " down", {u"m1"_s, QString(there + u"/sparse"_s)}, {{}, back});
    bench.list(many + " listed", u"m1:"_s + there + u"/many"_s);
    return 0;
}
