package io.berth.spec.scenario;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.Shape.Weights;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What jobs really use of what they ask for: shares with their weights, drawn once for a job. Without any nobody measures what nodes do.
 *
 * @param cpu of the CPU
 * @param memory of the memory
 * @param gpu of the time of the GPUs
 * @param families of how many kinds jobs are, each with a name and a use of its own; 0 where every job draws for itself
 * @param bestEffort the part of the jobs, 0 to 1, that are of best effort
 * @param bestEffortGpuMilli thousandths of one GPU that each of their tasks asks for; 0 for what others ask for
 * @param service how busy the others are, as services; null where they are none
 */
public record UseSpec(
        SortedMap<Double, Double> cpu,
        SortedMap<Double, Double> memory,
        SortedMap<Double, Double> gpu,
        int families,
        double bestEffort,
        int bestEffortGpuMilli,
        @Nullable ServiceUse service) {
    /** Nothing is said. */
    public static final UseSpec NONE = new UseSpec(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), 0, 0, 0, null);

    private static final int MOST_FAMILIES = 100_000;

    /** More than this times what it asks for no job uses. */
    private static final double MOST = 16;

    private static final String WORDS =
            ": one share for all, or shares with weights; above 1 is more than they ask for. Empty: all of it.";
    private static final Shape SHARES = Either.of(Shape.number(0, MOST), new Weights(Shape.number(0, MOST)));

    /** Its keys. */
    static final Section SECTION = Section.of(
            "use",
            "What jobs use of what they ask for, which only measurements of nodes tell; all empty: nobody measures.",
            Key.of("cpu", SHARES, "Of their CPUs" + WORDS).fallback("{}"),
            Key.of("memory", SHARES, "Of their memory" + WORDS).fallback("{}"),
            Key.of("gpu", SHARES, "Of the time of their GPUs" + WORDS).fallback("{}"),
            Key.of(
                            "families",
                            Shape.whole(0, MOST_FAMILIES),
                            "Of how many kinds jobs are, each with a name and a use of its own. 0: each job draws for itself.")
                    .fallback("0"),
            Key.of(
                            "best_effort",
                            Shape.number(0, 1),
                            "The part of the jobs that get what others ask for and do not use, 0 to 1.")
                    .fallback("0"),
            Key.of(
                            "best_effort_gpu",
                            Shape.number(0, 1),
                            "The part of one GPU that each of their tasks asks for; 0: as many GPUs as others.")
                    .fallback("0"),
            Key.of(
                    "service",
                    new Nested(ServiceUse.SECTION),
                    "How busy the others are, as services; absent: they are none."));

    public UseSpec {
        cpu = Collections.unmodifiableSortedMap(new TreeMap<>(cpu));
        memory = Collections.unmodifiableSortedMap(new TreeMap<>(memory));
        gpu = Collections.unmodifiableSortedMap(new TreeMap<>(gpu));
    }

    /** True where nothing is said. */
    public boolean none() {
        return cpu.isEmpty();
    }

    static UseSpec read(Fields use) {
        boolean said = Stream.of("cpu", "memory", "gpu")
                .anyMatch(key -> !(use.value(key) instanceof Tree.Map map
                        && map.entries().isEmpty()));
        double bestEffort = use.number("best_effort");
        return said || bestEffort > 0
                ? new UseSpec(
                        shares(use, "cpu"),
                        shares(use, "memory"),
                        shares(use, "gpu"),
                        use.integer("families"),
                        bestEffort,
                        part(use),
                        service(use))
                : NONE;
    }

    private static int part(Fields use) {
        return (int) Math.round(use.number("best_effort_gpu") * 1000);
    }

    private static @Nullable ServiceUse service(Fields use) {
        return use.has("service") ? ServiceUse.read(use.section("service")) : null;
    }

    private static SortedMap<Double, Double> shares(Fields use, String key) {
        SortedMap<Double, Double> shares = new TreeMap<>();
        if (!(use.value(key) instanceof Tree.Map)) {
            shares.put(use.number(key), 1.0);
            return shares;
        }
        if (use.value(key).entries().isEmpty()) {
            shares.put(1.0, 1.0);
            return shares;
        }
        use.weights(key).forEach((text, weight) -> {
            if (shares.put(Double.parseDouble(text), weight) != null) {
                throw InputException.at(use.value(key), Quote.of(text) + " is there twice");
            }
        });
        if (shares.values().stream().noneMatch(weight -> weight > 0)) {
            throw InputException.at(use.value(key), "needs a weight above 0");
        }
        return shares;
    }

    private String beside() {
        String effort = bestEffort > 0
                ? ", best_effort: " + bestEffort + ", best_effort_gpu: " + bestEffortGpuMilli / 1000.0
                : "";
        return service == null ? effort : effort + ", service: " + service.text();
    }

    /** As a scenario has it. */
    String text() {
        SequencedMap<String, SortedMap<Double, Double>> all = new LinkedHashMap<>();
        all.put("cpu", cpu);
        all.put("memory", memory);
        all.put("gpu", gpu);
        return all.entrySet().stream()
                .map(entry -> entry.getKey() + ": "
                        + entry.getValue().entrySet().stream()
                                .map(share -> share.getKey() + ": " + share.getValue())
                                .collect(Collectors.joining(", ", "{", "}")))
                .collect(Collectors.joining(", ", "{", kinds() + beside() + "}"));
    }

    private String kinds() {
        return families == 0 ? "" : ", families: " + families;
    }
}
