package io.berth.core.plan.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.Shape;
import io.berth.core.policy.order.Sjf;
import io.berth.core.state.Job;
import io.berth.core.state.LooseJobs;
import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class JobBlocksTest {
    private static final Demand DEMAND = Demand.cpu(1, 1);
    private static final int SHAPES = 100;

    @Test
    void a_walk_tells_what_a_sorted_set_holds_but_for_what_cannot_start() {
        for (int seed = 0; seed < 60; seed++) {
            Chance chance = new Chance(seed, "job-blocks", 0);
            JobMarks marks = new JobMarks();
            JobBlocks blocks = new JobBlocks(marks.byKey);
            WaitingShapes shapes = new WaitingShapes();
            TreeSet<Job> set = new TreeSet<>(marks.byKey);
            int kinds = 1 + chance.below(SHAPES);
            for (long id = 0; id < 3000; id++) {
                Job job = job(id, chance.below(kinds), chance.below(50));
                marks.key(job, new Sjf().key(job, 0));
                blocks.add(job);
                set.add(job);
                shapes.add(job);
                if (chance.below(3) == 0) {
                    Job gone = new ArrayList<>(set).get(chance.below(set.size()));
                    blocks.remove(gone);
                    set.remove(gone);
                    shapes.remove(gone);
                }
            }
            assertThat(blocks).containsExactlyElementsOf(set);

            shapes.begin();
            shapes.passOver();
            for (int shape = 0; shape < kinds; shape++) {
                switch (chance.below(3)) {
                    case 0 -> shapes.cannotStart(shape, 1);
                    case 1 -> shapes.cannotStart(shape, 1, 20);
                    default -> {}
                }
            }
            List<Job> open = set.stream()
                    .filter(job -> !shapes.rulesOut(job.shape().id(), job.remainingNanos(0)))
                    .toList();
            assertThat(blocks.mayStart(shapes)).containsExactlyElementsOf(open);
            set.forEach(blocks::remove);
            assertThat(blocks.isEmpty()).isTrue();
            assertThat(blocks).isEmpty();
        }
    }

    private static Job job(long id, int shape, long estimate) {
        return LooseJobs.job(id, JobSpec.batch("a", DEMAND, estimate), new Shape(shape, DEMAND), 0);
    }
}
