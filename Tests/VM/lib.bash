# Functions for end-to-end scripts inside the virtual machine. Source it; it starts nothing.
#
# ALSA's tools want a port as numbers, 128:0, and the numbers change from run to run; the functions
# here take names, written CLIENT:PORT, such as dronetuner:pitch, and give the numbers.

passed=0 failed=0
check_output=$(mktemp)
check_sentence=''

exec {check_report}>&1

# An error that ends the whole script, as an unset variable does, must not be swallowed. The trap
# still has the failed command's redirection.
show_what_ended_the_script() {
  [ -z "$check_sentence" ] || { echo "NOT ok  $check_sentence, and the script ended there"; cat "$check_output"; } >&"$check_report"
  rm -f "$check_output"
}
trap show_what_ended_the_script EXIT

# check SENTENCE COMMAND...: runs the command, prints whether what the sentence says is so, and, if
# not, what the command said. It never ends the script: one fault should not hide the next. The
# command runs in this very shell, so it may set variables and start processes.
check() {
  check_sentence=$1
  shift
  if "$@" >"$check_output" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $check_sentence"
  else
    failed=$((failed + 1))
    echo "NOT ok  $check_sentence"
    sed 's/^/          /' "$check_output"
  fi
  check_sentence=''
}

# Prints the count and is true when nothing failed. A script that checked nothing has failed.
conclude() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# within SECONDS COMMAND...: repeats the command until it succeeds; false when time is up.
within() {
  local seconds=$1 end
  shift
  end=$((SECONDS + seconds))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

# port_address CLIENT:PORT: prints its numbers. The port's name may be left out: the first port.
# Whole names are compared, so that dronetuner is never taken for another that begins the same.
port_address() {
  aconnect -l | awk -v client="${1%%:*}" -v port="${1#*:}" -v any="$([[ $1 == *:* ]] || echo 1)" '
    /^client / { split($0, part, "\047"); number = $2 + 0; here = part[2] == client; next }
    here && /^ +[0-9]+ \047/ {
      split($0, part, "\047"); sub(/ +$/, "", part[2])
      if (any || part[2] == port) { print number ":" $1; found = 1; exit }
    }
    END { exit !found }'
}

# wait_for_port CLIENT[:PORT] SECONDS: waits until it is there and prints its numbers.
wait_for_port() {
  within "$2" port_address "$1" || { echo "no sequencer port $1 after $2 s" >&2; return 1; }
}

# wait_for_connection FROM TO SECONDS, both as numbers: waits until FROM plays into TO.
wait_for_connection() {
  within "$3" connected "$1" "$2" || { echo "$1 is not connected to $2 after $3 s" >&2; return 1; }
}

connected() {
  aconnect -l | awk -v client="${1%:*}" -v port="${1#*:}" -v to="$2" '
    /^client / { here = $2 + 0 == client; next }
    /^ +[0-9]+ \047/ { at = here && $1 == port; next }
    at && /Connecting To:/ {
      sub(/.*Connecting To: /, ""); count = split($0, ends, /, /)
      for (i = 1; i <= count; i++) { sub(/\[.*/, "", ends[i]); if (ends[i] == to) found = 1 }
    }
    END { exit !found }'
}

# start_event_log ADDRESS FILE: writes what the port sends, one event a line, each line at once.
# Returns when the log listens, for an event before that would be lost. Its process is $event_log.
start_event_log() {
  local address=$1 file=$2
  stdbuf -oL aseqdump -p "$address" >"$file" 2>&1 &
  event_log=$!
  within 10 grep -q '^Source' "$file" || { echo "aseqdump cannot read $address: $(cat "$file")" >&2; return 1; }
}

stop_event_log() {
  kill "$event_log" 2>/dev/null || true
  wait "$event_log" 2>/dev/null || true
}

# wait_for_line PATTERN FILE SECONDS: waits for a line that matches the extended expression.
wait_for_line() {
  within "$3" grep -qE -- "$1" "$2" || { echo "no line like \"$1\" in $3 s, only:"; tail -n 8 "$2"; return 1; }
}

# write_midi_note FILE PROGRAM NOTE: a standard MIDI file that plays one note for four seconds and
# leaves it two more to ring out. PROGRAM counts from 0: 25 is the steel guitar.
write_midi_note() {
  local program note
  program=$(printf '\\x%02x' "$2")
  note=$(printf '\\x%02x' "$3")
  {
    printf 'MThd\0\0\0\x06\0\0\0\x01\x01\xf4MTrk\0\0\0\x10' # 500 ticks a quarter: one is 1 ms at the tempo that holds unless set
    printf '%b' "\\0\\xc0$program\\0\\x90$note\\x64\\x9f\\x20$note\\0\\x8f\\x50\\xff\\x2f\\0"
  } >"$1"
}

# levels FILE HERTZ...: how strong each frequency is in the last second of a 16-bit stereo WAV file
# at 48 kHz, one number of decibels a line; a sine of full range on the left is 0. By Goertzel's
# algorithm under a Hann window, which tells apart what is 4 Hz apart: neighbouring notes from C#2 up.
levels() {
  local file=$1
  shift
  tail -c $((48000 * 4)) "$file" | od -An -v -t d2 -w4 | awk -v list="$*" '
    BEGIN { count = split(list, hertz, " "); turn = 6.283185307179586
            for (i = 1; i <= count; i++) factor[i] = 2 * cos(turn * hertz[i] / 48000) }
    { x = $1 / 32768 * (1 - cos(turn * NR / 48000))
      for (i = 1; i <= count; i++) { next_state = x + factor[i] * one[i] - two[i]; two[i] = one[i]; one[i] = next_state } }
    END { for (i = 1; i <= count; i++)
            printf "%.1f\n", 10 * log((one[i] ^ 2 + two[i] ^ 2 - factor[i] * one[i] * two[i]) / 24000 ^ 2 + 1e-20) / log(10) }'
}

# louder A B: whether A decibels are more than B, both with a fraction.
louder() { awk "BEGIN { exit !($1 > $2) }"; }

# finish PROCESS SECONDS: asks a process to end with SIGTERM; false when it had to be killed.
finish() {
  kill -TERM "$1" 2>/dev/null || true
  within "$2" eval "! kill -0 $1 2>/dev/null" && return 0
  kill -KILL "$1" 2>/dev/null || true
  return 1
}
