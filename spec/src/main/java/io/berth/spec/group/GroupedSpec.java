package io.berth.spec.group;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.topology.Levels;
import io.berth.spec.job.WithinText;
import io.berth.spec.json.Json;
import io.berth.spec.quantity.Percents;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * Which generated jobs are of several groups: their tasks are divided over so many, as equally as can be.
 *
 * @param share of the jobs of several tasks, 0 to 1
 * @param groups how many; as many as it has tasks where these are fewer
 * @param fewest the fewest tasks of a group over all of its tasks, 0 to 1; rounded up, and at least one task
 * @param within in one domain of what the tasks of each group go; null for anywhere
 */
public record GroupedSpec(
        double share, int groups, double fewest, @Nullable Within within) {
    /** Jobs of one group. */
    public static final GroupedSpec NONE = new GroupedSpec(0, 2, 1, null);

    private static final Shape PERCENT = Shape.of(ValueType.PERCENT);

    /** Its keys. */
    public static final Section SECTION = Section.of(
            "grouped",
            "Jobs of several groups: their tasks are divided over so many, as equally as can be; in all they are as many as without.",
            Key.of("share", PERCENT, "Jobs of several tasks that are of several groups.")
                    .fallback("0%"),
            Key.of("groups", Shape.whole(2, JobSpec.MOST_GROUPS), "How many groups.")
                    .fallback("2"),
            Key.of("min", PERCENT, "With how many of its tasks each group may start at least, one at the fewest.")
                    .fallback("100%"),
            Key.of(WithinText.OF_GROUP, WithinText.SHAPE, WithinText.WORDS_OF_GROUP)
                    .example("rack"));

    /** What {@code fields} of {@link #SECTION} say in a cluster of {@code levels}. */
    public static GroupedSpec read(Fields fields, Levels levels) {
        double share = fields.fraction("share");
        if (share == 0) {
            return NONE;
        }
        return new GroupedSpec(
                share,
                fields.integer("groups"),
                fields.fraction("min"),
                fields.has(WithinText.OF_GROUP)
                        ? WithinText.ofGroup(fields.value(WithinText.OF_GROUP)).in(levels)
                        : null);
    }

    /** As one line of a scenario. */
    public String text() {
        String domain =
                within == null ? "" : ", " + WithinText.OF_GROUP + ": " + Json.line(WithinText.document(within));
        return "{share: " + Percents.format(share) + ", groups: " + groups + ", min: " + Percents.format(fewest)
                + domain + "}";
    }
}
