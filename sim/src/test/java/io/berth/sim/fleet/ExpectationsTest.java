package io.berth.sim.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationsTest {
    private static final long TOKEN = 10 * Nanos.MILLISECOND;

    @Test
    void whatNobodyKnowsIsExpectedFromWhatEnded() {
        Expectations expectations = new Expectations(false);
        RequestArrival arrival = arrival(700);
        assertThat(expected(expectations.of(arrival))).isEqualTo(128 * TOKEN + 1);

        for (int i = 0; i < 50; i++) {
            expectations.answered(arrival(30).stages().getFirst().tokens(), Request.NO_MODEL, 0);
        }
        RequestArrival told = expectations.of(arrival);
        assertThat(expected(told)).isEqualTo(30 * TOKEN + 1);
        assertThat(told.stages().getFirst().workNanos()).isEqualTo(700 * TOKEN + 1);
        assertThat(told.asked(1).stages().getFirst().need().workNanos()).isEqualTo(30 * TOKEN + 1);
    }

    @Test
    void knownLengthsAndPlainStagesAreExpectedAsTheyAre() {
        RequestArrival arrival = arrival(700);
        assertThat(new Expectations(true).of(arrival)).isSameAs(arrival);
        RequestArrival plain =
                new RequestArrival(0, 0, 0, Nanos.NEVER, List.of(Stage.of("all", Request.NO_MODEL, 5, 0)));
        assertThat(new Expectations(false).of(plain)).isSameAs(plain);
    }

    private static long expected(RequestArrival arrival) {
        return arrival.stages().getFirst().expectedNanos();
    }

    private static RequestArrival arrival(long answer) {
        Tokens tokens = new Tokens(500, answer, Prompt.NONE, 0, TOKEN);
        long work = tokens.workNanos((double) answer);
        Stage stage = new Stage("answer", Request.NO_MODEL, work, work, 1, 0, false, Stage.NOT_KEPT, tokens);
        return new RequestArrival(0, 0, 0, Nanos.NEVER, List.of(stage));
    }
}
