package io.berth.local.device;

import java.util.List;
import java.util.Random;

/** Breaks the output of a tool in a few places. */
public final class Mutation {
    private static final int MOST_CHANGES = 4;

    /** What breaks parsers: separators of all the formats, odd numbers, controls. */
    private static final List<String> SPLINTERS = List.of(
            ",",
            ",,",
            "|",
            "/",
            ":",
            " : ",
            "\n",
            "\r",
            "\t",
            " ",
            "",
            "\0",
            "\u001b[4m",
            "\ud83d",
            "\ufeff",
            "\u2028",
            "{",
            "}",
            "[",
            "]",
            "\"",
            "\\",
            "'",
            "#",
            "&a ",
            "*a",
            "!!int ",
            "-",
            "--",
            "[N/A]",
            "ERR!",
            "N/A",
            "null",
            "-1",
            "1e999",
            "99999999999999999999",
            "9223372036854775807",
            "NaN",
            "0x1F",
            "GPU",
            "GPU 999999999:",
            "NPU",
            "NV999",
            "MIG ",
            "(UUID: ",
            "CPU Affinity",
            "Process id",
            "card",
            "card99999",
            "\u0661",
            "é");

    private Mutation() {}

    /** {@code whole}, broken as {@code random} says. */
    public static String of(String whole, Random random) {
        StringBuilder text = new StringBuilder(whole);
        int changes = 1 + random.nextInt(MOST_CHANGES);
        for (int i = 0; i < changes && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(random.nextInt(8) == 0 ? 200 : 4));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, SPLINTERS.get(random.nextInt(SPLINTERS.size())));
                case 2 -> text.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0xffff));
                case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
                default -> text.setLength(random.nextInt(16) == 0 ? at : text.length());
            }
        }
        return text.toString();
    }
}
