package io.berth.bench.rate;

import io.berth.spec.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Measures a {@code berth up} of its own and prints one line for each bar; with {@code --json} one document. */
public final class Rates {
    private static final List<String> ALL =
            List.of("first", "jobs", "jobs-default", "rivals", "ack", "ack-waiting", "command", "restart", "hostile");

    private final Path berth;
    private final Path folder;
    private final boolean json;
    private final Map<String, Map<String, Object>> document = new LinkedHashMap<>();

    private Rates(Path berth, Path folder, boolean json) {
        this.berth = berth;
        this.folder = folder;
        this.json = json;
    }

    /** Arguments: the script {@code berth}, then {@code --json} and names of bars; all bars without one. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        Path berth = Path.of(words.removeFirst());
        boolean json = words.remove("--json");
        List<String> bars = words.isEmpty() ? ALL : words;
        if (!ALL.containsAll(bars)) {
            System.err.println("bench/rate: bars are " + String.join(", ", ALL));
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("berth-rate");
        try {
            Rates rates = new Rates(berth, folder, json);
            for (String bar : bars) {
                rates.measure(bar);
            }
            if (json) {
                System.out.println(Json.pretty(rates.document));
            }
        } finally {
            delete(folder);
        }
    }

    private void measure(String bar) throws Exception {
        Path home = Files.createDirectory(folder.resolve(bar));
        Figures figures = new Figures();
        Bars bars = new Bars(berth, home, figures);
        switch (bar) {
            case "first" -> bars.first();
            case "jobs" -> bars.jobs(Server.TRUE);
            case "jobs-default" -> bars.jobs("{\"command\": [\"true\"]}");
            case "rivals" -> new Rivals(home, figures).measure();
            case "ack" -> bars.acknowledge(false);
            case "ack-waiting" -> bars.acknowledge(true);
            case "command" -> new Commands(berth, home, figures).measure();
            case "restart" -> bars.restart();
            default -> new Hostile(berth, home, figures).measure();
        }
        document.put(bar, figures.values());
        if (!json) {
            System.out.println(bar + ": " + figures);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
