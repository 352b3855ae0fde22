package io.berth.sim.trace.slurm;

import io.berth.sim.trace.BadRow;
import java.util.regex.Pattern;

/** What a row of sacct is about, by its job id. */
enum SacctJobId {
    /** {@code 12}, {@code 12_3} of an array, {@code 12+0} of a heterogeneous job. */
    JOB("\\d+(_\\d+)?(\\+\\d+)?"),
    /** {@code 12.batch}, {@code 12.extern}, {@code 12_3.0}, {@code 12.0+1}: a part of the run of a job. */
    STEP("\\d+(_\\d+)?(\\+\\d+)?\\.[A-Za-z0-9_+]+"),
    /** {@code 12_[5-9%2]}: tasks of an array that are not split off yet. */
    UNSPLIT_ARRAY("\\d+_\\[[-0-9,:%.]*\\](\\+\\d+)?");

    private final Pattern form;

    SacctJobId(String form) {
        this.form = Pattern.compile(form);
    }

    static SacctJobId of(String id) {
        // Most rows are plain.
        if (SlurmText.whole(id) != SlurmText.WRONG) {
            return JOB;
        }
        for (SacctJobId kind : values()) {
            if (kind.form.matcher(id).matches()) {
                return kind;
            }
        }
        throw new BadRow("JobID", id, "is no job id", "12, 12_3, 12+0, 12.batch or 12_[5-9%2]");
    }

    /** Whether {@code text} is the id of anything. */
    static boolean matches(String text) {
        for (SacctJobId kind : values()) {
            if (kind.form.matcher(text).matches()) {
                return true;
            }
        }
        return false;
    }
}
