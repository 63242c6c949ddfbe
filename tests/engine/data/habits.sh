# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: 2026 The Batchdeck authors
# shellcheck shell=bash
# One machine by the lines that people type who know scp, rsync, ssh and az batchai. Run by tst_habits in a folder of its own, with
# batchctl, and az and b for it; what it prints is habits.txt.
b machine add lab --ssh "$DEST" --identity "$KEY" --accept-host-key "$FINGERPRINT" --home "$WORK" -o tsv | cut -f1
az group create -n lab -l westus -o tsv
az batchai workspace create -g lab -n w -l westus -o tsv
az batchai experiment create -g lab -w w -n e -o tsv
az batchai cluster create -g lab -w w -n nc6 --machines lab -s Standard_NC6 -i UbuntuLTS --generate-ssh-keys -o tsv | cut -f1,6
b storage upload f lab: -o tsv | cut -f2
b storage upload f lab:sub/ >/dev/null
b storage upload 'd' './a b:c' lab:sub >/dev/null
b storage upload f "${DEST%:*}:inbox" >/dev/null
b storage upload f "scp://$DEST/urls" >/dev/null
b storage upload --checksum d lab:~/mirror >/dev/null
printf 'edited\n' >d/e/g
b storage upload d lab:mirror >/dev/null
b storage cat 'lab:sub/a b:c'
b storage cat lab:mirror/d/e/g
b storage download lab:sub/d/e/g . >/dev/null
b storage download lab:sub "$PWD/back/" >/dev/null
b storage mkdir lab:made
b storage rename lab:made lab:kept
b storage copy lab:f lab:kept >/dev/null
b storage move lab:sub/f lab:moved >/dev/null
b storage chmod 600 lab:f && b storage list lab: -o tsv | awk -F '\t' '$5 == "f" { print $1, $3 }'
b storage checksum --algorithm md5 lab:f -o tsv | cut -f1
b storage remove -y lab:urls
b storage upload f nohost:x 2>/dev/null || echo "no host: $?"
b storage mkdir nohost: 2>/dev/null || echo "no host: $?"
b storage download nohost:f . 2>/dev/null || echo "no host: $?"
b storage upload f "$UNSET:x" 2>/dev/null || echo "no name: $?"
b storage upload f lab 2>/dev/null || echo "no colon: $?"
b storage copy f ./lab:here >/dev/null
b file-server create -n nfs --path lab:served -o tsv | cut -f1
b storage upload f nfs:in >/dev/null
az batchai job create -g lab -w w -e e -n train -r nc6 -c job.json -o tsv 2>/dev/null | cut -f1
az batchai job wait -g lab -w w -e e -n train >/dev/null; echo "job: $?"
az batchai job list-files -g lab -w w -e e -n train -d stdouterr -o tsv | cut -f1 | grep std | sort
az batchai job stream-file -g lab -w w -e e -j train -d stdouterr -n stdout.txt
az batchai job list -g lab -w w -e e --query '[].name' 2>/dev/null || echo "no query: $?"
az batchai cluster list-nodes -g lab -w w -n nc6 -o tsv | cut -f1
az batchai job node exec -g lab -w w -e e -j train --exec 'cat ~/f'
b job file download -g lab -w w -e e -j train -f stdout.txt lab:results >/dev/null
