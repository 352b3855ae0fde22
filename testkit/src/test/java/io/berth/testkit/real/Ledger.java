package io.berth.testkit.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file to which jobs append a line when they start and another when they end, each with one write: what really ran, whatever
 * Berth believes. A line is {@code start|end KEY TASK PID}.
 */
public final class Ledger {
    private final Path file;

    public Ledger(Path file) {
        this.file = file;
    }

    /** Shell text that tells the ledger of the start of job {@code key}. */
    public String start(String key) {
        return note("start", key);
    }

    /** Shell text that tells it of the end. */
    public String end(String key) {
        return note("end", key);
    }

    private String note(String what, String key) {
        return "printf '%s\\n' \"" + what + " " + key + " $BERTH_TASK $$\" >>" + file + "; ";
    }

    /** How often each task of each job started: by key, then by task. */
    public Map<String, Map<Integer, Integer>> starts() {
        return counts("start");
    }

    /** How often each task of each job came to its end. */
    public Map<String, Map<Integer, Integer>> ends() {
        return counts("end");
    }

    /** The keys in the order in which their first tasks started. */
    public List<String> order() {
        List<String> keys = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            if (words[0].equals("start") && !keys.contains(words[1])) {
                keys.add(words[1]);
            }
        }
        return keys;
    }

    /** All lines. */
    public List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Map<Integer, Integer>> counts(String what) {
        Map<String, Map<Integer, Integer>> counts = new TreeMap<>();
        for (String line : lines()) {
            String[] words = line.split(" ");
            if (words.length != 4) {
                throw new IllegalStateException("The ledger has a line that no job writes: " + line);
            }
            if (words[0].equals(what)) {
                counts.computeIfAbsent(words[1], _ -> new TreeMap<>())
                        .merge(Integer.valueOf(words[2]), 1, Integer::sum);
            }
        }
        return counts;
    }
}
