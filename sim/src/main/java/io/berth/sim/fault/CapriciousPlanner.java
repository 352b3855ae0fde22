package io.berth.sim.fault;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * A planner that an engine must be able to bear: it places jobs where they fit, or on nodes that do not exist or are full, half gangs,
 * jobs that nobody asked about; it fails, is late, or comes after everybody has given up.
 */
public final class CapriciousPlanner implements WindowPlanner {
    /** So long a unit of its work takes: its answers come at once, within a minute, or too late. */
    private static final long NANOS_PER_UNIT = Nanos.SECOND;

    private static final String STREAM = "planner";

    /** The catalog with such a planner. */
    public static Catalog catalog() {
        return in(Catalog.standard());
    }

    /** {@code catalog} with such a planner in place of its own. */
    static Catalog in(Catalog catalog) {
        return catalog.with(new WindowPlanners(CapriciousPlanner::new, NANOS_PER_UNIT));
    }

    @Override
    public WindowAnswer plan(WindowQuestion question) {
        Chance chance = new Chance(question.id(), STREAM, 0);
        long work = chance.below(3) == 0 ? 0 : chance.below(50);
        if (chance.below(8) == 0) {
            return WindowAnswer.failed(work);
        }
        List<WindowStart> starts = new ArrayList<>();
        for (WindowJob job : question.jobs()) {
            List<Placement> placements = placements(job, question.nodes(), chance);
            if (placements.size() == job.tasks() || chance.below(2) == 0) {
                starts.add(new WindowStart(job.job() + (chance.below(20) == 0 ? 1 : 0), placements));
            }
        }
        return new WindowAnswer(true, starts, chance.below(1000), work);
    }

    private static List<Placement> placements(WindowJob job, NodeTable nodes, Chance chance) {
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < job.tasks(); task++) {
            if (chance.below(20) == 0) {
                placements.add(Placement.on(chance.below(nodes.count() + 1), chance.below(16)));
                continue;
            }
            for (int node = 0; node < nodes.count(); node++) {
                Grant grant = grant(job.shape(), node, nodes);
                if (nodes.grants().fit(job.shape(), node, grant)) {
                    nodes.take(job.shape(), node, grant);
                    placements.add(new Placement(node, grant));
                    break;
                }
            }
        }
        return placements;
    }

    private static Grant grant(Shape shape, int node, NodeTable nodes) {
        if (shape.gpus() == 0 || shape.wholeGpus()) {
            return nodes.grants().firstIdle(shape, node);
        }
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            if (nodes.gpuFits(shape, node, gpu)) {
                return nodes.grants().at(shape, node, gpu);
            }
        }
        return Grant.NONE;
    }
}
