package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Preference;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where tasks go whose images some nodes hold. */
class ImagesOnNodesTest {
    private static final Preference TRAIN = new Preference.OfImages(List.of("train:1"));

    private final Scene scene = new Scene(StrategySpec.of("scene", "fcfs", "best-fit", "greedy"), 0);

    private void joins(int node, int gpus, String zone) {
        scene.happens(new Event.NodeJoined(
                node,
                NodeSpec.of("n" + node, 128_000, 1L << 38, gpus, "A").withLabels(List.of(new Label("zone", zone)))));
    }

    private void holds(long mib, int... nodes) {
        scene.happens(new Event.ImageChanged("train:1", new ImageHolders(mib << 20, NodeSet.of(nodes))));
    }

    private int place(int gpus, long cpuMilli, Preference... preferences) {
        Demand demand = Demand.cpu(cpuMilli, 1 << 20).withGpus(gpus).preferring(List.of(preferences));
        Job job = scene.submit(List.of(TaskGroup.of(1, demand)), Nanos.HOUR);
        scene.settle();
        return job.waiting() ? -1 : job.node(0);
    }

    @Test
    void of_nodes_that_are_else_equal_the_one_that_holds_most_of_the_images_is_taken() {
        for (int node = 0; node < 4; node++) {
            joins(node, 8, "a");
        }
        assertThat(place(8, 1_000, TRAIN)).isZero();
        holds(900, 2);
        assertThat(place(8, 1_000, TRAIN)).isEqualTo(2);
        assertThat(place(8, 1_000)).isEqualTo(1);
    }

    @Test
    void a_device_less_is_more_than_any_image_and_a_few_processors_are_less() {
        joins(0, 8, "a");
        joins(1, 8, "a");
        holds(20_000, 1);
        assertThat(place(1, 1_000)).isZero();

        assertThat(place(1, 1_000, TRAIN))
                .as("a pull takes a minute, a broken node is lost for hours")
                .isZero();
        assertThat(place(1, 1_000, TRAIN)).isZero();
        assertThat(place(0, 3_000)).isZero();
        assertThat(place(8, 1_000)).isEqualTo(1);
    }

    @Test
    void nodes_that_are_packed_about_the_same_go_by_images() {
        joins(0, 0, "a");
        joins(1, 0, "a");
        holds(900, 1);
        // Of 128 processors one is less than a 64th of the scale, sixteen are more.
        assertThat(place(0, 1_000)).isZero();
        assertThat(place(0, 500, TRAIN)).isEqualTo(1);
        assertThat(place(0, 16_000)).isZero();
        assertThat(place(0, 500, TRAIN)).isZero();
    }

    @Test
    void what_somebody_prefers_goes_before_all_images() {
        joins(0, 8, "a");
        joins(1, 8, "b");
        holds(20_000, 0);
        Preference lightest = new Preference.OfNodes(
                new NodeSelectorTerm(List.of(new Requirement("zone", Operator.IN, List.of("b")))), 1);

        assertThat(place(8, 1_000, lightest, TRAIN)).isEqualTo(1);
    }

    @Test
    void images_that_come_and_go_count_from_then_on_for_tasks_of_the_same_shape() {
        List<Integer> places = new ArrayList<>();
        for (int node = 0; node < 6; node++) {
            joins(node, 8, "a");
        }
        places.add(place(8, 1_000, TRAIN));
        holds(900, 2, 3);
        places.add(place(8, 1_000, TRAIN));
        holds(900, 3, 5);
        scene.happens(new Event.NodeDrained(3, true));
        places.add(place(8, 1_000, TRAIN));
        scene.happens(new Event.ImageChanged("train:1", null));
        places.add(place(8, 1_000, TRAIN));
        assertThat(places).containsExactly(0, 2, 5, 1);
    }

    @Test
    void an_image_that_comes_to_be_worth_less_counts_less_on_nodes_that_hold_it_as_before() {
        for (int node = 0; node < 4; node++) {
            joins(node, 8, "a");
        }
        Preference both = new Preference.OfImages(List.of("train:1", "tool:1"));
        scene.happens(new Event.ImageChanged("tool:1", new ImageHolders(500L << 20, NodeSet.of(2))));
        holds(900, 1, 3);
        assertThat(place(8, 1_000, both)).isEqualTo(1);
        holds(100, 1, 3);
        assertThat(place(8, 1_000, both)).isEqualTo(2);
    }

    @Test
    void a_node_that_is_gone_leaves_none_of_its_images_to_the_next_of_its_number() {
        joins(0, 8, "a");
        joins(1, 8, "a");
        holds(900, 1);
        scene.happens(new Event.NodeForgotten(1));
        joins(1, 8, "a");

        assertThat(place(8, 1_000, TRAIN)).isZero();
    }

    @Test
    void a_state_that_is_read_again_knows_who_holds_what() {
        joins(0, 8, "a");
        joins(1, 8, "a");
        holds(900, 1);
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State read = StateCodec.read(new ByteSource(sink.toByteArray()));

        assertThat(read.nodeTable().images().known())
                .isEqualTo(scene.state.nodeTable().images().known());
        assertThat(read.nodeTable().images().known()).hasSize(1);
        assertThat(read.nodeTable().copy().images().known())
                .isEqualTo(read.nodeTable().images().known());
    }

    @Test
    void an_image_that_changes_calls_for_no_pass() {
        joins(0, 8, "a");
        scene.settle();
        long passes = scene.state.passes();
        holds(900, 0);
        assertThat(scene.state.passes()).isEqualTo(passes);
    }
}
