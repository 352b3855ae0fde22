package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.PoolTerms;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that are granted to queues, and taken back as demand moves. Each node has two GPUs. */
class PoolsTest {
    private static final long HOLD = 10 * Nanos.MINUTE;

    private static NodePool pool(String queue, PoolTerms terms) {
        return new NodePool(queue, List.of(queue), List.of(), List.of(), terms);
    }

    private static NodePool moving(String queue, int quota) {
        return pool(queue, new PoolTerms(quota, PoolTerms.ALL, quota, HOLD, Nanos.NEVER));
    }

    private static Scene scene(String backfill, int nodes, NodePool... pools) {
        Scene scene = new Scene(backfill, nodes);
        scene.happens(new Event.PoolsDeclared(List.of(pools)));
        scene.settle();
        return scene;
    }

    private static JobSpec of(String queue) {
        return JobSpec.batch("job", Scene.TWO_GPUS, Nanos.HOUR).withQueue(queue);
    }

    private static List<Job> submit(Scene scene, String queue, int jobs) {
        List<Job> submitted = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            submitted.add(scene.submit(of(queue)));
        }
        return submitted;
    }

    private static long running(List<Job> jobs) {
        return jobs.stream().filter(job -> !job.waiting()).count();
    }

    private static long granted(Scene scene, String pool) {
        return scene.state.pools().grants().values().stream()
                .filter(grant -> grant.pool().equals(pool))
                .count();
    }

    private static Explanation why(Scene scene, Job job) {
        return Objects.requireNonNull(
                Explainer.of(scene.state, Catalog.standard()).explain(job.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"greedy", "easy", "conservative"})
    void fixed_pools_keep_others_out_and_what_is_in_none_is_open_to_all(String backfill) {
        NodePool fixed = new NodePool("a", List.of("a"), List.of("n0", "n1"), List.of(), PoolTerms.fixed(2));
        Scene scene = scene(backfill, 3, fixed);
        List<Job> others = submit(scene, "b", 2);
        scene.settle();
        assertThat(running(others)).isEqualTo(1);
        Job waits = others.get(1);
        assertThat(why(scene, waits).reason()).isEqualTo(Reason.OTHER_POOL);
        List<Job> own = submit(scene, "a", 2);
        scene.settle();
        assertThat(running(own)).isEqualTo(2);

        scene.happens(new Event.PoolsDeclared(List.of()));
        scene.passes(1);
        own.forEach(job -> ends(scene, job));
        scene.settle();
        assertThat(waits.waiting()).isFalse();
    }

    private static void ends(Scene scene, Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            scene.happens(new Event.TaskEnded(job.id(), task, job.decision(task), 0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"greedy", "easy", "conservative"})
    void idle_nodes_go_where_jobs_need_them_once_they_were_held_for_a_while(String backfill) {
        Scene scene = scene(backfill, 4, moving("a", 2), moving("b", 2));
        assertThat(granted(scene, "a")).isEqualTo(2);
        List<Job> jobs = submit(scene, "a", 4);
        scene.settle();
        assertThat(running(jobs)).isEqualTo(2);
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + HOLD);

        scene.passes(HOLD);
        scene.settle();
        assertThat(running(jobs)).isEqualTo(4);
        assertThat(granted(scene, "a")).isEqualTo(4);
    }

    @Test
    void what_is_lent_comes_back_when_it_is_needed_and_takes_nobody_new_meanwhile() {
        Scene scene = scene("greedy", 4, moving("a", 2), moving("b", 2));
        scene.passes(HOLD);
        List<Job> lent = submit(scene, "a", 5);
        scene.settle();
        assertThat(running(lent)).isEqualTo(4);

        List<Job> own = submit(scene, "b", 3);
        scene.settle();
        assertThat(granted(scene, "b")).isEqualTo(2);
        assertThat(running(own)).isZero();

        List<Integer> back = scene.state.pools().grants().entrySet().stream()
                .filter(grant -> grant.getValue().pool().equals("b"))
                .map(grant -> grant.getKey())
                .toList();
        Job guest = lent.stream()
                .filter(job -> !job.waiting() && back.contains(job.node(0)))
                .findFirst()
                .orElseThrow();
        ends(scene, guest);
        scene.settle();
        assertThat(running(own)).isEqualTo(1);
        assertThat(lent.get(4).waiting()).isTrue();
    }

    @Test
    void explain_says_who_has_the_nodes_and_how_more_come() {
        Scene scene = scene("greedy", 4, moving("a", 2), moving("b", 2));
        Job more = submit(scene, "a", 3).getLast();
        scene.settle();
        assertThat(why(scene, more).nodes().told(Reason.OTHER_POOL))
                .isEqualTo(
                        "granted to a pool of other queues: \"b\" has 2; its own, \"a\", has 2, of which it deserves 2,"
                                + " and may get one more in 10m 00s");
        Job stranger = scene.submit(of("c"));
        scene.settle();
        assertThat(why(scene, stranger).nodes().told(Reason.OTHER_POOL))
                .endsWith("\"a\" has 2, \"b\" has 2; no pool is for queue \"c\"");
    }

    @Test
    void when_patience_is_over_guests_stop_while_somebody_waits_for_the_node() {
        long patience = 5 * Nanos.MINUTE;
        NodePool owner = pool("b", new PoolTerms(1, 2, 1, HOLD, patience));
        Scene scene = scene("greedy", 2, moving("a", 1), owner);
        scene.passes(HOLD);
        List<Job> lent = submit(scene, "a", 2);
        scene.settle();
        assertThat(running(lent)).isEqualTo(2);
        Job own = scene.submit(of("b"));
        scene.settle();
        assertThat(own.waiting()).isTrue();
        assertThat(scene.wakeNanos()).isEqualTo(scene.nowNanos() + patience);

        scene.passes(patience);
        List<Decision> plan = scene.plan();
        assertThat(plan).hasSize(1);
        assertThat(plan.getFirst())
                .isInstanceOfSatisfying(
                        Decision.Stop.class, stop -> assertThat(stop.reason()).isEqualTo(Reason.TAKEN_BACK));
    }

    @Test
    void what_a_pool_keeps_is_not_lent_and_its_limit_holds() {
        NodePool keeps = pool("b", new PoolTerms(2, 2, 1, 0, Nanos.NEVER));
        Scene scene = scene("greedy", 5, pool("a", new PoolTerms(1, 3, 1, 0, Nanos.NEVER)), keeps);
        List<Job> a = submit(scene, "a", 5);
        scene.settle();
        assertThat(granted(scene, "a")).isEqualTo(3);
        assertThat(running(a)).isEqualTo(3);
        List<Job> b = submit(scene, "b", 3);
        scene.settle();
        assertThat(running(b)).isEqualTo(2);
    }

    @Test
    void two_gangs_that_are_larger_than_the_quotas_do_not_keep_halves() {
        Scene scene = scene("greedy", 4, moving("a", 2), moving("b", 2));
        scene.passes(HOLD);
        Job one = scene.submit(
                JobSpec.batch("gang", Scene.TWO_GPUS, Nanos.HOUR).withTasks(4).withQueue("a"));
        Job other = scene.submit(
                JobSpec.batch("gang", Scene.TWO_GPUS, Nanos.HOUR).withTasks(4).withQueue("b"));
        scene.settle();
        assertThat(running(List.of(one, other))).isEqualTo(1);
        scene.passes(HOLD);
        Job first = one.waiting() ? other : one;
        ends(scene, first);
        scene.settle();
        assertThat((first == one ? other : one).waiting()).isFalse();
    }

    @Test
    void a_lost_node_is_replaced_and_given_up_when_it_is_back() {
        NodePool fixed = pool("a", PoolTerms.fixed(2));
        Scene scene = scene("greedy", 3, fixed);
        assertThat(granted(scene, "a")).isEqualTo(2);
        int lost = scene.state.pools().grants().firstKey();
        scene.happens(new Event.NodeLost(lost));
        scene.settle();
        assertThat(granted(scene, "a")).isEqualTo(3);
        scene.joins(lost);
        scene.settle();
        assertThat(granted(scene, "a")).isEqualTo(2);
    }

    @Test
    void jobs_of_queues_below_have_the_nodes_too() {
        NodePool org = new NodePool("org", List.of("org"), List.of(), List.of(), PoolTerms.fixed(1));
        Scene scene = new Scene("greedy", 1);
        scene.happens(new Event.QueuesDeclared(
                List.of(QueueSpec.of("org"), QueueSpec.of("team").below("org"), QueueSpec.of("strangers"))));
        scene.happens(new Event.PoolsDeclared(List.of(org)));
        scene.settle();
        Job stranger = scene.submit(of("strangers"));
        Job own = scene.submit(of("team"));
        scene.settle();
        assertThat(stranger.waiting()).isTrue();
        assertThat(own.waiting()).isFalse();
    }

    @Test
    void a_snapshot_has_pools_and_grants_and_who_knows_them_no_more_grants_them_again() {
        Scene scene = scene("greedy", 3, moving("a", 2), moving("b", 1));
        ByteSink sink = new ByteSink();
        StateCodec.write(scene.state, sink);
        State read = StateCodec.read(new ByteSource(sink.toByteArray()));
        assertThat(read.pools().pools()).isEqualTo(scene.state.pools().pools());
        assertThat(read.pools().grants()).isEqualTo(scene.state.pools().grants());

        scene.happens(new Event.PoolsDeclared(List.of(moving("b", 3))));
        scene.settle();
        assertThat(scene.state.pools().grants().values())
                .extracting(NodeGrant::pool)
                .containsOnly("b")
                .hasSize(3);
    }
}
