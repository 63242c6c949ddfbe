// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// bench_folder [ENTRIES]: a folder of so many is listed into the table of the storage page. How long the GUI thread
// works at a time meanwhile, how long until all is in order, and what sorting and filtering take.

#include "models/storage/foldermodel.h"
#include "tests/bench/timedapplication.h"
#include "tests/support/measure/resources.h"
#include "ui/storage/pane/filetable.h"
#include "ui/theme/theme.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QJsonArray>
#include <QSemaphore>
#include <QTimer>
#include <QtConcurrentRun>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

/// Stands in for an engine with a huge folder: pages come from another thread, as its answers do.
class InventedFolder final : public engine::EngineLink
{
public:
    explicit InventedFolder(int count) : m_count(count) { }

    QFuture<engine::Result<QJsonValue>> call(const QString &, const QJsonObject &parameters,
                                             const engine::Progress &progress = {}) override
    {
        return QtConcurrent::run([this, parameters, progress]() -> engine::Result<QJsonValue> {
            const int most = parameters.value(u"limit"_s).toInt();
            QSemaphore taken;
            for (int from = 0; from < m_count; from += most) {
                QMetaObject::invokeMethod(this, [&taken, progress, page = page(from, std::min(m_count, from + most))] {
                    progress(page, [&taken] { taken.release(); });
                });
                taken.acquire();
            }
            return QJsonValue(page(0, 0));
        });
    }
    [[nodiscard]] bool isConnected() const override { return true; }

private:
    static QJsonObject page(int from, int end)
    {
        QJsonArray entries;
        for (; from < end; ++from) {
            engine::StorageEntry entry;
            entry.name = u"frame_%1.jpeg"_s.arg((qint64(from) * 7919) % 10'000'019);
            entry.size = (qint64(from) * 104729) % 5'000'000;
            entry.modifiedMs = 1'700'000'000'000 + from;
            entry.mode = 0644;
            entry.owner = u"ada"_s;
            entry.group = u"lab"_s;
            entries.append(entry.toJson());
        }
        return {{u"entries"_s, entries}};
    }

    int m_count;
};

void report(bench::TimedApplication &application, const char *what, qint64 took)
{
    const auto work = application.takeWork();
    std::printf("%-28s %7lld ms; GUI thread: %5zu events over 0.2 ms, p50 %.1f, p95 %.1f, max %.1f ms\n", what,
                static_cast<long long>(took), work.events, work.p50, work.p95, work.longest);
}

} // namespace

int main(int argc, char **argv)
{
    bench::TimedApplication application(argc, argv);
    const int count = argc > 1 ? std::atoi(argv[1]) : 10'000;
    ui::applyTheme(application, ui::LookChoice::Light);
    InventedFolder folder(count);
    engine::EngineClient client(folder);
    models::FolderModel model(client);
    ui::FileTable table(model);
    table.resize(1000, 700);
    table.show();
    const qint64 before = testing::residentBytes();
    const auto settle = [&model](const auto &act) {
        QElapsedTimer clock;
        clock.start();
        QEventLoop loop;
        const auto look = [&] {
            if (model.isSettled())
                loop.quit();
        };
        QObject::connect(&model, &models::FolderModel::changed, &loop, look, Qt::QueuedConnection);
        act();
        if (!model.isSettled())
            loop.exec();
        return clock.elapsed();
    };
    (void)application.takeWork();
    report(application, "listing", settle([&] { model.open({{}, u"/many"_s}); }));
    std::printf("%-28s %7d rows, %.0f MB more\n", "", model.rowCount(),
                double(testing::residentBytes() - before) / 1e6);
    report(application, "sort by size", settle([&] { model.sort(models::FolderModel::Size, Qt::DescendingOrder); }));
    report(application, "sort by name", settle([&] { model.sort(models::FolderModel::Name, Qt::AscendingOrder); }));
    report(application, "filter", settle([&] { model.setFilter({u"frame_77"_s, false}); }));
    report(application, "filter cleared", settle([&] { model.setFilter({}); }));
    return model.rowCount() == count ? 0 : 1;
}
