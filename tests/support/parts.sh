#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# Reads the table tests/support/parts. Sourced by run and check; by itself:
#   parts.sh has PART    exit 0: it is here, 1: it is not, 2: the table has no such part
#   parts.sh where PART  the folder of a part that npm installed
#   parts.sh list        the table, with what is here

parts_folder=$(cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
part_names=() part_classes=() part_packages=() part_probes=() part_purposes=()

bar=$'\x1f' # stands for a written \| while a line is split
# Sets trimmed: a field without the spaces around it. No subshell: one for each field takes half a minute where many
# tests run at a time.
field() {
    trimmed=${1//$bar/|}
    trimmed=${trimmed#"${trimmed%%[![:space:]]*}"}
    trimmed=${trimmed%"${trimmed##*[![:space:]]}"}
}

load_parts() {
    local name class package probe purpose line trimmed
    while IFS= read -r line; do
        [[ $line == '#'* || -z $line ]] && continue
        line=${line//\\|/$bar}
        IFS='|' read -r name class package probe purpose <<<"$line"
        field "$name" && part_names+=("$trimmed")
        field "$class" && part_classes+=("$trimmed")
        field "$package" && part_packages+=("$trimmed")
        field "$probe" && part_probes+=("$trimmed")
        field "$purpose" && part_purposes+=("$trimmed")
    done <"$parts_folder/parts"
}

# The probes' words.
have() { command -v "$1" >/dev/null; }
any_file() { compgen -G "$1" >/dev/null; }
header() { [ -e "/usr/include/$1" ] || any_file "/usr/include/*/$1"; }
font() { any_file "/usr/share/fonts/*/*/$1*" || any_file "${HOME:-}/.local/share/fonts/$1*"; }
qt_plugin() { any_file "/usr/lib/*/qt6/plugins/$1" || any_file "/usr/lib*/qt6/plugins/$1"; }
not_only_wayland() { [ -z "${WAYLAND_DISPLAY:-}" ] || [ -n "${DISPLAY:-}" ]; }
# cmake_package NAME [AT_LEAST]
cmake_package() {
    local folder version
    for folder in /usr/lib/*/cmake/"$1" /usr/lib*/cmake/"$1" /usr/local/lib/cmake/"$1" ${CMAKE_PREFIX_PATH:+"$CMAKE_PREFIX_PATH/lib/cmake/$1"}; do
        [ -e "$folder/$1Config.cmake" ] || continue
        [ $# -lt 2 ] && return 0
        version=$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' "$folder/$1ConfigVersionImpl.cmake" "$folder/$1ConfigVersion.cmake" 2>/dev/null | head -1)
        [ "$(printf '%s\n' "$2" "$version" | sort -V | head -1)" = "$2" ] && return 0
    done
    return 1
}

# A package of npm is the user's, not the system's, and has a folder of its own for each version.
npm_folder() { printf '%s\n' "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/batchdeck-parts/$1-$2"; }
# npm_package NAME VERSION
npm_package() { have node && [ -d "$(npm_folder "$1" "$2")/node_modules/$1" ]; }

part_is_here() { eval "${part_probes[$1]}" >/dev/null 2>&1; }

# missing_parts CLASS…: sets `missing` to the rows of these classes that are not here.
missing_parts() {
    local row
    missing=()
    for row in "${!part_names[@]}"; do
        [[ " $* " == *" ${part_classes[row]} "* ]] || continue
        part_is_here "$row" || missing+=("$row")
    done
}

say_missing() {
    local row
    for row in "${missing[@]}"; do
        printf '  %-22s %s\n' "${part_packages[row]}" "${part_purposes[row]}"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -- "$@"; fi
}

# install_npm NAME@VERSION: what is not whole has another name, so that a killed installation leaves nothing that counts.
install_npm() {
    local name=${1%@*} version=${1##*@} folder begun
    folder=$(npm_folder "$name" "$version")
    mkdir -p -- "${folder%/*}" || return 1
    for begun in "$folder".begun.*; do # by an installation that was killed
        [ -d "$begun" ] && ! kill -0 "${begun##*.}" 2>/dev/null && rm -rf -- "$begun"
    done
    begun=$folder.begun.$$
    rm -rf -- "$begun"
    mkdir -- "$begun" || return 1
    echo "  npm install $1"
    if npm install --prefix "$begun" --no-audit --no-fund --no-update-notifier --loglevel=error "$1" </dev/null; then
        mv -T -- "$begun" "$folder" 2>/dev/null || [ -d "$folder" ] # another installation may have been faster
    else
        echo "npm could not install $1. Is this machine offline?" >&2
        false
    fi
    local result=$?
    rm -rf -- "$begun"
    return $result
}

# install_parts CLASS…: says what is missing and why, and installs it. Fails with `missing` set to what is still not here.
install_parts() {
    local packages=() npm_packages=() row package
    missing_parts "$@"
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "Missing here (package, what for):"
    say_missing
    for row in "${missing[@]}"; do
        package=${part_packages[row]}
        if [[ $package == npm:* ]]; then npm_packages+=("${package#npm:}"); else packages+=("$package"); fi
    done
    if [ ${#npm_packages[@]} -gt 0 ] && ! have npm; then
        if have node; then # Debian's npm would bring Debian's node in place of this one
            echo "There is a node without npm here: install npm as node was installed, then start again."
            return 1
        fi
        packages+=(nodejs npm)
    fi
    if [ ${#packages[@]} -gt 0 ]; then install_debian "${packages[@]}" || return 1; fi
    for package in "${npm_packages[@]}"; do install_npm "$package" || return 1; done
    missing_parts "$@"
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "Installed, but still not good enough (Batchdeck needs what Debian 12 has: Qt 6.4, CMake 3.25, GCC 12):"
    say_missing
    return 1
}

# install_debian PACKAGE…
install_debian() {
    local packages=("$@")
    if ! have apt-get; then
        echo "This is not Debian or Ubuntu (no apt-get): install what these packages hold with your system's own tools, then start again."
        return 1
    fi
    if [ "$(id -u)" != 0 ] && ! have sudo; then
        echo "Installing needs root, and there is no sudo. As root: apt-get install --no-install-recommends ${packages[*]}"
        return 1
    fi
    [ "$(id -u)" = 0 ] || echo "Installing them needs root: sudo may ask for your password."
    as_root bash "$parts_folder/aptinstall" "${packages[@]}"
}

list_parts() {
    local row state broadest_name=4 broadest_package=7
    for row in "${!part_names[@]}"; do
        [ ${#part_names[row]} -le "$broadest_name" ] || broadest_name=${#part_names[row]}
        [ ${#part_packages[row]} -le "$broadest_package" ] || broadest_package=${#part_packages[row]}
    done
    printf '%-*s %-6s %-8s %-*s %s\n' "$broadest_name" part class state "$broadest_package" package 'what for'
    for row in "${!part_names[@]}"; do
        state=missing
        part_is_here "$row" && state=here
        printf '%-*s %-6s %-8s %-*s %s\n' "$broadest_name" "${part_names[row]}" "${part_classes[row]}" "$state" "$broadest_package" "${part_packages[row]}" "${part_purposes[row]}"
    done
}

has_part() {
    local row
    for row in "${!part_names[@]}"; do
        [ "${part_names[row]}" = "$1" ] || continue
        part_is_here "$row"
        return
    done
    echo "tests/support/parts has no part '$1'" >&2
    return 2
}

# where_part PART: fails when it is no part of npm.
where_part() {
    local row package
    for row in "${!part_names[@]}"; do
        package=${part_packages[row]}
        if [ "${part_names[row]}" = "$1" ] && [[ $package == npm:* ]]; then
            package=${package#npm:}
            npm_folder "${package%@*}" "${package##*@}"
            return
        fi
    done
    return 1
}

load_parts
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    case ${1:-} in
    has) has_part "${2:?part}" ;;
    where) where_part "${2:?part}" ;;
    list) list_parts ;;
    *)
        sed -n '4,7p' "$0"
        exit 2
        ;;
    esac
fi
