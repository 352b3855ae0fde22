package io.berth.learn.online.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.Order;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.online.Room;
import io.berth.learn.online.evidence.Judgement.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Choices between a job of 900 s and one of 100 s: the one taken starts at once, the other after the horizon. */
class OffPolicyTest {
    private static final long HORIZON = 100 * Nanos.SECOND;
    private static final double SHORT_GAIN = 0.9 - 0.1;
    private static final Order LONG = (Chooser) _ -> 0;
    private static final Order SHORT = (Chooser) _ -> 1;

    @Test
    void theIntervalHoldsWhatTheOtherChoiceIsReallyWorth() {
        Judgement judged = new OffPolicy(logged(400, 0.2), HORIZON, later()).judge(SHORT, LONG, 0.01);

        assertThat(judged.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(judged.low()).isLessThanOrEqualTo(SHORT_GAIN + 1e-3);
        assertThat(judged.high()).isGreaterThanOrEqualTo(SHORT_GAIN - 1e-3);
        assertThat(judged.support()).isBetween(50, 110);
    }

    @Test
    void theReverseIsWorse() {
        Judgement judged = new OffPolicy(logged(400, 0.2), HORIZON, later()).judge(LONG, SHORT, 0.01);

        assertThat(judged.verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void theSameChoicesAreNoDifference() {
        Judgement judged = new OffPolicy(logged(400, 0.2), HORIZON, later()).judge(LONG, LONG, 0.01);

        assertThat(judged.verdict()).isIn(Verdict.CANNOT_TELL, Verdict.NO_REAL_DIFFERENCE);
    }

    @Test
    void withoutSupportItCannotTell() {
        assertThat(new OffPolicy(logged(400, 0.04), HORIZON, later())
                        .judge(SHORT, LONG, 0.01)
                        .verdict())
                .isEqualTo(Verdict.CANNOT_TELL);
        assertThat(new OffPolicy(logged(20, 0.2), HORIZON, later())
                        .judge(SHORT, LONG, 0.01)
                        .verdict())
                .isEqualTo(Verdict.CANNOT_TELL);
    }

    private static Experience later() {
        return new Experience(10);
    }

    private static List<LoggedChoice> logged(int count, double share) {
        List<LoggedChoice> choices = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long at = i * Nanos.HOUR;
            List<PastJob> options = List.of(job(2 * i + 1, 900, at), job(2 * i + 2, 100, at));
            int taken = new Chance(3, "taken", i).unit() < share ? 1 : 0;
            options.get(taken).started(at);
            options.get(1 - taken).started(at + HORIZON);
            choices.add(new LoggedChoice(
                    new LoggedChoice.Present(options, options, List.of()),
                    new LoggedChoice.Taken(0, taken, List.of(1 - share, share), true),
                    new Room(at, options)));
        }
        return choices;
    }

    private static PastJob job(long id, int seconds, long at) {
        PastJob job = new PastJob(id, JobSpec.batch("job", Demand.cpu(1000, 0), seconds * Nanos.SECOND), at);
        job.ended(at + Nanos.HOUR, seconds * Nanos.SECOND);
        return job;
    }
}
