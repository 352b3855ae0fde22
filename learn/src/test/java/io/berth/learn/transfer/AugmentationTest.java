package io.berth.learn.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.environment.ordering.OrderingJobs;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AugmentationTest {
    @TempDir
    Path folder;

    @Test
    void madeJobsStayWithinWhatTheLogShows() throws IOException {
        OrderingJobs log = Workloads.regular(folder, 200, 30, 60);
        OrderingJobs made = new Augmentation(log, Augmentation.Options.STANDARD).draw(5000, 1);

        assertThat(made.count()).isEqualTo(5000);
        for (int place = 0; place < made.count(); place++) {
            OrderingJobs.Row row = made.row(place);
            assertThat(row.runNanos()).isBetween(60_000_000_000L, 420_000_000_000L);
            assertThat(row.nodes()).isBetween(1, 32);
        }
        WorkloadDistance distance = WorkloadDistance.between(Profiler.of(log), Profiler.of(made));
        assertThat(distance.parts().get("run_s")).isLessThan(0.1);
        assertThat(distance.parts().get("share")).isLessThan(0.05);
        assertThat(distance.parts().get("load")).isLessThan(0.1);
        assertThat(distance.parts().get("error")).isCloseTo(0, within(1e-3));
    }

    @Test
    void sameSeedMakesSameJobsAndAnotherSeedOthers() throws IOException {
        Augmentation augmentation =
                new Augmentation(Workloads.regular(folder, 200, 30, 60), Augmentation.Options.STANDARD);

        assertThat(augmentation.draw(500, 1).digest())
                .isEqualTo(augmentation.draw(500, 1).digest())
                .isNotEqualTo(augmentation.draw(500, 2).digest());
    }

    @Test
    void withoutAnyChangeBlocksAreThoseOfTheLog() throws IOException {
        OrderingJobs log = Workloads.regular(folder, 40, 30, 60);
        OrderingJobs made = new Augmentation(log, new Augmentation.Options(40, 0, 0, 1)).draw(40, 1);

        for (int place = 0; place < 40; place++) {
            assertThat(made.row(place).runNanos()).isEqualTo(log.row(place).runNanos());
            assertThat(made.row(place).nodes()).isEqualTo(log.row(place).nodes());
            assertThat(made.row(place).submitNanos() - made.row(0).submitNanos())
                    .isEqualTo(log.row(place).submitNanos());
        }
    }

    @Test
    void settingsOutOfRangeAreRefused() throws IOException {
        OrderingJobs one = Workloads.regular(folder, 1, 30, 60);

        assertThatThrownBy(() -> new Augmentation.Options(0, 0.3, 0.3, 1.5)).hasMessageContaining("block (0)");
        assertThatThrownBy(() -> new Augmentation.Options(32, Double.NaN, 0.3, 1.5))
                .hasMessageContaining("jitter");
        assertThatThrownBy(() -> new Augmentation(one, Augmentation.Options.STANDARD))
                .hasMessageContaining("1 jobs");
    }
}
