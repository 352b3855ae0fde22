package io.berth.app.up.setting;

import io.berth.core.workload.term.JobArray;
import io.berth.live.driver.Bounds;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/** The keys of {@code limits:} in the file of {@code berth up}: how much may be handed in. */
final class LimitSettings {
    private static final int MOST_TASKS = 100_000;
    private static final int MOST_JOBS = 10_000_000;
    private static final int LEAST_DOCUMENT = 1 << 10;

    /** The documents of all jobs that live take a quarter of the heap: as much again goes to a copy that looks ahead, the rest to answers. */
    private static final int HEAP_PER_HELD = 4;

    /** Four tenants fill what there is; one alone leaves room for others. */
    private static final int HELD_PER_TENANT = 4;

    static final Section SECTION = Section.of(
            "limits",
            "How much may be handed in. What is there stays when they change.",
            Key.of("tasks_per_job", Shape.whole(1, MOST_TASKS), "How many tasks a job may have.")
                    .fallback("1000"),
            Key.of("array", Shape.whole(1, JobArray.MOST), "How many jobs an array may have.")
                    .fallback("10000"),
            Key.of(
                            "least",
                            Shape.of(ValueType.CPUS),
                            "How much of a CPU, or of a GPU, each task must ask for at least.")
                    .fallback("0.01"),
            Key.of("document", Shape.of(ValueType.BYTES), "How long the document of a submission may be; 1Mi at most.")
                    .fallback("1Mi"),
            Key.of("jobs", Shape.whole(1, MOST_JOBS), "How many jobs may wait and run.")
                    .fallback("100000"),
            Key.of(
                            "jobs_per_tenant",
                            Shape.whole(1, MOST_JOBS),
                            "How many jobs of one tenant may wait and run: those of its queue and below it.")
                    .fallback("10000"),
            Key.of(
                            "held",
                            Shape.of(ValueType.BYTES),
                            "How much memory the documents of all jobs that wait and run may take; absent: a quarter of the heap.")
                    .example("1Gi"),
            Key.of(
                            "held_per_tenant",
                            Shape.of(ValueType.BYTES),
                            "How much of it those of one tenant may take; absent: a quarter of it.")
                    .example("256Mi"));

    private LimitSettings() {}

    /** What holds where nothing is configured. */
    static Bounds standard() {
        return read(TreeReader.read(Source.text("defaults", "{}")));
    }

    /** What {@code tree} says. */
    static Bounds read(Tree tree) {
        Fields fields = SECTION.read(tree);
        long heap = Runtime.getRuntime().maxMemory();
        long held = fields.has("held") ? fields.bytes("held") : heap / HEAP_PER_HELD;
        long own = fields.has("held_per_tenant") ? fields.bytes("held_per_tenant") : held / HELD_PER_TENANT;
        if (held > heap) {
            throw InputException.at(
                    fields.value("held"), "must be at most the heap, which has " + heap + " bytes; -Xmx changes that");
        }
        long document = fields.bytes("document");
        if (document < LEAST_DOCUMENT || document > Source.MAX_BYTES) {
            throw InputException.at(fields.value("document"), "must be from 1Ki to 1Mi");
        }
        return new Bounds(
                Math.toIntExact(document),
                new Bounds.OfJob(fields.integer("tasks_per_job"), fields.integer("array"), fields.cpuMilli("least")),
                new Bounds.OfLive(fields.whole("jobs"), fields.whole("jobs_per_tenant"), held, own));
    }
}
