#!/bin/sh
# The main job, shown: two groups' chats become notes, come back as memory, and are taken back.
#
# Usage: sh examples/demo.sh [path to pmem]      (`make demo` gives it the one it installed)
# Everything it makes is in ./demo-vault, made anew each time; nothing else is touched.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
pmem=${1:-pmem}
case $pmem in */*) pmem=$(cd "$(dirname "$pmem")" && pwd)/$(basename "$pmem") ;; esac
vault=$here/demo-vault
state=$vault/.demo-state

# The journal and caches of a vault belong outside of it. A demo keeps them with itself, in a folder
# that Obsidian does not show, so that it leaves nothing in your home.
export PROGRESSIVE_MEMORY_DATA="$state/data" PROGRESSIVE_MEMORY_CACHE="$state/cache"
unset PROGRESSIVE_MEMORY_VAULT || true

step() { printf '\n\n=== %s\n' "$1"; }
run() { # print a command as you would type it, then run it
    printf '\n$ pmem'
    for word; do
        case $word in *[\ \'\"!?*\$]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$pmem" "$@"
}
show() { # print a note of the vault
    printf '\n>>> %s\n' "$1"
    cat "$1"
}
fingerprints() { # a checksum of each note
    find memory -name '*.md' -exec cksum {} + | sort -k 3
}

if [ -e "$vault" ] && [ ! -d "$state" ]; then
    echo "$vault exists and was not made by this demo: move it away first." >&2
    exit 1
fi
rm -rf "$vault"
mkdir -p "$state"

step 'A vault with two groups, one Chinese, one English'
cd "$here"
run init demo-vault --language en
cd "$vault"
run group add 青禾小程序 --room '!qinghe:demo.example' --language zh
run group add tideline --room '!tideline:demo.example' --display-name Tideline --language en

step 'Every message goes into the log, secrets taken out'
run log ../examples/qinghe.jsonl --group 青禾小程序
run log ../examples/tideline.jsonl --group '!tideline:demo.example'
fingerprints >"$state/before"

step 'The flush writes down what was decided'
run flush --all

step 'The notes it wrote'
for group in 青禾小程序 tideline; do
    for note in attention project experience people pending; do
        show "memory/groups/$group/$note.md"
    done
done
run status

step 'An agent asks'
run recall --group 青禾小程序 '订单号最后定的是什么方案？'
run recall --group tideline 'what are we working on right now?'
run recall --group tideline 'who is responsible for release testing?'

step 'Small talk needs no memory'
run recall --group 青禾小程序 '早上好'
run recall --group tideline 'thanks!'

step 'The flush is taken back'
run undo
fingerprints >"$state/after"
if cmp -s "$state/before" "$state/after"; then
    echo "Every note has the bytes it had before the flush."
else
    echo "These notes differ from before the flush:" >&2
    diff "$state/before" "$state/after" >&2 || true
    exit 1
fi

step 'And brought again, to look at in Obsidian'
flush_id=$("$pmem" history --json | sed 's/.*"flush_id": *"\([^"]*\)".*/\1/')
run flush --redo "$flush_id" >"$state/again" # no pipe: that would hide a flush that failed
sed -n '2p;$p' "$state/again"
run doctor

printf '\n\nThe vault is %s\nOpen that folder in Obsidian to look around.\n' "$vault"
