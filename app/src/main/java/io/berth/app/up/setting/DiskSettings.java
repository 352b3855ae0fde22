package io.berth.app.up.setting;

import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/** The keys of {@code disk:} in the file of {@code berth up}: what may be kept in the home. */
final class DiskSettings {
    static final Section SECTION = Section.of(
            "disk",
            "What may be kept in the home, and what must stay free on its file system.",
            Key.of(
                            "needed",
                            Shape.of(ValueType.BYTES),
                            "With less free, submissions are refused; absent: a twentieth of the file system, at most 512Mi.")
                    .example("1Gi"),
            Key.of(
                            "reserve",
                            Shape.of(ValueType.BYTES),
                            "Held back for what must be written on a full disk; absent: a hundredth of it, at most 64Mi.")
                    .example("64Mi"),
            Key.of(
                            "output",
                            Shape.of(ValueType.BYTES),
                            "What tasks wrote, in sum: over it, that of the jobs that ended first goes; absent: a tenth of it.")
                    .example("20Gi"),
            Key.of(
                            "journal",
                            Shape.of(ValueType.BYTES),
                            "How large the journal gets: over it, the oldest part goes; absent: a tenth of it, at most 10Gi.")
                    .example("10Gi"),
            Key.of(
                            "journal_span",
                            Shape.of(ValueType.DURATION),
                            "How far back the journal reaches where it may be as large; never: as far as that goes.")
                    .fallback("30d"));

    private DiskSettings() {}

    /** What {@code tree} says. */
    static DiskOptions read(Tree tree) {
        Fields fields = SECTION.read(tree);
        return new DiskOptions(
                bytes(fields, "needed"),
                bytes(fields, "reserve"),
                bytes(fields, "output"),
                bytes(fields, "journal"),
                fields.nanos("journal_span"));
    }

    private static long bytes(Fields fields, String key) {
        return fields.has(key) ? fields.bytes(key) : DiskOptions.BY_SIZE;
    }
}
