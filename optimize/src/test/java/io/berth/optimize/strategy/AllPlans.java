package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowQuestion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Every plan of a small window, tried on the node table itself; leaves out only what cannot be worth more than the best so far. */
final class AllPlans {
    private final NodeTable nodes;
    /** Shares first: they are of certain devices, whole devices of whatever is idle. */
    private final List<WindowJob> jobs;

    private final List<List<Place>> places = new ArrayList<>();
    private final long[] after;
    private final List<WindowCap> caps;
    private final long[] given;
    private long best;

    /** A node, a device of it or -1, and what a task of the job is worth there. */
    private record Place(int node, int device, long worth) {}

    private AllPlans(WindowQuestion question) {
        nodes = question.nodes();
        caps = question.caps();
        given = new long[caps.size()];
        jobs = question.jobs().stream()
                .sorted(Comparator.comparing(
                        (WindowJob job) -> job.shape().demand().wholeGpus()))
                .toList();
        PlacementCosts costs = new PlacementCosts();
        costs.begin(question.mix(), nodes);
        WindowProblem problem = new WindowProblem(new Trial(question, costs), nodes, costs);
        after = new long[jobs.size() + 1];
        for (WindowJob job : jobs) {
            places.add(places(job, question.jobs().indexOf(job), problem));
        }
        for (int job = jobs.size() - 1; job >= 0; job--) {
            long most = places.get(job).stream().mapToLong(Place::worth).max().orElse(0);
            after[job] = after[job + 1] + Math.max(0, most * jobs.get(job).tasks());
        }
    }

    /** What the best plan is worth, in parts. */
    static long mostWorth(WindowQuestion question) {
        AllPlans plans = new AllPlans(question);
        plans.job(0, 0);
        return plans.best;
    }

    private List<Place> places(WindowJob job, int number, WindowProblem problem) {
        List<Place> found = new ArrayList<>();
        boolean share = job.shape().demand().gpus() > 0 && !job.shape().demand().wholeGpus();
        for (int node = 0; node < nodes.count(); node++) {
            for (int device = share ? 0 : -1; device < (share ? nodes.gpus(node) : 0); device++) {
                if (nodes.grants().fit(job.shape(), node, grant(job.shape(), node, device))) {
                    Placement[][] alone = new Placement[jobs.size()][0];
                    alone[number] = new Placement[] {new Placement(node, grant(job.shape(), node, device))};
                    found.add(new Place(node, device, problem.worth(alone)));
                }
            }
        }
        return found;
    }

    private Grant grant(Shape shape, int node, int device) {
        return device >= 0 ? Grant.device(device) : nodes.grants().firstIdle(shape, node);
    }

    private void job(int job, long worth) {
        best = Math.max(best, worth);
        if (job == jobs.size() || worth + after[job] <= best) {
            return;
        }
        give(job, 1);
        boolean within = true;
        for (int cap = 0; cap < given.length; cap++) {
            within &= given[cap] <= caps.get(cap).milli();
        }
        if (within) {
            task(job, jobs.get(job).tasks(), 0, worth);
        }
        give(job, -1);
        job(job + 1, worth);
    }

    private void give(int job, int sign) {
        long asked =
                (long) jobs.get(job).tasks() * jobs.get(job).shape().demand().totalGpuMilli();
        for (int cap = 0; cap < given.length; cap++) {
            boolean counts = caps.get(cap).jobs().contains(jobs.get(job).job());
            given[cap] += counts ? sign * Math.min(asked, caps.get(cap).milli()) : 0;
        }
    }

    /** Tasks of a gang are alike: each goes to the place of the one before or to one behind it. */
    private void task(int job, int left, int from, long worth) {
        if (left == 0) {
            job(job + 1, worth);
            return;
        }
        Shape shape = jobs.get(job).shape();
        for (int at = from; at < places.get(job).size(); at++) {
            Place place = places.get(job).get(at);
            Grant grant = grant(shape, place.node(), place.device());
            if (nodes.grants().fit(shape, place.node(), grant)) {
                nodes.take(shape, place.node(), grant);
                task(job, left - 1, at, worth + place.worth());
                nodes.undo(shape, place.node(), grant);
            }
        }
    }
}
