package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.policy.Facts;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks that read data sets, and nodes that hold them. */
class DataOnNodesTest {
    /** At 10 Gbit/s, as no network is declared. */
    private static final long MINUTE_OF_BYTES = 60 * 1_250_000_000L;

    private static final StrategySpec LOCAL = StrategySpec.of("local", "fcfs", "data-local", "greedy");
    private static final StrategySpec DELAYING = LOCAL.with(PolicyKind.DELAY, PolicySpec.of("for-data"));
    private static final Demand READER =
            Scene.TWO_GPUS.preferring(List.of(new Preference.OfData(List.of("web", "toy"))));

    /** Three nodes of two GPUs; node 1 holds the large set, node 2 the small one. */
    private static Scene scene(StrategySpec strategy) {
        Scene scene = new Scene(strategy, 3);
        scene.happens(new Event.DataDeclared("web", new DataSet(MINUTE_OF_BYTES, NodeSet.of(1))));
        scene.happens(new Event.DataDeclared("toy", new DataSet(MINUTE_OF_BYTES / 60, NodeSet.of(2))));
        return scene;
    }

    private static Job reader(Scene scene) {
        return scene.submit(READER, Nanos.HOUR);
    }

    @Test
    void a_task_goes_where_most_of_its_data_is() {
        Scene scene = scene(LOCAL);
        Job first = reader(scene);
        Job second = reader(scene);
        Job third = reader(scene);
        scene.settle();

        assertThat(List.of(first.node(0), second.node(0), third.node(0))).containsExactly(1, 2, 0);
    }

    @Test
    void what_was_brought_counts_and_what_was_lost_does_not() {
        Scene scene = scene(LOCAL);
        scene.happens(new Event.DataHeld("web", 2, true));
        scene.happens(new Event.DataHeld("unknown", 2, true));
        Job first = reader(scene);
        scene.settle();
        assertThat(first.node(0)).isEqualTo(2);

        scene.happens(new Event.NodeLost(1));
        scene.joins(1);
        assertThat(scene.state.nodeTable().data().known().get("web").nodes()).isEqualTo(NodeSet.of(2));
        scene.happens(new Event.DataHeld("web", 2, false));
        scene.happens(new Event.DataDeclared("toy", null));
        Job second = reader(scene);
        scene.settle();
        assertThat(second.node(0)).isZero();
    }

    @Test
    void a_job_waits_for_its_data_as_long_as_bringing_them_takes() {
        Scene scene = scene(DELAYING);
        scene.happens(new Event.DataHeld("toy", 1, true));
        Job holder = scene.submit(READER, Nanos.HOUR);
        scene.settle();
        scene.starts(holder);
        assertThat(holder.node(0)).isEqualTo(1);

        Job waits = reader(scene);
        Job other = scene.submit(Scene.ONE_GPU, Nanos.HOUR);
        scene.settle();
        assertThat(waits.waiting()).isTrue();
        assertThat(other.waiting()).isFalse();
        // Of node 2, where the small one is.
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + Nanos.MINUTE);

        scene.passes(Nanos.MINUTE - 1);
        assertThat(scene.settle()).isEmpty();
        scene.passes(1);
        assertThat(scene.settle()).containsExactly(waits);
        assertThat(waits.node(0)).isEqualTo(2);
    }

    @Test
    void nobody_is_woken_for_one_that_is_gone() {
        Scene scene = new Scene(DELAYING, 2);
        scene.happens(new Event.DataDeclared("web", new DataSet(MINUTE_OF_BYTES, NodeSet.of(1))));
        Job holder = scene.submit(READER, Nanos.HOUR);
        scene.settle();
        scene.starts(holder);
        Job waits = reader(scene);
        scene.settle();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + Nanos.MINUTE);
        scene.happens(new Event.JobCancelled(waits.id()));
        scene.settle();

        assertThat(scene.wakeNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void whoever_takes_the_state_up_again_wakes_at_the_same_moment() {
        Scene scene = new Scene(DELAYING, 2);
        scene.happens(new Event.DataDeclared("web", new DataSet(MINUTE_OF_BYTES, NodeSet.of(1))));
        Job holder = scene.submit(READER, Nanos.HOUR);
        scene.settle();
        scene.starts(holder);
        reader(scene);
        scene.settle();
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State copy = StateCodec.read(new ByteSource(sink.toByteArray()));

        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + Nanos.MINUTE);
        assertThat(new Planner(copy, Scene.CATALOG).wakeNanos()).isEqualTo(scene.wakeNanos());
    }

    @Test
    void a_job_that_waits_takes_the_node_with_its_data_when_that_is_free() {
        Scene scene = scene(DELAYING);
        scene.happens(new Event.DataHeld("toy", 1, true));
        Job holder = scene.submit(READER, Nanos.HOUR);
        scene.settle();
        scene.starts(holder);
        Job waits = reader(scene);
        scene.settle();
        scene.passes(Nanos.SECOND);
        scene.ends(holder, 0, 0);

        assertThat(scene.settle()).containsExactly(waits);
        assertThat(waits.node(0)).isEqualTo(1);
    }

    @Test
    void a_set_that_nobody_knows_keeps_no_job_from_waiting_for_the_others() {
        Scene scene = new Scene(DELAYING, 3);
        scene.happens(new Event.DataDeclared("web", new DataSet(MINUTE_OF_BYTES, NodeSet.of(1))));
        Job holder = scene.submit(READER, Nanos.HOUR);
        scene.settle();
        scene.starts(holder);
        assertThat(holder.node(0)).isEqualTo(1);

        Job waits = reader(scene);
        assertThat(scene.settle()).isEmpty();
        assertThat(waits.waiting()).isTrue();
    }

    @Test
    void nobody_waits_for_a_node_that_could_never_hold_it() {
        Scene scene = scene(DELAYING);
        scene.happens(new Event.DataDeclared("toy", null));
        scene.happens(new Event.NodeDrained(1, true));
        Job starts = reader(scene);
        assertThat(scene.settle()).containsExactly(starts);
    }

    @Test
    void a_copy_of_the_state_knows_who_holds_what() {
        Scene scene = scene(LOCAL);
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State copy = StateCodec.read(new ByteSource(sink.toByteArray()));

        assertThat(copy.nodeTable().data().known())
                .isEqualTo(scene.state.nodeTable().data().known());
    }

    @Test
    void parts_that_do_not_go_together_and_senseless_values_are_refused() {
        Facts facts = new Facts(1, 1, List.of());
        assertThatThrownBy(
                        () -> Scene.CATALOG.strategy(DELAYING.with(PolicyKind.BACKFILL, PolicySpec.of("easy")), facts))
                .hasMessageContaining("delay (for-data)");
        PolicySpec negative = PolicySpec.of("for-data", java.util.Collections.singletonMap("factor", "-1"));
        assertThatThrownBy(() -> Scene.CATALOG.strategy(LOCAL.with(PolicyKind.DELAY, negative), facts))
                .hasMessageContaining("factor");
        assertThatThrownBy(() -> new Preference.OfData(List.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> new DataSet(-1, NodeSet.NONE)).hasMessageContaining("-1");
        assertThat(Reason.ofCode(Reason.AWAITS_DATA.code())).isEqualTo(Reason.AWAITS_DATA);
        assertThat(JobSpec.batch("j", READER, 1).demand().preferences()).hasSize(1);
    }
}
