package io.berth.app.submit;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The options of {@code berth submit} that are pairs, each of which stands in a map of the demand. */
final class PairOptions {
    private static final Option RESOURCE = Option.value(
            "--resource",
            "NAME=N",
            "Units of what nodes have by name alone, such as example.com/licence=1; may come several times.");
    private static final Option NODE_LABEL = Option.value(
            "--node-label", "KEY=VALUE", "A label that its nodes must have, such as rack=r1; may come several times.");
    private static final Option TOLERATE = Option.value(
            "--tolerate",
            "KEY=VALUE",
            "A taint of nodes that does not keep it away, such as reserved=vision; * for any. May come several times.");

    private static final Option THROUGHPUT = Option.value(
            "--throughput",
            "MODEL=N",
            "How fast it is on devices of a model, relative to what its run time is told for, such as T4=0.3; may come several times.");

    private static final Option UTILITY = Option.value(
            "--utility",
            "MODEL=N",
            "What it is worth on devices of a model, such as H100=3; 1 where nothing is said; may come several times.");

    private static final Option SPEEDUP = Option.value(
            "--speedup",
            "TASKS=N",
            "How many times as fast it is with so many of its tasks as with one, such as 8=5.5; may come several times.");

    private static final Option TRAFFIC = Option.value(
            "--traffic",
            "KEY=VALUE",
            "What its devices exchange in each step: bytes=500M, compute=200ms, pattern=ring, each by itself.");

    static final List<Option> ALL = List.of(RESOURCE, NODE_LABEL, TOLERATE);

    /** Of the job, not of its demand. */
    static final List<Option> OF_JOB = List.of(THROUGHPUT, UTILITY, SPEEDUP, TRAFFIC);

    private PairOptions() {}

    /** Puts what was typed of the job itself into {@code document}. */
    static void putOfJob(SequencedMap<String, Object> document, Arguments arguments) {
        put(document, "throughput", THROUGHPUT, arguments);
        put(document, "utility", UTILITY, arguments);
        put(document, "speedup", SPEEDUP, arguments);
        put(document, "traffic", TRAFFIC, arguments);
    }

    /** Puts what was typed into {@code demand}, before what stands there of the same names. */
    static void put(SequencedMap<String, Object> demand, Arguments arguments) {
        put(demand, "resources", RESOURCE, arguments);
        put(demand, "node_labels", NODE_LABEL, arguments);
        put(demand, "tolerations", TOLERATE, arguments);
    }

    private static void put(SequencedMap<String, Object> demand, String key, Option option, Arguments arguments) {
        SequencedMap<String, List<String>> typed = new LinkedHashMap<>();
        for (String text : arguments.texts(option.name())) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new InputException(option.name(), "must be " + option.label() + ", but is " + Quote.of(text));
            }
            typed.computeIfAbsent(text.substring(0, equals), _ -> new ArrayList<>())
                    .add(text.substring(equals + 1));
        }
        if (typed.isEmpty()) {
            return;
        }
        SequencedMap<String, Object> values = new LinkedHashMap<>();
        if (demand.get(key) instanceof Map<?, ?> known) {
            known.forEach((name, value) -> values.put(String.valueOf(name), value));
        }
        typed.forEach((name, list) -> values.put(name, list.size() == 1 ? list.getFirst() : list));
        demand.put(key, values);
    }
}
