package io.berth.learn.online.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.online.Room;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two CPUs, one of them held for 300 s more; a job of 900 s and one of 100 s want the other, and a third of 50 s waits too. */
class RolloutTest {
    private static final long NOW = Nanos.HOUR;
    private static final long HORIZON = 1000 * Nanos.SECOND;
    private static final double EXACT = 1e-12;

    /** What a second of waiting adds to the bounded slowdowns of the three jobs, all together. */
    private static final double WEIGHTS = 1 / 900.0 + 1 / 100.0 + 1 / 50.0;

    private final PastJob slow = ran(1, 900);
    private final PastJob quick = ran(2, 100);
    private final PastJob other = ran(3, 50);

    @Test
    void theJobChosenStartsAndTheOthersFollowShortestFirst() {
        Rollout rollout = rollout(holder(300), 0);

        // The slow one begins at once and holds its CPU; after 300 s the other, after 350 s the quick one.
        Rollout.Reward slowFirst = rollout.reward(0, 0, 1);
        assertThat(slowFirst.pair()).isEqualTo(-(350 / 100.0) / (WEIGHTS * 1000), within(EXACT));
        assertThat(slowFirst.others()).isEqualTo(-(300 / 50.0) / (WEIGHTS * 1000), within(EXACT));

        // The quick one begins at once, after 100 s the other, after 150 s the slow one.
        Rollout.Reward quickFirst = rollout.reward(1, 0, 1);
        assertThat(quickFirst.pair()).isEqualTo(-(150 / 900.0) / (WEIGHTS * 1000), within(EXACT));
        assertThat(quickFirst.others()).isEqualTo(-(100 / 50.0) / (WEIGHTS * 1000), within(EXACT));
    }

    @Test
    void noJobWaitsLongerThanTheHorizon() {
        Rollout.Reward reward = rollout(holder(5000), 0).reward(0, 0, 1);

        // After 900 s the other, after 950 s the quick one.
        assertThat(reward.pair()).isEqualTo(-(950 / 100.0) / (WEIGHTS * 1000), within(EXACT));
        PastJob endless = ran(1, 90_000);
        Rollout cut = new Rollout(
                choice(List.of(endless, quick), List.of(endless, quick), holder(5000), 0), HORIZON, NOW, Nanos.SECOND);
        double weights = 1 / 90_000.0 + 1 / 100.0;
        assertThat(cut.reward(0, 0, 1).pair()).isEqualTo(-(1000 / 100.0) / (weights * 1000), within(EXACT));
    }

    @Test
    void whatReallyCameIsTakenFromTheStarts() {
        slow.started(NOW);
        quick.started(NOW + 400 * Nanos.SECOND);

        assertThat(rollout(holder(300), 0).really(0, 1)).isEqualTo(-(400 / 100.0) / (WEIGHTS * 1000), within(EXACT));
    }

    private Rollout rollout(PastJob holder, int taken) {
        LoggedChoice choice = choice(List.of(slow, quick), List.of(slow, quick, other), holder, taken);
        return new Rollout(choice, HORIZON, NOW, Nanos.SECOND);
    }

    private static LoggedChoice choice(List<PastJob> options, List<PastJob> waiting, PastJob holder, int taken) {
        return new LoggedChoice(
                new LoggedChoice.Present(options, waiting, List.of(holder)),
                new LoggedChoice.Taken(0, taken, List.of(0.5, 0.5), true),
                new Room(NOW, options));
    }

    /** One that began an hour ago and ran so many seconds more. */
    private static PastJob holder(long seconds) {
        PastJob job = job(9, 0);
        job.started(0);
        job.ended(NOW + seconds * Nanos.SECOND, NOW + seconds * Nanos.SECOND);
        return job;
    }

    private static PastJob ran(long id, long seconds) {
        PastJob job = job(id, NOW);
        job.ended(2 * NOW, seconds * Nanos.SECOND);
        return job;
    }

    private static PastJob job(long id, long at) {
        return new PastJob(id, JobSpec.batch("job", Demand.cpu(1000, 0), Nanos.SECOND), at);
    }
}
