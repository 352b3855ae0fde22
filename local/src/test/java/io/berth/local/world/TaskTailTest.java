package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class TaskTailTest extends StartedTaskTest {
    private void writes(String text) throws IOException {
        Files.writeString(folder.resolve("output.log"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void rotates() throws IOException {
        for (int older = 3; older >= 1; older--) {
            Path file = folder.resolve("output.log." + older);
            if (Files.exists(file)) {
                Files.move(file, folder.resolve("output.log." + (older + 1)));
            }
        }
        Files.move(folder.resolve("output.log"), folder.resolve("output.log.1"));
    }

    private TaskTail tail(String mark) {
        return new TaskTail(state, new TaskKey(1007, 2, 9), mark);
    }

    private static String all(TaskTail tail) throws IOException {
        StringBuilder text = new StringBuilder();
        for (byte[] bytes = tail.next(4); bytes.length > 0; bytes = tail.next(4)) {
            text.append(new String(bytes, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    @Test
    void what_is_written_is_read_once_over_rotations() throws IOException {
        TaskTail tail = tail("");
        assertThat(all(tail)).isEmpty();
        writes("one ");
        assertThat(all(tail)).isEqualTo("one ");
        writes("two ");
        rotates();
        writes("three ");
        rotates();
        writes("four");
        assertThat(all(tail)).isEqualTo("two three four");
        assertThat(all(tail)).isEmpty();
    }

    @Test
    void a_reader_goes_on_where_another_stood() throws IOException {
        writes("one two");
        TaskTail tail = tail("");
        tail.next(4);
        String mark = tail.mark();
        rotates();
        writes(" three");
        assertThat(all(tail(mark))).isEqualTo("two three");
    }

    @Test
    void what_is_skipped_is_counted_and_the_end_is_kept() throws IOException {
        writes("x".repeat(1000));
        rotates();
        writes("y".repeat(1000) + "end");
        TaskTail tail = tail("");
        tail.next(10);
        assertThat(tail.skip(3)).isEqualTo(1990);
        assertThat(all(tail)).isEqualTo("end");
        assertThat(tail.skip(3)).isZero();
    }

    @Test
    void output_that_is_gone_is_not_waited_for() throws IOException {
        writes("one");
        TaskTail tail = tail("");
        all(tail);
        Files.delete(folder.resolve("output.log"));
        writes("x");
        assertThat(all(tail)).isEqualTo("x");
    }

    @Test
    void the_last_start_is_found_without_its_number() throws IOException {
        writes("old");
        folder = Files.createDirectories(state.resolve("run/1/1007-2-12"));
        writes("new");
        assertThat(all(new TaskTail(state, new TaskKey(1007, 2, 0), ""))).isEqualTo("new");
        assertThat(all(new TaskTail(state, new TaskKey(5, 0, 0), ""))).isEmpty();
    }
}
