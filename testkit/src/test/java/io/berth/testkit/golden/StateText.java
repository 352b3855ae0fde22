package io.berth.testkit.golden;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Resource;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.WallClock;
import io.berth.core.workload.term.After;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a state is, in words that stay the same when classes, fields or bytes change. Times are in nanoseconds. */
final class StateText {
    /** Lines that are shown of nodes, and of jobs; the digest is of all. */
    private static final int SHOWN = 12;

    private StateText() {}

    /** Each line tells a part; the last nodes and jobs of many are not shown but told by a digest. */
    static List<String> shown(State state) {
        List<String> lines = whole(state);
        lines.addAll(few(nodes(state)));
        lines.addAll(few(jobs(state)));
        return lines;
    }

    /** Of all that there is. */
    static String digest(State state) {
        List<String> lines = whole(state);
        lines.addAll(nodes(state));
        lines.addAll(jobs(state));
        return Digest.of(lines);
    }

    private static List<String> few(List<String> lines) {
        if (lines.size() <= SHOWN) {
            return lines;
        }
        List<String> few = new ArrayList<>(lines.subList(0, SHOWN));
        few.add("and " + (lines.size() - SHOWN) + " more, digest of all " + Digest.of(lines));
        return few;
    }

    private static List<String> whole(State state) {
        List<String> lines = new ArrayList<>();
        lines.add("time " + state.nowNanos() + ", frames " + state.instants() + ", passes " + state.passes()
                + ", decisions " + state.decisions() + ", seed " + state.seed());
        lines.add("strategy " + FrameText.of(state.strategy()));
        lines.add("clock " + wall(state.wall()) + ", boot " + state.boot().boot() + " "
                + state.boot().monotonicZeroNanos() + " " + state.boot().uptimeZeroNanos());
        state.memory().forEach((slot, values) -> lines.add("memory " + slot + " " + values));
        lines.add("next job " + state.nextJob() + ", live " + state.liveJobs() + ", pending " + state.waitingJobs()
                + ", known to have ended " + ended(state) + ", mix expected " + state.expectsMix());
        return lines;
    }

    private static String wall(WallClock wall) {
        StringBuilder text = new StringBuilder("even");
        for (int setting = 0; setting < wall.settings(); setting++) {
            text.append(", from ").append(wall.fromNanos(setting));
            text.append(" ahead by ").append(wall.offsetOf(setting));
        }
        return text.toString();
    }

    private static String ended(State state) {
        long known = 0;
        long well = 0;
        for (long job = 1; job < state.nextJob(); job++) {
            known += state.knowsEnd(job) ? 1 : 0;
            well += state.finished(job) ? 1 : 0;
        }
        return known + " (" + well + " well)";
    }

    private static List<String> nodes(State state) {
        NodeTable nodes = state.nodeTable();
        List<String> lines = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            StringBuilder line = new StringBuilder("node " + node + " " + nodes.name(node));
            line.append(nodes.present(node) ? "" : ", lost");
            line.append(nodes.draining(node) ? ", draining because " + state.drainReason(node) : "");
            line.append(", tasks ").append(nodes.tasks(node)).append(", free");
            for (Resource resource : Resource.values()) {
                line.append(' ').append(nodes.free(node, resource));
                line.append('/').append(nodes.total(node, resource));
            }
            line.append(", gpus ")
                    .append(nodes.gpus(node) == 0 ? "none" : nodes.spec(node).gpuModel());
            for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
                line.append(' ').append(nodes.gpuFreeMilli(node, gpu));
                line.append('+').append(nodes.gpuFreeMemoryBytes(node, gpu));
            }
            line.append(", others ").append(nodes.othersCpuMilli(node));
            line.append(' ').append(nodes.othersMemoryBytes(node));
            lines.add(line.toString());
        }
        return lines;
    }

    private static List<String> jobs(State state) {
        List<String> lines = new ArrayList<>();
        for (Job job : state.jobs()) {
            lines.add("job " + job.id() + " " + job.state() + place(job) + ", submitted " + job.submitNanos()
                    + ", start " + job.startNanos() + " by " + job.decision() + " of " + job.decidedNanos() + ", ran "
                    + job.ranNanos(state.nowNanos()) + " done " + job.doneNanos(state.nowNanos()) + " left "
                    + job.remainingNanos(state.nowNanos()) + ", from " + job.notBeforeNanos() + " to "
                    + job.deadlineNanos() + ", promised " + job.promisedNanos() + ", limit " + job.limitNanos()
                    + ", failures " + job.failures() + ", attempt " + job.attempt() + ", exit " + job.exitCode()
                    + (job.outOfMemory() ? " out of memory" : "") + ", stopping " + job.stopping() + held(job)
                    + ", is " + Digest.of(List.of(FrameText.of(job.spec()))));
        }
        return lines;
    }

    private static String place(Job job) {
        StringBuilder text = new StringBuilder();
        for (int task = 0; !job.waiting() && task < job.spec().tasks(); task++) {
            text.append(' ').append(job.node(task)).append('/');
            text.append(Long.toHexString(job.grant(task).mask())).append('/').append(job.taskState(task));
        }
        return text.toString();
    }

    private static String held(Job job) {
        String after = job.unmet().stream().map(StateText::after).collect(Collectors.joining(" "));
        return ", held " + job.onHold() + ", in the queue " + job.queued() + ", after [" + after + "]";
    }

    private static String after(After after) {
        return after.job() + ":" + after.when();
    }
}
