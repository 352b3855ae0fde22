package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.part.JobState;
import io.berth.local.launch.folder.TaskKey;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownStartsTest {
    private static final TaskKey LIVE = new TaskKey(5, 0, 9, 100, 200);
    private static final KnownStarts KNOWN = new KnownStarts(
            1_000, 8, 20, Map.of(LIVE, JobState.RUNNING), Map.of(5L, LIVE, 6L, new TaskKey(6, 0, 0, 300, 0)));

    @Test
    void whatTheStateAnswersForAndWhatEndedBeforeAreItsOwn() {
        assertThat(KNOWN.foreign(LIVE)).isFalse();
        assertThat(KNOWN.foreign(new TaskKey(5, 3, 9, 100, 200))).isFalse();
        assertThat(KNOWN.foreign(new TaskKey(5, 0, 7, 100, 150))).isFalse();
        assertThat(KNOWN.foreign(new TaskKey(2, 0, 3, 50, 60))).isFalse();
        assertThat(KNOWN.foreign(new TaskKey(2, 0, 3))).isFalse();
    }

    @Test
    void whatCameAfterItsLastMomentIsOfAnotherHistory() {
        assertThat(KNOWN.foreign(new TaskKey(8, 0, 3, 50, 60))).isTrue();
        assertThat(KNOWN.foreign(new TaskKey(8, 0, 3))).isTrue();
        assertThat(KNOWN.foreign(new TaskKey(2, 0, 21, 50, 60))).isTrue();
        assertThat(KNOWN.foreign(new TaskKey(2, 0, 3, 50, 1_001))).isTrue();
        assertThat(KNOWN.foreign(new TaskKey(2, 0, 3, 1_001, 60))).isTrue();
    }

    @Test
    void theSameNumbersAtOtherMomentsAreOfAnotherHistory() {
        assertThat(KNOWN.foreign(new TaskKey(5, 0, 9, 101, 200))).isTrue();
        assertThat(KNOWN.foreign(new TaskKey(5, 0, 9, 100, 201))).isTrue();
        assertThat(KNOWN.foreign(new TaskKey(6, 0, 9, 301, 400))).isTrue();
    }
}
