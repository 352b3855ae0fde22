package io.berth.console.api.job;

import io.berth.console.api.call.Documented;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobWhy;
import io.berth.core.remedy.Remedy;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.sim.forecast.Moment;
import io.berth.spec.job.JobChangeWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes down what would start a job, one after another. */
final class RemedyText {
    private static final String WAIT = "wait";

    private final JobEntry job;
    private final WallClock wall;
    private final List<Documented.RemedyRow> rows = new ArrayList<>();

    /** @param wall by which moments are shown */
    RemedyText(JobEntry job, WallClock wall) {
        this.job = job;
        this.wall = wall;
    }

    /** Of a job that does not wait. */
    static Documented.RemedyList none(JobEntry job) {
        return new Documented.RemedyList(job.id(), job.phase().text(), JobWhy.settled(job), List.of());
    }

    /** The next pass starts the job then. */
    void now(Remedy remedy) {
        rows.add(row(remedy, null));
    }

    /** It starts later, but sooner than if nothing is done. */
    void later(Remedy remedy, Moment start) {
        rows.add(row(remedy, start));
    }

    /** All of them, and to wait; {@code start} is null where nobody knows when it starts then. */
    Documented.RemedyList waiting(@Nullable Moment start) {
        String text = rows.isEmpty() ? "no change of it was found that starts it sooner" : "";
        rows.add(new Documented.RemedyRow(
                rows.size() + 1, WAIT, WAIT, false, time(start), early(start), late(start), 1, null));
        return new Documented.RemedyList(job.id(), job.phase().text(), text, rows);
    }

    private Documented.RemedyRow row(Remedy remedy, @Nullable Moment start) {
        return new Documented.RemedyRow(
                rows.size() + 1,
                remedy.kind().name().toLowerCase(Locale.ROOT),
                JobChangeWriter.text(remedy.change(), job.spec()),
                remedy.now(),
                time(start),
                early(start),
                late(start),
                remedy.slower(),
                JobChangeWriter.document(remedy.change()));
    }

    private @Nullable String time(@Nullable Moment start) {
        return start == null ? null : shown(start.nanos());
    }

    private @Nullable String early(@Nullable Moment start) {
        return start == null ? null : shown(start.earlyNanos());
    }

    private @Nullable String late(@Nullable Moment start) {
        return start == null ? null : shown(start.lateNanos());
    }

    private @Nullable String shown(long nanos) {
        return nanos == Nanos.NEVER ? null : JobEntry.time(wall.wallNanos(nanos));
    }
}
