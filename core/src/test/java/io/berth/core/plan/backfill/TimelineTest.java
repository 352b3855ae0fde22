package io.berth.core.plan.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TimelineTest {
    /** Something holds room from {@code start} until {@code end}. */
    private record Held(long start, long end, Shape shape, Grant grant) {}

    @Test
    void the_earliest_room_is_what_trying_every_moment_finds() {
        int found = 0;
        for (int seed = 0; seed < 300; seed++) {
            Chance chance = new Chance(seed, "timeline", 0);
            Node node = new Node(chance);
            for (int change = 0; change < 12; change++) {
                node.change();
                Shape shape = node.shape();
                long duration = chance.below(8) == 0 ? Nanos.NEVER : 1 + chance.below(30);
                long after = chance.below(40);
                long before = chance.below(4) == 0 ? Nanos.NEVER : after + 1 + chance.below(60);
                long expected = node.earliest(shape, duration, after, before);

                assertThat(node.timeline.earliest(shape, duration, after, before))
                        .as("seed %d, %s for %d from %d before %d", seed, shape.demand(), duration, after, before)
                        .isEqualTo(expected);
                found += expected == Nanos.NEVER ? 0 : 1;
            }
        }
        assertThat(found).isBetween(500, 3500);
    }

    /** A node of four GPUs, its timeline, and what holds room there. */
    private static final class Node {
        private static final Demand SMALL = Demand.cpu(1000, 1);

        private final Chance chance;
        private final NodeTable table = new NodeTable();
        private final List<Held> held = new ArrayList<>();
        private final Timeline timeline;
        private int shapes;

        Node(Chance chance) {
            this.chance = chance;
            table.join(0, NodeSpec.of("n", 8_000, 100, 4, "H100"));
            timeline = new Timeline(table.row(0));
        }

        Shape shape() {
            Demand demand = switch (chance.below(3)) {
                case 0 -> Demand.cpu(1000L * (1 + chance.below(8)), 1);
                case 1 -> SMALL.withGpus(1 + chance.below(4));
                default -> SMALL.withGpuShare(1, 100 * (1 + chance.below(9)));
            };
            return new Shape(shapes++, demand);
        }

        void change() {
            if (!held.isEmpty() && chance.below(4) == 0) {
                Held gone = held.remove(chance.below(held.size()));
                timeline.giveBack(gone.start, gone.end, gone.shape, gone.grant);
                return;
            }
            Shape shape = shape();
            long start = chance.below(60);
            long end = chance.below(6) == 0 ? Nanos.NEVER : start + 1 + chance.below(40);
            NodeRow least = least(start, end);
            if (least.slots(shape) > 0) {
                Grant grant = least.takeOne(shape);
                timeline.take(start, end, shape, grant);
                held.add(new Held(start, end, shape, grant));
            }
        }

        long earliest(Shape shape, long duration, long after, long before) {
            TreeSet<Long> starts = new TreeSet<>(List.of(after));
            held.forEach(task -> starts.addAll(List.of(task.start, task.end)));
            for (long start : starts.subSet(after, before)) {
                if (start != Nanos.NEVER
                        && least(start, Nanos.after(start, duration)).slots(shape) > 0) {
                    return start;
                }
            }
            return Nanos.NEVER;
        }

        private NodeRow least(long start, long end) {
            NodeRow least = at(start);
            for (Held task : held) {
                if (task.start > start && task.start < end) {
                    least.lowerTo(at(task.start));
                }
            }
            return least;
        }

        private NodeRow at(long moment) {
            NodeRow row = table.row(0);
            held.stream()
                    .filter(task -> task.start <= moment && moment < task.end)
                    .forEach(task -> row.take(task.shape, task.grant));
            return row;
        }
    }
}
