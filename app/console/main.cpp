// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/console/consoleoptions.h"
#include "app/console/demolog.h"
#include "app/console/grab.h"
#include "engine/api/engine.h"
#include "engine/client/engineclient.h"
#include "engine/log/reader/logreaders.h"
#include "engine/rpc/profile/enginestart.h"
#include "models/windowwords.h"
#include "ui/shell/window/mainwindow.h"

#include <QApplication>

#include <cstdio>
#include <malloc.h>
#include <memory>
#include <variant>

using namespace Qt::StringLiterals;

namespace {

constexpr QSize grabSize(1440, 900);

// Queued jobs need an engine: starts a separate one that continues with them.
void leaveEngineRunning(const QString &profile)
{
    const QString program = QCoreApplication::applicationDirPath() + u"/batchctl"_s;
    const auto started = engine::EngineStart::run(program, profile);
    if (!started)
        std::fprintf(stderr, "%s\n", qPrintable(started.error().message.text()));
}

int run(QApplication &application, const ConsoleOptions &options)
{
    const QString profile = engine::profileDirectory(options.profile);
    const bool headless = QGuiApplication::platformName() == u"offscreen"_s;
    const QString grabFile = options.grab.isEmpty() && options.demo && headless ? u"demo.png"_s : options.grab;
    const auto attach = options.grab.isEmpty() ? engine::Engine::Attach::Never : engine::Engine::Attach::Always;
    const auto readers = std::make_shared<engine::LogReaders>();
    auto running = engine::Engine::create(profile, engine::EngineKind::Console, attach, readers);
    if (!running) {
        std::fprintf(stderr, "%s\n", qPrintable(running.error().message.text()));
        return 1;
    }
    auto client = std::make_unique<engine::EngineClient>((*running)->link());
    auto shown = std::make_unique<ui::MainWindow>(*client, profile, options.look, readers);
    ui::MainWindow &window = *shown;
    if ((*running)->isOwn())
        window.askAboutQueue();
    window.openText(options.open, options.page);
    if (!grabFile.isEmpty()) {
        window.resize(grabSize);
        auto *grab = new Grab(window, grabFile, options.demo, &window);
        QObject::connect(grab, &Grab::finished, &application, [](int code) { QApplication::exit(code); });
    }
    if (options.demo) {
        if (headless)
            new DemoLog(window.store(), &window);
        window.useThisComputer();
    }
    window.show();
    window.activateWindow();
    const int code = QApplication::exec();
    const bool leavesEngine = window.leavesEngine();
    shown.reset();
    client.reset();
    running->reset(); // before the next one: a profile has one engine at a time
    if (leavesEngine)
        leaveEngineRunning(profile);
    return code;
}

// The options, or the exit code to end with. Needs no display.
std::variant<ConsoleOptions, int> readCommandLine(int argc, char **argv)
{
    const QCoreApplication application(argc, argv); // for the program name in the help
    if (const QString text = ConsoleOptions::askedText(QCoreApplication::arguments()); !text.isEmpty()) {
        std::fputs(qPrintable(text), stdout);
        return 0;
    }
    const auto options = ConsoleOptions::parse(QCoreApplication::arguments());
    if (options)
        return *options;
    std::fprintf(stderr, "%s\n", qPrintable(options.error().message.text()));
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    // Larger allocations return to the system when freed; a listing needs many for a short time.
    constexpr int largeBlock = 1024 * 1024;
    ::mallopt(M_MMAP_THRESHOLD, largeBlock);
    const auto read = readCommandLine(argc, argv);
    if (const int *code = std::get_if<int>(&read))
        return *code;
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"batchdeck"_s);
    QApplication::setApplicationDisplayName(u"Batchdeck"_s);
    QApplication::setApplicationVersion(QString::fromLatin1(BATCHDECK_VERSION));
    models::WindowWords words;
    QApplication::installTranslator(&words);
    return run(application, std::get<ConsoleOptions>(read));
}
