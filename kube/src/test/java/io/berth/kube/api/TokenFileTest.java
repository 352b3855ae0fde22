package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileTest {
    @TempDir
    Path folder;

    @Test
    void a_token_is_read_again_each_minute_and_the_one_before_goes_on_until_it_can_be() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), " one\n");
        // Nanoseconds of the machine may be negative, and may overflow.
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
        TokenFile token = new TokenFile(file, now::get);
        assertThat(token.get()).isEqualTo("one");

        Files.writeString(file, "two");
        now.addAndGet(TokenFile.FRESH_NANOS);
        assertThat(token.get()).isEqualTo("one");
        now.addAndGet(1);
        assertThat(token.get()).isEqualTo("two");

        Files.writeString(file, "\n");
        now.addAndGet(TokenFile.FRESH_NANOS + 1);
        assertThat(token.get()).isEqualTo("two");
        Files.delete(file);
        now.addAndGet(TokenFile.FRESH_NANOS + 1);
        assertThat(token.get()).isEqualTo("two");
        Files.writeString(file, "three");
        assertThat(token.get()).isEqualTo("two");
        now.addAndGet(TokenFile.FRESH_NANOS + 1);
        assertThat(token.get()).isEqualTo("three");
    }

    @Test
    void there_must_be_one_to_begin_with() throws IOException {
        Path empty = Files.writeString(folder.resolve("token"), "\n");
        assertThatThrownBy(() -> new TokenFile(empty))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("holds no token");
        assertThatThrownBy(() -> new TokenFile(folder.resolve("tokem")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean \"token\"?");
        assertThatThrownBy(() -> new TokenFile(folder)).isInstanceOf(InputException.class);
    }
}
