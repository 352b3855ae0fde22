package io.berth.kube.bind;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.api.Answer;
import io.berth.kube.bind.MissingRights.Work;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MissingRightsTest {
    private final List<String> notes = new ArrayList<>();
    private final MissingRights rights = new MissingRights(notes::add);

    @Test
    void eachWorkIsNamedOnceUntilItIsDoneAgain() {
        assertThat(rights.missed(Work.EVENTS, answer(403, "no events"))).isTrue();
        assertThat(rights.missed(Work.EVENTS, answer(403, "no events"))).isTrue();
        assertThat(rights.missed(Work.BINDING, answer(401, "no token"))).isTrue();
        assertThat(notes).containsExactly("cannot write events: 403: no events", "cannot bind pods: 401: no token");

        assertThat(rights.missed(Work.EVENTS, answer(201, ""))).isFalse();
        rights.missed(Work.EVENTS, answer(403, "no events"));
        assertThat(notes).hasSize(3);
    }

    @Test
    void otherAnswersAreNoMatterOfRights() {
        assertThat(rights.missed(Work.BINDING, null)).isFalse();
        assertThat(rights.missed(Work.BINDING, answer(409, "bound already"))).isFalse();
        assertThat(rights.missed(Work.BINDING, answer(503, "later"))).isFalse();
        assertThat(notes).isEmpty();
    }

    private static Answer answer(int code, String text) {
        return new Answer(code, text.getBytes(StandardCharsets.UTF_8), 0);
    }
}
