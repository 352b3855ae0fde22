package io.berth.testkit.restore;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A job that can be told from all others, whatever number it has: its name is its own, and what it prints, how it exits and what its
 * processes carry in their environment follow from that.
 *
 * @param name its own
 * @param document as it is submitted
 */
record Errand(String name, Map<String, Object> document) {
    /** The variable in which its processes carry its name. */
    static final String MARK = "ERRAND";

    private static final int CODES = 97;

    /** @param ledger the folder in which each start of it writes a line by itself */
    static Errand of(int number, Path ledger, Random random) {
        String name = "errand" + number;
        String pause = List.of("0", "0.1", "0.4", "2", "6").get(random.nextInt(5));
        String script = "run=${BERTH_RUN##*/}; echo \"$run\" >>\"" + ledger.resolve(name)
                + "\"; echo \"$ERRAND begins $run\"; sleep " + pause + "; echo \"$ERRAND ends $run\"; exit "
                + code(name);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        // Some wait for others, so that starts come in many orders.
        document.put("demand", Map.of("cpu", random.nextInt(4) == 0 ? "1" : "0.05"));
        document.put("tasks", random.nextInt(5) == 0 ? 2 : 1);
        document.put("command", List.of("sh", "-c", script));
        document.put("env", Map.of(MARK, name));
        return new Errand(name, document);
    }

    /** The exit code by which the one of {@code name} is known; never 0. */
    static int code(String name) {
        return 1 + Math.floorMod(name.hashCode(), CODES);
    }
}
