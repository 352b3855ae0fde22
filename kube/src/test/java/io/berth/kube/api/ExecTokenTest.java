package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.InputException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExecTokenTest {
    private final ArrayDeque<Runnable> beside = new ArrayDeque<>();
    private Instant now = Instant.parse("2026-11-26T04:00:00Z");
    private Supplier<ExecPlugin.Credential> program = () -> given("one", Duration.ofMinutes(15));

    @Test
    void the_next_is_asked_for_beside_a_while_before_the_end() {
        ExecToken token = token();
        now = now.plus(Duration.ofMinutes(13)).minusNanos(1);
        assertThat(token.get()).isEqualTo("one");
        assertThat(beside).isEmpty();

        program = () -> given("two", null);
        now = now.plusNanos(1);
        assertThat(token.get()).isEqualTo("one");
        assertThat(token.get()).isEqualTo("one");
        assertThat(beside).hasSize(1);
        beside.remove().run();
        assertThat(token.get()).isEqualTo("two");
        assertThat(beside).isEmpty();

        now = now.plus(ExecToken.UNKNOWN);
        token.get();
        assertThat(beside).hasSize(1);
    }

    @Test
    void one_that_fails_is_asked_again_after_a_pause_and_the_one_before_goes_on() {
        ExecToken token = token();
        program = () -> {
            throw new InputException("exec", "is out of order");
        };
        now = now.plus(Duration.ofHours(1));
        token.get();
        beside.remove().run();
        assertThat(token.get()).isEqualTo("one");
        assertThat(beside).isEmpty();

        now = now.plus(ExecToken.AGAIN);
        program = () -> given("two", Duration.ofSeconds(1));
        token.get();
        beside.remove().run();
        assertThat(token.get()).isEqualTo("two");
        assertThat(beside)
                .as("one that ends at once is not asked for without a pause")
                .isEmpty();
    }

    private ExecToken token() {
        return new ExecToken(() -> program.get(), () -> now, beside::add);
    }

    private ExecPlugin.Credential given(String token, @Nullable Duration left) {
        return new ExecPlugin.Credential(token, left == null ? null : now.plus(left));
    }
}
