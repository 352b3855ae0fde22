package io.berth.learn.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadProfileTest {
    @TempDir
    Path folder;

    @Test
    void tellsLoadBurstsAndQuantilesOfSmallLog() throws IOException {
        WorkloadProfile profile = Profiler.of(Workloads.of(
                folder,
                List.of(
                        new Workloads.Line(0, 10, 1, 20),
                        new Workloads.Line(0, 100, 32, 200),
                        new Workloads.Line(200, 1000, 64, 2000))));

        assertThat(profile.facts().get(Fact.LOAD)).isCloseTo((10 + 3200 + 64_000) / (200.0 * 64), within(1e-9));
        assertThat(profile.facts().get(Fact.BURSTINESS)).isCloseTo(1, within(1e-9));
        assertThat(profile.facts().get(Fact.SIZE_TIME)).isCloseTo(1, within(1e-9));
        assertThat(profile.quantile(Trait.RUN, 0)).isCloseTo(10, within(1e-6));
        assertThat(profile.quantile(Trait.RUN, 5)).isCloseTo(100, within(1e-6));
        assertThat(profile.quantile(Trait.SHARE, 10)).isCloseTo(1, within(1e-9));
        assertThat(profile.quantile(Trait.ERROR, 5)).isCloseTo(2, within(1e-9));
    }

    @Test
    void submissionsAtOneTimeOfDayKeepToIt() throws IOException {
        long day = 24 * 3600;
        assertThat(Profiler.of(Workloads.regular(folder, 20, day, 60)).facts().get(Fact.RHYTHM))
                .isCloseTo(1, within(1e-9));
        assertThat(Profiler.of(Workloads.regular(folder, 24, 3600, 60)).facts().get(Fact.RHYTHM))
                .isCloseTo(0, within(1e-9));
    }

    @Test
    void survivesItsLineOfText() throws IOException {
        WorkloadProfile profile = Profiler.of(Workloads.regular(folder, 50, 30, 60));

        WorkloadProfile read = WorkloadProfile.parse(profile.text());

        assertThat(read.text()).isEqualTo(profile.text()).doesNotContain("\n");
        assertThat(WorkloadDistance.between(profile, read).total()).isLessThan(1e-3);
    }

    @Test
    void lineOfAnotherVersionOrWithoutPartIsRefused() throws IOException {
        String text = Profiler.of(Workloads.regular(folder, 50, 30, 60)).text();

        assertThatThrownBy(() -> WorkloadProfile.parse("2" + text.substring(1))).hasMessageContaining("version");
        assertThatThrownBy(() -> WorkloadProfile.parse(text.replaceFirst(" load=\\S+", "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tenTimesLongerRunsAreOnePowerOfTenApart() throws IOException {
        WorkloadProfile one = Profiler.of(Workloads.regular(folder, 70, 30, 60));
        WorkloadProfile other = Profiler.of(Workloads.regular(folder, 70, 30, 600));

        WorkloadDistance distance = WorkloadDistance.between(one, other);

        assertThat(distance.parts().get("run_s")).isCloseTo(1, within(1e-9));
        assertThat(distance.parts().get("load")).isCloseTo(1, within(1e-9));
        assertThat(distance.parts().get("share")).isZero();
        assertThat(distance.parts().get("error")).isCloseTo(0, within(1e-9));
    }

    @Test
    void distanceIsTheSameBothWaysAndNearerWhereLessDiffers() throws IOException {
        WorkloadProfile one = Profiler.of(Workloads.regular(folder, 70, 30, 60));
        WorkloadProfile near = Profiler.of(Workloads.regular(folder, 70, 40, 70));
        WorkloadProfile far = Profiler.of(Workloads.regular(folder, 70, 3000, 6000));

        assertThat(WorkloadDistance.between(one, far)).isEqualTo(WorkloadDistance.between(far, one));
        assertThat(WorkloadDistance.between(one, near).total())
                .isLessThan(WorkloadDistance.between(one, far).total());
    }

    @Test
    void ranksThatAreTurnedRoundCorrelateByMinusOne() {
        assertThat(Ranks.correlation(new double[] {1, 2, 3}, new double[] {9, 8, 1}))
                .isEqualTo(-1);
        assertThat(Ranks.correlation(new double[] {1, 1, 1}, new double[] {9, 8, 1}))
                .isZero();
        assertThat(Ranks.correlation(new double[] {1, 2, 2, 3}, new double[] {1, 2, 2, 30}))
                .isCloseTo(1, within(1e-12));
    }
}
