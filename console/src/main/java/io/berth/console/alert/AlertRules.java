package io.berth.console.alert;

import io.berth.core.time.Nanos;
import io.berth.edge.alert.ReceiverSettings;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.List;

/**
 * The thresholds of alerts.
 *
 * @param gpuIdleNanos how long a held GPU may be idle
 * @param gpuIdlePercent below this it is idle; at twice as much it is used
 * @param noOutputNanos how long a task of a batch job may print nothing
 * @param stallNanos over how long the loss must get smaller
 * @param stragglerPercent how far a task may be behind the median of its gang, of that median's steps
 * @param memoryPercent how much of its memory a task may use
 * @param off kinds that are never raised
 */
public record AlertRules(
        long gpuIdleNanos,
        double gpuIdlePercent,
        long noOutputNanos,
        long stallNanos,
        double stragglerPercent,
        double memoryPercent,
        List<AlertKind> off) {
    private static final Shape DURATION = Shape.of(ValueType.DURATION);

    /** The keys of a configuration. */
    public static final Section SECTION = Section.of(
            "alerts",
            "When somebody is told that a job needs a look.",
            Key.of("gpu_idle", DURATION, "How long a GPU that is held may be idle.")
                    .fallback("15m"),
            Key.of("gpu_idle_percent", Shape.number(0, 50), "Below this a GPU is idle; at twice as much it is used.")
                    .fallback("5"),
            Key.of("no_output", DURATION, "How long a task of a batch job may print nothing.")
                    .fallback("30m"),
            Key.of("loss_stalled", DURATION, "Over how long the loss must get smaller.")
                    .fallback("30m"),
            Key.of("straggler_percent", Shape.number(1, 100), "How far a task may be behind the median of its gang.")
                    .fallback("20"),
            Key.of("memory_percent", Shape.number(10, 100), "How much of its memory a task may use.")
                    .fallback("95"),
            Key.of("off", new Shape.Items(Shape.choice(AlertKind.words())), "Kinds that are never raised.")
                    .fallback("[]"),
            Key.of(
                    "receivers",
                    new Shape.Items(new Shape.Nested(ReceiverSettings.SECTION)),
                    "Who hears of what is raised and cleared, beside those who look; absent: nobody."),
            Key.of(
                    "rescue",
                    new Shape.Nested(Rescue.SECTION),
                    "What is done about a job after an alert of it has stood for long."));

    /** What holds where nothing is configured. */
    public static final AlertRules DEFAULT =
            new AlertRules(15 * Nanos.MINUTE, 5, 30 * Nanos.MINUTE, 30 * Nanos.MINUTE, 20, 95, List.of());

    public AlertRules {
        off = List.copyOf(off);
    }

    /** What {@code tree} says, which is of {@link #SECTION}. */
    public static AlertRules read(Tree tree) {
        Fields fields = SECTION.read(tree);
        return new AlertRules(
                fields.nanos("gpu_idle"),
                fields.number("gpu_idle_percent"),
                fields.nanos("no_output"),
                fields.nanos("loss_stalled"),
                fields.number("straggler_percent"),
                fields.number("memory_percent"),
                fields.items("off").stream()
                        .map(item -> AlertKind.of(item.text()))
                        .toList());
    }
}
