package io.berth.console.api.job;

import io.berth.console.api.call.Documented;
import io.berth.console.view.QueueRights;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobWhy;
import io.berth.core.queue.QueueRaise;
import io.berth.core.queue.QueueTree;
import io.berth.core.remedy.Remedy;
import io.berth.core.remedy.Victim;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.sim.forecast.Moment;
import io.berth.spec.job.JobChangeWriter;
import io.berth.spec.quantity.Bytes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes down what would start a job, one after another. */
final class RemedyText {
    private static final String WAIT = "wait";

    private final JobEntry job;
    private final WallClock wall;
    private final LongFunction<String> names;
    private final List<Documented.RemedyRow> rows = new ArrayList<>();

    /**
     * @param wall by which moments are shown
     * @param names of jobs by their numbers
     */
    RemedyText(JobEntry job, WallClock wall, LongFunction<String> names) {
        this.job = job;
        this.wall = wall;
        this.names = names;
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
                rows.size() + 1,
                WAIT,
                WAIT,
                List.of(),
                false,
                time(start),
                early(start),
                late(start),
                null,
                1,
                List.of(),
                0,
                0,
                List.of(),
                null));
        return new Documented.RemedyList(job.id(), job.phase().text(), text, rows);
    }

    private Documented.RemedyRow row(Remedy remedy, @Nullable Moment start) {
        boolean byOperator = remedy.kind().byOperator();
        List<Documented.VictimRow> victims = remedy.victims().stream()
                .map(victim -> new Documented.VictimRow(victim.job(), names.apply(victim.job())))
                .toList();
        return new Documented.RemedyRow(
                rows.size() + 1,
                remedy.kind().name().toLowerCase(Locale.ROOT),
                text(remedy, victims),
                JobChangeWriter.parts(remedy.change(), job.spec()).stream()
                        .map(part -> new Documented.ChangedPart(part.what(), part.from(), part.to()))
                        .toList(),
                remedy.now() && !byOperator,
                time(start),
                early(start),
                late(start),
                byOperator ? (victims.isEmpty() ? "configured" : "stopped") : null,
                remedy.slower(),
                victims,
                remedy.victims().stream().mapToDouble(Victim::lostGpuHours).sum(),
                remedy.victims().stream().mapToDouble(Victim::lostCpuHours).sum(),
                remedy.raises().stream().map(RemedyText::raise).toList(),
                byOperator ? null : JobChangeWriter.document(remedy.change()));
    }

    private String text(Remedy remedy, List<Documented.VictimRow> victims) {
        return switch (remedy.kind()) {
            case VICTIMS ->
                victims.size() == 1
                        ? "stop and hold job " + named(victims.getFirst())
                        : "stop and hold " + victims.size() + " jobs: "
                                + victims.stream().map(RemedyText::named).collect(Collectors.joining(", "));
            case RIGHTS -> remedy.raises().stream().map(RemedyText::raised).collect(Collectors.joining(", "));
            default -> JobChangeWriter.text(remedy.change(), job.spec());
        };
    }

    private static String named(Documented.VictimRow victim) {
        return victim.id() + " (" + victim.name() + ")";
    }

    private static String raised(QueueRaise raise) {
        return "raise the " + raise.right().name().toLowerCase(Locale.ROOT) + " of queue " + raise.queue() + " to "
                + amount(raise, raise.to()) + " " + raise.resource();
    }

    private static String amount(QueueRaise raise, long amount) {
        return raise.resource().equals(QueueTree.MEMORY)
                ? Bytes.format(amount)
                : BigDecimal.valueOf(QueueRights.told(raise.resource(), amount))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static Documented.RaiseRow raise(QueueRaise raise) {
        return new Documented.RaiseRow(
                raise.queue(),
                raise.right().name().toLowerCase(Locale.ROOT),
                raise.resource(),
                QueueRights.told(raise.resource(), raise.from()),
                QueueRights.told(raise.resource(), raise.to()));
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
