// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/support/testmain.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <openssl/crypto.h>
#endif

namespace testing {

namespace {

struct TestClass
{
    std::string name;
    Registration::Run run = nullptr;
};

std::vector<TestClass> &testClasses()
{
    static std::vector<TestClass> all;
    return all;
}

std::string current; // its name

int runNamed(int argc, char **argv)
{
    const auto &all = testClasses();
    const std::string wanted = argc > 1 ? argv[1] : "";
    const auto isWanted = [&wanted](const TestClass &each) { return each.name == wanted; };
    if (const auto found = std::find_if(all.begin(), all.end(), isWanted); found != all.end()) {
        current = found->name;
        argv[1] = argv[0];
        return found->run(argc - 1, argv + 1);
    }
    if (all.size() == 1)
        return all.front().run(argc, argv);
    std::fprintf(stderr, "%s TEST [its arguments], where TEST is one of\n", argv[0]);
    for (const TestClass &each : all)
        std::fprintf(stderr, "  %s\n", each.name.c_str());
    return 2;
}

} // namespace

Registration::Registration(const char *className, Run run)
{
    const QByteArray file = QByteArray(className).mid(qstrlen("Tst")).toLower();
    testClasses().push_back({"tst_" + file.toStdString(), run});
}

QStringList ownArguments(const QStringList &arguments)
{
    return current.empty() ? arguments : QStringList(QString::fromStdString(current)) + arguments;
}

void startOwnProgram(QProcess &process, const QStringList &arguments)
{
    process.start(QCoreApplication::applicationFilePath(), ownArguments(arguments));
}

} // namespace testing

int main(int argc, char **argv)
{
#ifdef __SANITIZE_ADDRESS__
    // QThread::wait() returns while the thread's own destructors still run. OpenSSL's are skipped once its cleanup at
    // exit has begun, and LeakSanitizer reports the thread's random generators.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
#endif
    return testing::runNamed(argc, argv);
}
