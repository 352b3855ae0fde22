package io.berth.app.demo;

import io.berth.core.time.Nanos;
import io.berth.sim.report.RunReport;
import java.util.Locale;

/** What is said when a demo is over. */
final class Summary {
    private final RunReport report;

    private Summary(RunReport report) {
        this.report = report;
    }

    /** @param clusterNanos how much cluster time was watched */
    static String text(RunReport report, long clusterNanos) {
        Summary summary = new Summary(report);
        return line(
                        "%nBerth demo: %s of cluster time in %.0f s, strategy %s, seed %d",
                        Nanos.format(clusterNanos), report.wallSeconds(), report.strategy(), report.seed())
                + summary.jobs()
                + summary.imbalance();
    }

    private String jobs() {
        return line(
                        "  jobs       %,.0f submitted, %,.0f finished, %,.0f failed, %,.0f rejected, %,.0f pending now",
                        of("jobs_submitted"),
                        of("jobs_finished"),
                        of("jobs_failed"),
                        of("jobs_rejected"),
                        of("jobs_waiting_at_end"))
                + line("  wait       %s", times("wait"))
                + line("  JCT        %s (from submit to end)", times("jct"))
                + line(
                        "  GPUs       %s allocated in the mean; %s of the free part was fragments",
                        percent("gpu_allocation_pct"), percent("fragmentation_pct"))
                + line("  decisions  %,d", report.decisions());
    }

    private String imbalance() {
        return line("%nFive figures of imbalance, weighted by time        cpu    memory       gpu")
                + perResource("node utilisation variance", "node_utilization_variance_")
                + line("    how unevenly the nodes are allocated: mean of (U_i - mean U)^2; 0 is even")
                + perResource("resource idle rate", "resource_idle_rate_")
                + line("    the part of the whole that is not allocated; 0 is all of it")
                + line("  %-41s %10.0f s^2", "task completion time variance", of("task_completion_time_variance"))
                + line("    how much the completion times of jobs differ: mean of (T_i - mean T)^2")
                + line("  %-41s %s", "queueing time", times("wait"))
                + line("    from submit until all tasks run, the start latency included")
                + line("  %-41s %10s", "request rejection rate", four("request_rejection_rate"))
                + line("    jobs rejected, of those submitted");
    }

    private String perResource(String title, String prefix) {
        return line("  %-41s %10s%10s%10s", title, four(prefix + "cpu"), four(prefix + "memory"), four(prefix + "gpu"));
    }

    private String times(String figure) {
        String mean = seconds(figure + "_mean_s");
        return "mean " + mean + ", p50 " + seconds(figure + "_p50_s") + ", p99 " + seconds(figure + "_p99_s");
    }

    private String seconds(String figure) {
        double seconds = of(figure);
        return Double.isNaN(seconds) ? "-" : Nanos.format((long) (seconds * Nanos.SECOND));
    }

    private String percent(String figure) {
        double percent = of(figure);
        return Double.isNaN(percent) ? "none" : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    /** With four decimals; a share of nothing is none. */
    private String four(String figure) {
        double value = of(figure);
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
    }

    private double of(String figure) {
        return report.figure(figure);
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format + "%n", values);
    }
}
