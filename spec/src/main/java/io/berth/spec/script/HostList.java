package io.berth.spec.script;

import java.util.ArrayList;
import java.util.List;

/** Lists of hosts as Slurm writes them: {@code a,b[1-3,07]c} (scontrol, "show hostnames"). */
final class HostList {
    private static final int MOST = 100_000;

    private HostList() {}

    /** The hosts that {@code text} names; ranges that are none stay as they are. */
    static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char next = i == text.length() ? ',' : text.charAt(i);
            depth += next == '[' ? 1 : next == ']' ? -1 : 0;
            if (next == ',' && (depth == 0 || i == text.length())) {
                expand("", text.substring(from, i).strip(), names);
                from = i + 1;
            }
        }
        return names;
    }

    private static void expand(String head, String tail, List<String> names) {
        int open = tail.indexOf('[');
        int close = tail.indexOf(']');
        if (open < 0 || close < open || names.size() > MOST) {
            if (!(head + tail).isEmpty()) {
                names.add(head + tail);
            }
            return;
        }
        for (String part : tail.substring(open + 1, close).split(",")) {
            String[] ends = part.split("-", 2);
            String last = ends[ends.length - 1];
            if (!ends[0].matches("\\d{1,9}") || !last.matches("\\d{1,9}")) {
                names.add(head + tail);
                return;
            }
            int width = ends[0].length();
            for (int number = Integer.parseInt(ends[0]);
                    number <= Integer.parseInt(last) && names.size() <= MOST;
                    number++) {
                String digits = String.format("%0" + width + "d", number);
                expand(head + tail.substring(0, open) + digits, tail.substring(close + 1), names);
            }
        }
    }
}
