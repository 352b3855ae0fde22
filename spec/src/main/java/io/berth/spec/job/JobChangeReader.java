package io.berth.spec.job;

import io.berth.core.workload.JobChange;
import io.berth.spec.input.InputException;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Section;

/** Reads what becomes otherwise with a job: keys of its document. */
public final class JobChangeReader {
    /** The whole document. */
    public static final Section SCHEMA = Section.of(
            "change",
            "What becomes otherwise with a job that was handed in.",
            JobSchema.JOB.key("queue").fallback(""),
            JobSchema.JOB.key("priority").fallback(""),
            JobSchema.JOB.key("time_limit").fallback(""),
            JobSchema.JOB.key("tasks").fallback(""),
            JobSchema.JOB.key("demand").fallback(""));

    private JobChangeReader() {}

    /** The change in {@code tree}; an error where it says nothing. */
    public static JobChange read(Tree tree) {
        Fields fields = SCHEMA.read(tree);
        boolean limited = fields.has("time_limit");
        if (limited && fields.nanos("time_limit") == 0) {
            throw InputException.at(fields.value("time_limit"), "must be above 0, or never");
        }
        JobChange change = new JobChange(
                fields.has("queue") ? PlainText.of(fields.value("queue")) : null,
                fields.has("priority") ? Integer.valueOf(fields.integer("priority")) : null,
                limited ? Long.valueOf(fields.nanos("time_limit")) : null,
                null,
                fields.has("tasks") ? Integer.valueOf(fields.integer("tasks")) : null,
                fields.has("demand") ? JobReader.demand(JobSchema.DEMAND.read(fields.value("demand"))) : null);
        if (change.isNothing()) {
            throw InputException.at(tree, "must name " + String.join(", ", SCHEMA.names()) + " or several of them");
        }
        return change;
    }
}
