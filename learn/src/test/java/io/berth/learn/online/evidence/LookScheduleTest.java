package io.berth.learn.online.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LookScheduleTest {
    private static final int LONGEST = 100;

    private final LookSchedule schedule = new LookSchedule(LONGEST);

    @Test
    void quietLooksBecomeRarerUpToTheLongestStep() {
        List<Long> looks = looks(LongStream.rangeClosed(1, 1000), 1);
        List<Long> steps = new ArrayList<>();
        for (int i = 1; i < looks.size(); i++) {
            steps.add(looks.get(i) - looks.get(i - 1));
        }
        assertThat(looks.getFirst()).isEqualTo(20);
        assertThat(steps).startsWith(40L, 60L).isSorted();
        assertThat(steps.getLast()).isBetween(100L, 120L);
    }

    @Test
    void whereJobsFareMuchWorseItLooksAtTheNextGlanceAndSoonAgain() {
        List<Long> quiet = looks(LongStream.rangeClosed(1, 1000), 1);
        long last = quiet.getLast();
        assertThat(schedule.glances(last + 19)).isFalse();
        assertThat(schedule.glances(last + 20)).isTrue();
        assertThat(schedule.looks(last + 20, 1.6)).isTrue();
        assertThat(looks(LongStream.rangeClosed(last + 21, last + 60), 1.6)).containsExactly(last + 40);
    }

    @Test
    void afterAChangeItLooksSoon() {
        long last = looks(LongStream.rangeClosed(1, 1000), 1).getLast();
        schedule.changed(last);
        assertThat(looks(LongStream.rangeClosed(last + 1, last + 25), 1)).containsExactly(last + 20);
    }

    private List<Long> looks(LongStream ended, double slowdown) {
        return ended.filter(schedule::glances)
                .filter(jobs -> schedule.looks(jobs, slowdown))
                .boxed()
                .toList();
    }
}
