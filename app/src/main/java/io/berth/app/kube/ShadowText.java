package io.berth.app.kube;

import io.berth.core.time.Nanos;
import io.berth.sim.shadow.Agreement;
import io.berth.sim.shadow.Outcome;
import io.berth.sim.shadow.ShadowReport;
import io.berth.spec.table.Moments;
import java.time.Instant;
import java.util.Locale;

/** The report of what Berth would have done, for people. */
final class ShadowText {
    private static final String ROW = "%-34s %14s %14s%n";
    private static final String NOTHING = "-";

    private ShadowText() {}

    /**
     * What {@code report} says.
     *
     * @param journal it is of
     * @param strategy that would have decided
     */
    static String of(ShadowReport report, String journal, String strategy) {
        StringBuilder text = new StringBuilder();
        text.append(journal)
                .append(" from ")
                .append(time(report.fromNanos()))
                .append(" to ")
                .append(time(report.toNanos()))
                .append(": ")
                .append(report.jobs())
                .append(" pods, and ")
                .append(report.fixed())
                .append(" that are only found where they are\n\n");
        Outcome was = report.was();
        Outcome would = report.would();
        row(text, "", "as it was", strategy);
        row(text, "pods started", Long.toString(was.started()), Long.toString(would.started()));
        row(text, "never started, still wait", Long.toString(was.waitingAtEnd()), Long.toString(would.waitingAtEnd()));
        row(text, "wait p50", wait(was.waitP50Seconds()), wait(would.waitP50Seconds()));
        row(text, "wait p99", wait(was.waitP99Seconds()), wait(would.waitP99Seconds()));
        row(text, "GPU hours idle while pods waited", number(was.idleGpuHours()), number(would.idleGpuHours()));
        row(text, "GPUs allocated %", number(was.gpuAllocationPct()), number(would.gpuAllocationPct()));
        row(text, "fragmentation %", number(was.fragmentationPct()), number(would.fragmentationPct()));
        row(text, "preemptions", "not told", number(would.preemptions()));
        return text.append('\n').append(agreement(report.agreement())).toString();
    }

    private static String agreement(Agreement agreement) {
        long of = agreement.compared();
        if (of == 0) {
            return "no start of a pod that waited, so there is no decision to compare\n";
        }
        String left = agreement.otherNode() == 0
                ? ""
                : ", where " + number(agreement.gpusLeftOurs()) + " GPUs would be left idle, a mean, and "
                        + number(agreement.gpusLeftTheirs()) + " were";
        return "of " + agreement.starts() + " starts " + of + " were decided again in the state before them:\n"
                + "  " + share(agreement.samePod(), of) + " of the pods would have been the first to start\n"
                + "  " + share(agreement.sameNode(), of) + " on the same node\n"
                + "  " + share(agreement.otherNode(), of) + " on another node" + left + "\n"
                + "  " + share(agreement.notThen(), of) + " not then\n";
    }

    private static void row(StringBuilder text, String what, String was, String would) {
        text.append(String.format(Locale.ROOT, ROW, what, was, would));
    }

    private static String share(long part, long of) {
        return String.format(Locale.ROOT, "%5.1f %%", 100.0 * part / of);
    }

    private static String wait(double seconds) {
        return Double.isNaN(seconds) ? NOTHING : Nanos.format(Math.round(seconds * Nanos.SECOND));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? NOTHING : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String time(long nanos) {
        return Moments.local(Instant.ofEpochSecond(nanos / Nanos.SECOND));
    }
}
