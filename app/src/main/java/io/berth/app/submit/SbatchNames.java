package io.berth.app.submit;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import io.berth.spec.script.BatchScript;
import io.berth.spec.script.Directive;
import io.berth.spec.script.SbatchReader;
import io.berth.spec.script.ScriptNode;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Options of {@code berth submit} by the names that sbatch has for them, whose values are read as sbatch reads them. */
final class SbatchNames {
    private static final Option CPUS = Option.value("--cpus", "N", "As --cpu.");
    private static final Option MEMORY = Option.value(
            "--mem", "SIZE", "As --memory, as sbatch reads it: 16G is 16Gi, and without a unit MiB are meant.");
    private static final Option GRES =
            Option.value("--gres", "gpu:N", "As --gpus, as sbatch reads it: gpu:2, gpu:h100:2.");
    private static final Option TIME = Option.value(
            "--time", "TIME", "As --time-limit, as sbatch reads it: 90 (minutes), 1:30:00, 2-12; or 90m, 2h.");
    private static final Option PARTITION = Option.value("--partition", "NAME", "As --queue.");

    static final List<Option> OF_THE_DEMAND = List.of(CPUS, MEMORY, GRES);
    static final List<Option> OF_ALL = List.of(TIME, PARTITION);

    /** The options that say the same. */
    private static final Map<String, String> OTHER_NAMES = Map.of(
            CPUS.name(), "--cpu",
            MEMORY.name(), "--memory",
            GRES.name(), "--gpus",
            TIME.name(), "--time-limit",
            PARTITION.name(), "--queue");

    private SbatchNames() {}

    /** Puts what was typed of a task's needs into {@code demand}. */
    static void putDemand(SequencedMap<String, Object> demand, Arguments arguments, Supplier<ScriptNode> node) {
        String cpus = text(CPUS, arguments);
        if (cpus != null) {
            demand.put("cpu", cpus);
        }
        for (Option option : List.of(MEMORY, GRES)) {
            String value = text(option, arguments);
            if (value == null) {
                continue;
            }
            Map<?, ?> asked = asked(option, value, node).get("demand") instanceof Map<?, ?> map ? map : Map.of();
            List<String> keys = option.equals(MEMORY) ? List.of("memory") : List.of("gpus", "models");
            for (String key : keys) {
                Object wanted = asked.get(key);
                if (wanted != null) {
                    demand.put(key, wanted);
                } else if (!key.equals("models")) {
                    demand.put(key, 0);
                }
            }
        }
    }

    /** Puts what was typed of anything else into {@code document}. */
    static void putShared(SequencedMap<String, Object> document, Arguments arguments) {
        String partition = text(PARTITION, arguments);
        if (partition != null) {
            document.put("queue", partition);
        }
        String time = text(TIME, arguments);
        if (time == null) {
            return;
        }
        if (Character.isLetter(time.isEmpty() ? ' ' : time.charAt(time.length() - 1)) && hasUnit(time)) {
            document.put("time_limit", time);
            return;
        }
        Object limit = asked(TIME, time, () -> {
                    throw new IllegalStateException("A time is of no node.");
                })
                .get("time_limit");
        document.put("time_limit", limit == null ? Durations.NEVER : limit);
    }

    /** What was typed of each key of a job, by the key. */
    static Map<String, String> keys() {
        SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put(CPUS.name(), "demand.cpu");
        keys.put(MEMORY.name(), "demand.memory");
        keys.put(GRES.name(), "demand.gpus");
        keys.put(TIME.name(), "time_limit");
        keys.put(PARTITION.name(), "queue");
        return keys;
    }

    private static boolean hasUnit(String time) {
        try {
            Durations.parseNanos(time);
            return true;
        } catch (QuantityException e) {
            return false;
        }
    }

    /** What one option of sbatch means. */
    private static SequencedMap<String, Object> asked(Option option, String value, Supplier<ScriptNode> node) {
        Directive line = new Directive(Position.of("berth submit"), true, List.of(option.name() + "=" + value));
        BatchScript script = new BatchScript("job", "job", List.of("/bin/sh"), "#!/bin/sh\n", List.of(line), List.of());
        return new LinkedHashMap<>(SbatchReader.read(script, node, LocalDateTime.now(ZoneId.systemDefault()))
                .document());
    }

    private static @Nullable String text(Option option, Arguments arguments) {
        String value = arguments.text(option.name());
        String other = OTHER_NAMES.getOrDefault(option.name(), "");
        if (value != null && arguments.text(other) != null) {
            throw new InputException(option.name(), "says the same as " + other + "; name one of them");
        }
        return value;
    }
}
