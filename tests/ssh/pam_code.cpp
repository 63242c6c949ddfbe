// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include <cstring>

// A second factor for a test's sshd: says a word, asks for a code and takes 424242. Declares the little it needs of PAM
// itself, so that it builds without PAM's headers.

namespace {

constexpr int success = 0;
constexpr int authenticationError = 7;
constexpr int conversationItem = 5;
constexpr int promptWithEcho = 2;
constexpr int textInfo = 4;

struct Message
{
    int style;
    const char *text;
};

struct Response
{
    char *text;
    int unused;
};

struct Conversation
{
    int (*converse)(int, const Message **, Response **, void *);
    void *data;
};

} // namespace

extern "C" {

int pam_get_item(const void *handle, int type, const void **item);

int pam_sm_authenticate(void *handle, int, int, const char **)
{
    const Message info{textInfo, "Your code\033[31m is in your pocket."};
    const Message prompt{promptWithEcho, "Verification code: "};
    const Message *messages[] = {&info, &prompt};
    const void *item = nullptr;
    Response *answers = nullptr;
    if (pam_get_item(handle, conversationItem, &item) != success || !item)
        return authenticationError;
    const auto *conversation = static_cast<const Conversation *>(item);
    if (conversation->converse(2, messages, &answers, conversation->data) != success || !answers)
        return authenticationError;
    return answers[1].text && std::strcmp(answers[1].text, "424242") == 0 ? success : authenticationError;
}

int pam_sm_setcred(void *, int, int, const char **)
{
    return success;
}
}
