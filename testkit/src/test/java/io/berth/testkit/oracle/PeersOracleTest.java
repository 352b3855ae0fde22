package io.berth.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Reason;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.sim.safety.NaivePeers;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.safety.NaiveImages;
import io.berth.testkit.safety.NaiveWorth;
import java.util.EnumMap;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** Counts that are kept say of each node what going through all that is placed says. */
class PeersOracleTest {
    private static final int CLUSTERS = Seeds.some(4_000);
    private static final EnumSet<Reason> BETWEEN_TASKS =
            EnumSet.of(Reason.NOT_TOGETHER, Reason.APART, Reason.KEPT_APART, Reason.SPREAD, Reason.NO_DOMAIN);

    private final EnumMap<Reason, Integer> seen = new EnumMap<>(Reason.class);
    private int allowed;
    private int preferred;
    private int holding;

    @Test
    void counts_say_what_all_that_is_placed_says() {
        Seeds.upTo(CLUSTERS, seed -> new RandomLife(seed, Catalog.standard(), this::compare).live(9));

        if (System.getProperty("berth.seed") == null) {
            assertThat(seen.keySet()).isEqualTo(BETWEEN_TASKS);
            assertThat(seen.values()).allSatisfy(times -> assertThat(times).isGreaterThan(CLUSTERS * 3 / 40));
            assertThat(allowed).isGreaterThan(CLUSTERS * 5 / 4);
            assertThat(preferred).isGreaterThan(CLUSTERS * 5 / 4);
            assertThat(holding).isGreaterThan(CLUSTERS * 5 / 4);
        }
    }

    private void compare(Frame frame, State state) {
        NaivePeers naive = TableCopy.peers(state);
        for (Job job : state.jobs()) {
            for (int group = 0; group < job.gang().groups() && job.waiting(); group++) {
                Shape shape = job.gang().shape(group);
                compareNodes(
                        state.nodeTable(),
                        shape,
                        new NaivePeers.Placed(job.queue(), job.spec().groups().get(group), -1),
                        naive);
            }
        }
        assertThat(frame.events()).isNotNull();
    }

    private void compareNodes(NodeTable nodes, Shape shape, NaivePeers.Placed task, NaivePeers naive) {
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.present(node)) {
                compare(nodes, shape, task.on(node), naive);
            }
        }
    }

    private void compare(NodeTable nodes, Shape shape, NaivePeers.Placed task, NaivePeers naive) {
        int worth = nodes.worth(shape, task.node());
        assertThat(worth)
                .as("worth of %d for %s", task.node(), task.group())
                .isEqualTo(new NaiveWorth(nodes, naive).of(task));
        preferred += worth == 0 ? 0 : 1;
        int images = nodes.imageWorth(shape, task.node());
        assertThat(images)
                .as("images of %d for %s", task.node(), task.group())
                .isEqualTo(new NaiveImages(nodes.images().known()).of(shape.demand(), task.node()));
        holding += images == 0 ? 0 : 1;
        Reason reason = nodes.peers().whyNot(shape.peers(), task.node());
        assertThat(reason == null)
                .as("%s of %s on node %d: %s", task.group(), task.queue(), task.node(), reason)
                .isEqualTo(naive.allow(task));
        if (reason != null) {
            seen.merge(reason, 1, Integer::sum);
        } else if (!shape.alone()) {
            allowed++;
        }
    }
}
