package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import io.berth.spec.fleet.EngineSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LlmServerTest {
    private static final long MS = Nanos.MILLISECOND;
    /** A token of a prompt takes 1 ms, a step 10 ms and 1 ms for each further request, a hundred tokens at most. */
    private static final EngineSpec ENGINE = new EngineSpec(1_000, 0, 10 * MS, MS, 0, 4, 1_000, 100);

    private final Map<Long, Call> ended = new LinkedHashMap<>();
    private final Map<Long, Long> endedAt = new LinkedHashMap<>();

    @Test
    void aPromptIsReadInChunksAndTheLastOneMakesTheFirstToken() {
        LlmServer server = server(ENGINE);
        server.start(call(1, 250, 3), 0);
        run(server);

        assertThat(ended.get(1L).firstNanos()).isEqualTo(250 * MS);
        assertThat(endedAt.get(1L)).isEqualTo((250 + 2 * 10) * MS);
    }

    @Test
    void aStepTakesLongerTheMoreRequestsItServes() {
        LlmServer server = server(ENGINE);
        server.start(call(1, 10, 11), 0);
        server.start(call(2, 10, 11), 0);
        run(server);

        // Both prompts in one step, then ten of two requests each.
        assertThat(endedAt.get(1L)).isEqualTo((20 + 10 * 11) * MS);
        assertThat(endedAt.get(2L)).isEqualTo(endedAt.get(1L));
    }

    @Test
    void readingStallsThoseThatMakeTokens() {
        LlmServer server = server(ENGINE);
        server.start(call(1, 10, 3), 0);
        server.advance(server.nextNanos());
        server.start(call(2, 80, 1), 10 * MS);
        run(server);

        assertThat(ended.get(1L).firstNanos()).isEqualTo(10 * MS);
        assertThat(endedAt.get(1L)).isEqualTo((10 + 80 + 10) * MS);
    }

    @Test
    void attentionAndContextMakeItSlower() {
        EngineSpec engine = new EngineSpec(1_000, 100, 10 * MS, 0, 100 * MS, 4, 1_000, 1_000);

        assertThat(engine.readNanos(0, 100)).isEqualTo(150.0 * MS);
        assertThat(engine.readNanos(100, 100)).isEqualTo(250.0 * MS);
        assertThat(engine.stepNanos(1, 500)).isEqualTo(60.0 * MS);
    }

    @Test
    void whatIsHeldIsNotReadAgain() {
        LlmServer server = server(ENGINE);
        server.start(call(1, prompt(200, 1, 2), 1), 0);
        run(server);
        assertThat(endedAt.get(1L)).isEqualTo(200 * MS);

        server.start(call(2, prompt(200, 1, 3), 1), 200 * MS);
        run(server);
        assertThat(endedAt.get(2L)).isEqualTo((200 + 100) * MS);

        // All of it is held: only its last token is computed, in a step.
        server.start(call(3, prompt(200, 1, 3), 1), 300 * MS);
        run(server);
        assertThat(endedAt.get(3L)).isEqualTo(310 * MS);
        assertThat(server.prefixHits()).isEqualTo(new ServerWork.PrefixHits(600, 100 + 199));
    }

    @Test
    void whatIsUnusedForLongestIsForgotten() {
        LlmServer server = server(new EngineSpec(1_000, 0, 10 * MS, MS, 0, 4, 450, 1_000));
        long now = 0;
        for (int id = 1; id <= 3; id++) {
            server.start(call(id, prompt(200, 10 * id, 10 * id + 1), 1), now);
            now = run(server);
        }
        server.start(call(4, prompt(200, 30, 31), 1), now);
        now = run(server);
        assertThat(server.prefixHits().held()).isEqualTo(199);
        server.start(call(5, prompt(200, 10, 11), 1), now);
        run(server);
        assertThat(server.prefixHits().held()).isEqualTo(199);
    }

    @Test
    void nothingBeginsWithoutRoomForItsPromptOrASlot() {
        LlmServer server = server(ENGINE);
        server.start(call(1, 600, 5), 0);

        assertThat(server.canStart(call(2, 600, 5).request())).isFalse();
        assertThat(server.canStart(call(2, 300, 5).request())).isTrue();
        for (int id = 2; id <= 4; id++) {
            server.start(call(id, 10, 5), 0);
        }
        assertThat(server.canStart(call(5, 10, 5).request())).isFalse();
    }

    /** Two that outgrow the memory: the later one gives way, and both are done in the end. */
    @Test
    void whoBeganLastGivesWayWhereTheMemoryIsFull() {
        LlmServer server = server(new EngineSpec(1_000, 0, 10 * MS, 0, 0, 4, 200, 1_000));
        server.start(call(1, 80, 60), 0);
        server.start(call(2, 80, 60), 0);
        run(server);

        assertThat(endedAt.get(1L)).isEqualTo((160 + 59 * 10) * MS);
        assertThat(ended.get(2L).firstNanos()).isEqualTo(160 * MS);
        assertThat(endedAt.get(2L)).isGreaterThan(endedAt.get(1L) + 100 * MS);
        assertThat(server.canStart(call(3, 150, 1).request())).isTrue();
    }

    @Test
    void whatIsStoppedGivesItsRoomBack() {
        LlmServer server = server(ENGINE);
        Call large = call(1, 900, 5);
        server.start(large, 0);
        server.advance(server.nextNanos());
        server.stop(large.request());

        assertThat(server.canStart(call(2, 900, 5).request())).isTrue();
        assertThat(server.calls()).isEmpty();
        server.start(call(2, 900, 1), 100 * MS);
        run(server);
        assertThat(endedAt).containsOnlyKeys(2L);
    }

    private long run(LlmServer server) {
        long now = 0;
        for (long next = server.nextNanos(); next != Nanos.NEVER; next = server.nextNanos()) {
            now = next;
            server.advance(now);
            for (Call call : server.ended()) {
                ended.put(call.number(), call);
                endedAt.put(call.number(), now);
            }
        }
        return now;
    }

    private static LlmServer server(EngineSpec engine) {
        ServerSpec declared = new ServerSpec("e", 1000, engine.batch(), 1000, 1, 0, Nanos.NEVER, 0);
        return new LlmServer(engine, new ModelMemory(new Fleet(List.of(declared), new long[0]), 0, 0));
    }

    private static Call call(long id, long prompt, long answer) {
        return call(id, Prompt.of(new long[0], new int[0], prompt * Tokens.BYTES), answer);
    }

    private static Call call(long id, Prompt prompt, long answer) {
        Tokens tokens = new Tokens(prompt.bytes() / Tokens.BYTES, answer, prompt, 0, MS);
        Stage stage = new Stage("answer", Request.NO_MODEL, 1, 1, 1, 0, false, Stage.NOT_KEPT, tokens);
        Need need = new Need(Request.NO_MODEL, 1, 0, prompt);
        return new Call(id, stage, new Request(id, 0, 0, need, 0, Nanos.NEVER), 0);
    }

    /** One of blocks of 100 tokens. */
    private static Prompt prompt(long tokens, long... blocks) {
        List<Integer> ends = new ArrayList<>();
        for (int block = 1; block <= blocks.length; block++) {
            ends.add(100 * block * Tokens.BYTES);
        }
        return Prompt.of(blocks, ends.stream().mapToInt(end -> end).toArray(), tokens * Tokens.BYTES);
    }
}
