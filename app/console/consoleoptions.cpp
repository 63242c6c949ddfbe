// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/console/consoleoptions.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace {

const QStringList pages{u"submit"_s, u"storage"_s,       u"transfers"_s, u"both"_s,     u"form"_s, u"json"_s,
                        u"plan"_s,   u"overview"_s,      u"nodes"_s,     u"logs"_s,     u"gpus"_s, u"cpu"_s,
                        u"files"_s,  u"configuration"_s, u"events"_s,    u"contents"_s, u"tags"_s};

// Options of QApplication, declared here so that the others can be parsed without a QApplication.
void addOptionOfQt(QCommandLineParser &parser, const QString &name, const QString &value)
{
    QCommandLineOption option(name, {}, value);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(option);
}

void describe(QCommandLineParser &parser)
{
    parser.addOptions(
        {{u"profile"_s, u"Keep everything about you in DIR."_s, u"DIR"_s},
         {u"demo"_s, u"Run the sample job on this computer."_s},
         {u"open"_s, u"Open a resource: its id, group/workspace/experiment/job, or machines/NAME."_s, u"ID"_s},
         {u"page"_s,
          u"Open this tab of it; submit: a new job there; storage: files, ID is then PATH or MACHINE:PATH."_s,
          u"NAME"_s},
         {u"grab"_s, u"Write a picture of the loaded window and quit."_s, u"FILE.png"_s},
         {u"theme"_s, u"light or dark instead of what the desktop or the profile says."_s, u"light|dark"_s}});
    parser.addHelpOption();
    parser.addVersionOption();
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions); // as Qt's own options
    for (const auto &name : {u"platform"_s, u"platformpluginpath"_s, u"platformtheme"_s, u"plugin"_s,
                             u"qwindowgeometry"_s, u"geometry"_s, u"qwindowicon"_s, u"icon"_s, u"qwindowtitle"_s,
                             u"title"_s, u"style"_s, u"stylesheet"_s, u"session"_s, u"display"_s, u"name"_s})
        addOptionOfQt(parser, name, u"VALUE"_s);
    for (const auto &name : {u"reverse"_s, u"widgetcount"_s, u"nograb"_s, u"dograb"_s, u"sync"_s})
        addOptionOfQt(parser, name, {});
}

} // namespace

engine::Result<ConsoleOptions> ConsoleOptions::parse(const QStringList &arguments)
{
    QCommandLineParser parser;
    describe(parser);
    if (!parser.parse(arguments))
        return engine::Error{engine::ErrorCode::InvalidArgument, {"%1", {parser.errorText()}}};
    if (!parser.positionalArguments().isEmpty())
        return engine::Error{engine::ErrorCode::InvalidArgument,
                             {"%1 is not an option of batchdeck.", {parser.positionalArguments().constFirst()}}};
    ConsoleOptions options;
    options.profile = parser.value(u"profile"_s);
    options.demo = parser.isSet(u"demo"_s);
    options.open = parser.value(u"open"_s);
    options.page = parser.value(u"page"_s);
    if (!options.page.isEmpty() && !pages.contains(options.page))
        return engine::Error{engine::ErrorCode::InvalidArgument,
                             {"There is no page %1. Pages are: %2.", {options.page, pages.join(u", "_s)}}};
    options.grab = parser.value(u"grab"_s);
    if (parser.isSet(u"theme"_s)) {
        const QString theme = parser.value(u"theme"_s);
        if (theme != u"light"_s && theme != u"dark"_s)
            return engine::Error{engine::ErrorCode::InvalidArgument, {"--theme is light or dark, not %1.", {theme}}};
        options.look = theme == u"dark"_s ? ui::LookChoice::Dark : ui::LookChoice::Light;
    }
    return options;
}

QString ConsoleOptions::askedText(const QStringList &arguments)
{
    QCommandLineParser parser;
    describe(parser);
    parser.parse(arguments); // errors are reported by parse()
    if (parser.isSet(u"help"_s) || parser.isSet(u"help-all"_s))
        return parser.helpText();
    return parser.isSet(u"version"_s) ? u"batchdeck " BATCHDECK_VERSION "\n"_s : QString();
}
