// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// LD_PRELOAD for linux.uml on processors with AMX: its Linux 6.1 writes back only the 2.7 kB of floating point state
// that it knows, and the kernel here refuses less than all of it ("ptrace set fp regs failed, errno = 14"). This fills
// the rest with what the process has.

#include <algorithm>
#include <cstdarg>
#include <cstring>
#include <elf.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {
constexpr long getRegisterSet = 0x4204, setRegisterSet = 0x4205; // PTRACE_…REGSET
constexpr long lastPeek = 3; // PTRACE_PEEK… are 1 to 3
} // namespace

extern "C" long ptrace(int request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    const long pid = va_arg(arguments, long), address = va_arg(arguments, long);
    void *data = va_arg(arguments, void *);
    va_end(arguments);
    static char whole[1 << 16];
    iovec all{whole, sizeof whole};
    const auto *part = static_cast<const iovec *>(data);
    if (request == setRegisterSet && address == NT_X86_XSTATE
        && syscall(SYS_ptrace, getRegisterSet, pid, address, &all) == 0 && all.iov_len > part->iov_len) {
        std::memcpy(whole, part->iov_base, part->iov_len);
        data = &all;
    }
    if (request >= 1 && request <= lastPeek) { // they return the word itself, as the C library's function does
        long word = 0;
        return syscall(SYS_ptrace, request, pid, address, &word) < 0 ? -1 : word;
    }
    return syscall(SYS_ptrace, request, pid, address, data);
}
