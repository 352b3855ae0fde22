package io.berth.learn.online.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StrangeJobsTest {
    private static final double MACHINE = 64;
    private static final double[] NARROW = narrow(400);

    @Test
    void narrowJobsBecomeWideButNeverWiderThanAQuarterOfTheMachine() {
        List<StrangeJobs.Changed> changed = StrangeJobs.of(NARROW, MACHINE, new Chance(1, "jobs", 0));

        TreeSet<Integer> wider = new TreeSet<>();
        for (int job = 0; job < NARROW.length; job++) {
            wider.add(changed.get(job).wider());
            assertThat(changed.get(job).wider() * NARROW[job]).isLessThanOrEqualTo(MACHINE / 4);
        }
        assertThat(wider).containsExactly(1, 2, 4, 8);
    }

    @Test
    void aJobThatIsWideStaysAsItIs() {
        double[] wide = {40, 64};

        assertThat(StrangeJobs.of(wide, MACHINE, new Chance(1, "jobs", 0)))
                .allSatisfy(job -> assertThat(job.wider()).isEqualTo(1));
    }

    @Test
    void wideOnesAreShorterInSomeDrawsAndLongerInOthers() {
        TreeSet<Double> longer = new TreeSet<>();
        for (int draw = 0; draw < 20; draw++) {
            StrangeJobs.of(NARROW, MACHINE, new Chance(draw, "jobs", 0)).stream()
                    .filter(job -> job.wider() == 8)
                    .forEach(job -> longer.add(job.longer()));
        }

        assertThat(longer).containsExactly(1.0 / 8, 1.0, 8.0);
    }

    @Test
    void aTimeIsNeverNothing() {
        assertThat(new StrangeJobs.Changed(8, 0, 1.0 / 8).time(3)).isEqualTo(1);
        assertThat(new StrangeJobs.Changed(8, 0, 8).time(3)).isEqualTo(24);
    }

    private static double[] narrow(int jobs) {
        double[] processors = new double[jobs];
        Arrays.setAll(processors, job -> 1 + job % 4);
        return processors;
    }
}
