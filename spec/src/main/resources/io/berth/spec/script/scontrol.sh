#!/bin/sh
# Of Slurm's scontrol what scripts ask in a job: show hostnames [LIST], and show hostlist NAMES.

if [ "$1" = show ] && { [ "$2" = hostnames ] || [ "$2" = hostname ]; }; then
    printf '%s\n' "${3:-$SLURM_JOB_NODELIST}" | awk '
        # Writes head followed by what each part of tail stands for: a name, or names with [1-3,07] in them.
        function expand(head, tail,    open, close_at, inside, count, parts, i, range, from, to, wide, number) {
            open = index(tail, "[")
            if (open == 0) {
                print head tail
                return
            }
            close_at = index(tail, "]")
            inside = substr(tail, open + 1, close_at - open - 1)
            count = split(inside, parts, ",")
            for (i = 1; i <= count; i++) {
                from = parts[i]
                to = from
                if (split(parts[i], range, "-") == 2) {
                    from = range[1]
                    to = range[2]
                }
                wide = length(from)
                for (number = from + 0; number <= to + 0; number++) {
                    expand(head substr(tail, 1, open - 1) sprintf("%0" wide "d", number), substr(tail, close_at + 1))
                }
            }
        }
        {
            depth = 0
            name = ""
            for (at = 1; at <= length($0); at++) {
                one = substr($0, at, 1)
                depth += (one == "[") - (one == "]")
                if (one == "," && depth == 0) {
                    expand("", name)
                    name = ""
                } else {
                    name = name one
                }
            }
            if (name != "") expand("", name)
        }'
    exit
fi
if [ "$1" = show ] && [ "$2" = hostlist ]; then
    printf '%s\n' "$3"
    exit
fi
echo "scontrol: error: a job of Berth has 'scontrol show hostnames' only; berth show JOB tells of a job" >&2
exit 1
