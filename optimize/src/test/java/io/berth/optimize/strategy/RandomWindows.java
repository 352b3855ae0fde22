package io.berth.optimize.strategy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.policy.window.WindowTerms;
import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import java.util.ArrayList;
import java.util.List;

/** Windows drawn by chance: shares, whole GPUs, jobs without, gangs, some that only one model will do for. */
final class RandomWindows {
    private static final long GIB = 1L << 30;
    private static final long[] UTILITIES = {20_000, 300_000, 2_000_000, 3_000_000, 40_000_000};

    private RandomWindows() {}

    static WindowQuestion random(long seed, String method, long work) {
        Chance chance = new Chance(seed, "window", 1);
        return random(chance, method, work, new Size(1 + chance.below(12), 8));
    }

    /**
     * A window as {@link #small}, with utilities, with a weight of priority, and with caps, some of which are less than a job asks for and
     * some of which share jobs.
     */
    static WindowQuestion bound(long seed, String method, long work) {
        WindowQuestion small = small(seed, method, work);
        Chance chance = new Chance(seed, "bound-window", 1);
        List<WindowJob> jobs = new ArrayList<>();
        for (WindowJob job : small.jobs()) {
            List<ModelUtility> utilities = new ArrayList<>();
            for (String model : List.of("T4", "A100")) {
                if (chance.below(3) > 0) {
                    utilities.add(new ModelUtility(model, UTILITIES[chance.below(UTILITIES.length)]));
                }
            }
            jobs.add(new WindowJob(
                    job.job(),
                    job.shape(),
                    job.tasks(),
                    job.priority(),
                    job.waitedNanos(),
                    RunProfile.NONE.withUtilities(utilities)));
        }
        List<WindowCap> caps = new ArrayList<>();
        for (String queue : List.of("a", "b")) {
            List<Long> capped = jobs.stream()
                    .map(WindowJob::job)
                    .filter(_ -> chance.below(2) == 0)
                    .toList();
            caps.add(new WindowCap(queue, chance.below(14) * 250L, capped));
        }
        WindowPlanning planning = small.planning().withTerms(new WindowTerms(1 + chance.below(3), List.of()));
        return new WindowQuestion(1, planning, jobs, small.nodes(), small.mix(), caps);
    }

    /** How many nodes there are, and how many jobs at most. */
    record Size(int nodes, int jobs) {}

    /** A window of up to six jobs on up to five nodes. */
    static WindowQuestion small(long seed, String method, long work) {
        Chance chance = new Chance(seed, "small-window", 1);
        return random(chance, method, work, new Size(1 + chance.below(5), 6));
    }

    static WindowQuestion random(Chance chance, String method, long work, Size size) {
        NodeTable nodes = new NodeTable();
        int count = size.nodes();
        for (int node = 0; node < count; node++) {
            nodes.join(
                    node,
                    NodeSpec.of(
                            "n" + node,
                            4000L + 4000 * chance.below(8),
                            64 * GIB,
                            chance.below(5),
                            chance.below(2) == 0 ? "T4" : "A100"));
        }
        List<Shape> shapes = shapes(chance, nodes);
        return question(method, work, jobs(chance, shapes, size.jobs()), nodes, shapes);
    }

    static WindowQuestion question(
            String method, long work, List<WindowJob> jobs, NodeTable nodes, List<Shape> shapes) {
        List<ShapeCount> mix = new ArrayList<>();
        shapes.forEach(shape -> mix.add(new ShapeCount(shape, 1 + shape.id())));
        return new WindowQuestion(1, new WindowPlanning(method, 8, work, 0, 0), jobs, nodes, mix);
    }

    static List<Shape> shapes(Chance chance, NodeTable nodes) {
        List<Shape> shapes = new ArrayList<>();
        for (int id = 0; id < 6; id++) {
            Demand demand = Demand.cpu(500L * chance.below(10), GIB);
            demand = switch (chance.below(4)) {
                case 0 -> demand;
                case 1 -> demand.withGpuShare(1, 100 * (1 + chance.below(9)));
                default -> demand.withGpus(1 + chance.below(3));
            };
            boolean picky = demand.gpus() > 0 && chance.below(4) == 0;
            shapes.add(new Shape(id, picky ? demand.onModels(List.of("T4")) : demand));
        }
        return shapes;
    }

    static List<WindowJob> jobs(Chance chance, List<Shape> shapes) {
        return jobs(chance, shapes, 8);
    }

    private static List<WindowJob> jobs(Chance chance, List<Shape> shapes, int most) {
        List<WindowJob> jobs = new ArrayList<>();
        int count = 1 + chance.below(most);
        for (int job = 1; job <= count; job++) {
            Shape shape = shapes.get(chance.below(shapes.size()));
            int tasks = chance.below(4) == 0 ? 2 + chance.below(2) : 1;
            jobs.add(new WindowJob(job, shape, tasks, chance.below(3) - 1, chance.below(100) * 1_000_000_000L));
        }
        return jobs;
    }
}
