// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/console/consoleoptions.h"
#include "app/console/demolog.h"
#include "app/console/grab.h"
#include "engine/api/engine.h"
#include "engine/api/engineclient.h"
#include "ui/shell/mainwindow.h"

#include <QApplication>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {

constexpr QSize grabSize(1440, 900);

int run(QApplication &application, const ConsoleOptions &options)
{
    const QString profile = engine::profileDirectory(options.profile);
    const bool headless = QGuiApplication::platformName() == u"offscreen"_s;
    const QString grabFile = options.grab.isEmpty() && options.demo && headless ? u"demo.png"_s : options.grab;
    const auto attach = options.grab.isEmpty() ? engine::Engine::Attach::Never : engine::Engine::Attach::Always;
    auto running = engine::Engine::create(profile, engine::EngineKind::Console, attach);
    if (!running) {
        std::fprintf(stderr, "%s\n", qPrintable(running.error().message.text()));
        return 1;
    }
    engine::EngineClient client((*running)->link());
    ui::MainWindow window(client, profile, options.look);
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
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"batchdeck"_s);
    QApplication::setApplicationDisplayName(u"Batchdeck"_s);
    QApplication::setApplicationVersion(QString::fromLatin1(BATCHDECK_VERSION));
    const auto options = ConsoleOptions::parse(QApplication::arguments());
    if (!options) {
        std::fprintf(stderr, "%s\n", qPrintable(options.error().message.text()));
        return 2;
    }
    if (options->helpAsked || options->versionAsked) {
        const QString text = options->helpAsked ? ConsoleOptions::helpText() : u"batchdeck " BATCHDECK_VERSION "\n"_s;
        std::fputs(qPrintable(text), stdout);
        return 0;
    }
    return run(application, *options);
}
