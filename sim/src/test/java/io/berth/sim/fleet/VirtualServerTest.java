package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** One server by hand. */
class VirtualServerTest {
    private static final long SECOND = Nanos.SECOND;
    private static final TreeMap<Integer, Double> CURVE = new TreeMap<>(Map.of(1, 1.0, 4, 2.0));

    private long nextId;

    @Test
    void a_server_of_speed_two_halves_the_time() {
        VirtualServer server = server(2000, 1, Batching.none(1), 100);
        server.start(call(Request.NO_MODEL, 10, 0), 0);

        assertThat(server.nextNanos()).isEqualTo(5 * SECOND);
        server.advance(5 * SECOND);
        assertThat(server.ended()).hasSize(1);
        assertThat(server.nextNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void slots_without_batches_do_not_slow_one_another() {
        VirtualServer server = server(1000, 2, Batching.none(2), 100);
        server.start(call(Request.NO_MODEL, 10, 0), 0);
        server.start(call(Request.NO_MODEL, 10, 0), 0);

        assertThat(server.canStart(request(Request.NO_MODEL, 0))).isFalse();
        assertThat(server.nextNanos()).isEqualTo(10 * SECOND);
    }

    @Test
    void a_continuous_batch_slows_down_when_a_request_joins_and_speeds_up_when_one_leaves() {
        // Throughput 1 at one, 2 at four, so 4/3 at two: each at 2/3.
        VirtualServer server = server(1000, 4, Batching.of(Batching.Mode.CONTINUOUS, 4, CURVE), 100);
        server.start(call(Request.NO_MODEL, 10, 0), 0);
        server.advance(4 * SECOND);
        server.start(call(Request.NO_MODEL, 20, 0), 4 * SECOND);

        assertThat(server.nextNanos()).isCloseTo(13 * SECOND, Offset.offset(2L));
        server.advance(server.nextNanos());
        assertThat(server.ended()).hasSize(1);
        // The other did 6 of its 20 s; 14 are left, now alone.
        assertThat(server.nextNanos()).isCloseTo(27 * SECOND, Offset.offset(4L));
    }

    @Test
    void a_static_batch_ends_with_its_longest_request_and_lets_nobody_join() {
        VirtualServer server = server(1000, 4, Batching.of(Batching.Mode.STATIC, 4, CURVE), 100);
        server.start(call(Request.NO_MODEL, 2, 0), 0);
        server.start(call(Request.NO_MODEL, 8, 0), 0);
        server.advance(SECOND);

        assertThat(server.canStart(request(Request.NO_MODEL, 0))).isFalse();
        assertThat(server.nextNanos()).isEqualTo(12 * SECOND);
        server.advance(12 * SECOND);
        assertThat(server.ended()).hasSize(2);
        assertThat(server.canStart(request(Request.NO_MODEL, 0))).isTrue();
    }

    @Test
    void a_static_batch_has_one_model() {
        VirtualServer server = server(1000, 4, Batching.of(Batching.Mode.STATIC, 4, CURVE), 100);
        server.start(call(0, 2, 0), 0);

        assertThat(server.canStart(request(1, 0))).isFalse();
        assertThat(server.canStart(request(0, 0))).isTrue();
    }

    @Test
    void a_request_waits_for_its_model_to_load_and_the_next_one_does_not() {
        VirtualServer server = server(1000, 1, Batching.none(1), 100);
        server.start(call(0, 10, 0), 0);

        assertThat(server.computing()).isZero();
        assertThat(server.nextNanos()).isEqualTo(22 * SECOND);
        server.advance(22 * SECOND);
        assertThat(server.ended()).isEmpty();
        assertThat(server.computing()).isOne();
        server.advance(32 * SECOND);
        assertThat(server.ended()).hasSize(1);
        server.start(call(0, 10, 0), 32 * SECOND);
        assertThat(server.nextNanos()).isEqualTo(42 * SECOND);
        assertThat(server.memory().loads()).isOne();
    }

    @Test
    void going_over_to_another_loaded_model_takes_the_switch_time() {
        VirtualServer server = server(1000, 1, Batching.none(1), 100);
        server.memory().preload(0);
        server.memory().preload(1);
        server.start(call(0, 10, 0), 0);
        server.advance(10 * SECOND);
        server.ended();
        server.start(call(1, 10, 0), 10 * SECOND);

        assertThat(server.nextNanos()).isEqualTo(13 * SECOND);
        assertThat(server.memory().loads()).isZero();
    }

    @Test
    void a_model_in_use_is_never_pushed_out_and_the_one_unused_for_longest_goes_first() {
        VirtualServer server = server(1000, 3, Batching.none(3), 100);
        server.memory().preload(0);
        server.start(call(1, 10, 0), 0);
        assertThat(server.memory().freeBytes()).isEqualTo(20);

        assertThat(server.canStart(request(2, 25))).isTrue();
        assertThat(server.canStart(request(2, 21))).isTrue();
        assertThat(server.canStart(request(2, 61))).isFalse();
        server.start(call(2, 10, 5), 0);
        assertThat(server.memory().freeBytes()).isEqualTo(35);
        assertThat(server.canStart(request(0, 0))).isFalse();
    }

    @Test
    void more_models_than_memory_cannot_be_loaded_at_the_begin() {
        VirtualServer server = server(1000, 1, Batching.none(1), 60);
        server.memory().preload(0);

        assertThatThrownBy(() -> server.memory().preload(1)).hasMessageContaining("memory");
    }

    @Test
    void the_first_token_comes_when_its_work_is_done() {
        VirtualServer server = server(2000, 1, Batching.none(1), 100);
        Stage stage = new Stage("answer", Request.NO_MODEL, 10 * SECOND, 1, 4 * SECOND, 0, false, Stage.NOT_KEPT);
        Call call = new Call(1, stage, request(Request.NO_MODEL, 0), 0);
        server.start(call, 0);
        server.advance(server.nextNanos());

        assertThat(call.firstNanos()).isEqualTo(2 * SECOND);
    }

    /** Models 0 and 1 take 40, model 2 takes 20. Loading takes 22 s, switching 3 s. */
    private static VirtualServer server(int speedMilli, int slots, Batching batching, long memory) {
        ServerSpec declared = new ServerSpec("s", speedMilli, slots, speedMilli, 1, memory, 22 * SECOND, 3 * SECOND);
        Fleet fleet = new Fleet(List.of(declared), new long[] {40, 40, 20});
        return new VirtualServer(new VirtualServerSpec(declared, batching, List.of()), new ModelMemory(fleet, 0, 3));
    }

    private Call call(int model, long seconds, long bytes) {
        Stage stage = Stage.of("all", model, seconds * SECOND, bytes);
        return new Call(1, stage, request(model, bytes), 0);
    }

    private Request request(int model, long bytes) {
        return new Request(nextId++, 0, 0, Need.of(model, SECOND, bytes), 0, Nanos.NEVER);
    }
}
