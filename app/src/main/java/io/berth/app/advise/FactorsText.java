package io.berth.app.advise;

import io.berth.core.time.Nanos;
import io.berth.sim.portfolio.ClusterFactors;
import io.berth.sim.portfolio.SizeTally;
import io.berth.sim.portfolio.WorkFactors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What there is and what is asked for, for people. */
final class FactorsText {
    private FactorsText() {}

    /** A line for each kind of factor. */
    static List<String> lines(ClusterFactors cluster, WorkFactors work) {
        List<String> lines = new ArrayList<>();
        lines.add("cluster: " + cluster(cluster));
        lines.add("work: " + whole(work.jobs(), "job") + " in " + duration(work.seconds()) + ", load "
                + number(work.load()) + ", " + arrivals(work));
        lines.add("sizes: " + sizes(cluster, work));
        lines.add("run times: median " + duration(work.runP50Seconds()) + ", 99th percentile "
                + duration(work.runP99Seconds()) + ", deviation " + number(work.runVariation()) + " times the mean");
        lines.add("estimates: " + estimates(work));
        lines.add("terms: " + terms(work));
        return lines;
    }

    private static String cluster(ClusterFactors cluster) {
        String devices = cluster.gpusOfModel().entrySet().stream()
                .map(model -> whole(model.getValue()) + " " + model.getKey())
                .collect(Collectors.joining(", "));
        return whole(cluster.nodes(), "node") + ", "
                + (cluster.gpus() == 0
                        ? number(cluster.cpus()) + " CPUs and no GPU"
                        : devices + ", up to " + cluster.largestNode() + " in a node")
                + "; links in a node " + bandwidth(cluster.linkMegabytes()) + ", network "
                + bandwidth(cluster.networkMegabytes()) + "; "
                + (cluster.priced() > 0 ? "prices told of " + percent(cluster.priced()) : "no prices told");
    }

    private static String bandwidth(int megabytes) {
        return megabytes == 0 ? "unknown" : number(megabytes / 1000.0) + " GB/s";
    }

    private static String arrivals(WorkFactors work) {
        double bursts = work.burstiness();
        return bursts > 1.5
                ? "arriving in bursts (deviation " + number(bursts) + " times the mean gap)"
                : "arriving evenly by chance";
    }

    private static String sizes(ClusterFactors cluster, WorkFactors work) {
        String unit = cluster.gpus() == 0 ? "CPU time" : "GPU time";
        String steps =
                work.sizes().entrySet().stream().map(step -> size(step, unit)).collect(Collectors.joining("; "));
        return steps + "; " + percent(work.gangs()) + " gangs, " + percent(work.sharing()) + " share a GPU";
    }

    private static String size(Map.Entry<String, SizeTally.Part> step, String unit) {
        return step.getKey() + (step.getKey().equals("1") ? " GPU " : " GPUs ")
                + percent(step.getValue().jobs()) + " of jobs, "
                + percent(step.getValue().time()) + " of " + unit;
    }

    private static String estimates(WorkFactors work) {
        return work.estimated() == 0
                ? "nobody says how long jobs run"
                : percent(work.estimated()) + " of jobs have one, off by a factor of " + number(work.estimateError())
                        + " in the median";
    }

    private static String terms(WorkFactors work) {
        List<String> terms = new ArrayList<>();
        terms.add(work.deadlines() == 0 ? "no deadlines" : percent(work.deadlines()) + " have a deadline");
        terms.add(whole(work.queues(), "queue"));
        terms.add(work.priorities() == 1 ? "one priority" : work.priorities() + " priorities");
        terms.add(percent(work.resumable()) + " go on where they were stopped");
        if (work.interactive() > 0) {
            terms.add(percent(work.interactive()) + " interactive or services");
        }
        if (work.reading() > 0) {
            terms.add(percent(work.reading()) + " read data sets");
        }
        return String.join(", ", terms);
    }

    private static String duration(double seconds) {
        return seconds == 0 ? "0s" : Nanos.format((long) (seconds * Nanos.SECOND));
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, part > 0 && part < 0.01 ? "%.1f %%" : "%.0f %%", 100 * part);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.2f", value);
    }

    private static String whole(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String whole(long count, String what) {
        return whole(count) + " " + what + (count == 1 ? "" : "s");
    }
}
