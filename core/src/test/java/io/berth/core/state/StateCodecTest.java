package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Snapshots of this program and of earlier ones. */
class StateCodecTest {
    @Test
    void a_state_of_version_10_is_read_as_the_same_state() throws IOException {
        State read = StateCodec.read(new ByteSource(golden("/state-v10.golden")));

        State same = States.ofVersion10();
        // Version 10 did not count starts: that of a job that runs is known none the less.
        same.jobs().stream().filter(Job::waiting).forEach(job -> job.change().starts = 0);
        assertThat(bytes(read)).isEqualTo(bytes(same));
    }

    @Test
    void a_state_of_version_11_is_read_and_written_as_it_was() throws IOException {
        assertThat(StateCodec.VERSION)
                .as("a new version gets a golden file of its own, and the old ones are still read")
                .isEqualTo(11);
        byte[] golden = golden("/state-v11.golden");

        assertThat(bytes(States.ofVersion10())).isEqualTo(golden);
        assertThat(bytes(StateCodec.read(new ByteSource(golden)))).isEqualTo(golden);
    }

    @Test
    void a_version_that_is_not_known_is_named() {
        byte[] bytes = bytes(new State(1));
        bytes[0] = 99;

        assertThatThrownBy(() -> StateCodec.read(new ByteSource(bytes)))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessage("state of version 99; this program knows 3 to 11");
    }

    @Test
    void a_state_cut_anywhere_is_said_to_be_corrupt() {
        byte[] whole = bytes(States.ofVersion10());
        for (int length = 0; length < whole.length; length++) {
            ByteSource cut = new ByteSource(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> StateCodec.read(cut)).isInstanceOf(CorruptRecordException.class);
        }
    }

    private static byte[] bytes(State state) {
        return state.image().bytes();
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream file = StateCodecTest.class.getResourceAsStream(name)) {
            assertThat(file).as(name).isNotNull();
            return file.readAllBytes();
        }
    }
}
