package io.berth.core.workload.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.term.Speedup.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedupTest {
    @Test
    void withoutPointsAJobIsAsManyTimesAsFastAsItHasTasks() {
        assertThat(Speedup.IN_PROPORTION.with(7)).isEqualTo(7000);
        assertThat(Speedup.amdahl(0, 8)).isEqualTo(Speedup.IN_PROPORTION);
    }

    @Test
    void betweenTwoPointsItIsInProportionAndAboveTheLastNoFaster() {
        Speedup speedup = new Speedup(List.of(new Point(2, 1800), new Point(4, 3000)));

        assertThat(speedup.with(1)).isEqualTo(900);
        assertThat(speedup.with(2)).isEqualTo(1800);
        assertThat(speedup.with(3)).isEqualTo(2400);
        assertThat(speedup.with(4)).isEqualTo(3000);
        assertThat(speedup.with(9)).isEqualTo(3000);
    }

    @Test
    void whatMoreTasksDoNotDivideBoundsWhatTheyBring() {
        Speedup half = Speedup.amdahl(0.5, 6);

        assertThat(half.points().stream().map(Point::tasks)).containsExactly(1, 2, 4, 6);
        assertThat(half.with(1)).isEqualTo(1000);
        assertThat(half.with(2)).isEqualTo(1333);
        assertThat(half.with(6)).isEqualTo(1714);
        assertThat(Speedup.amdahl(1, 8).with(8)).isEqualTo(1000);
    }

    @Test
    void moreTasksMakeNoJobSlower() {
        assertThatThrownBy(() -> new Speedup(List.of(new Point(2, 1800), new Point(4, 1700))))
                .hasMessageContaining("no slower");
        assertThatThrownBy(() -> new Speedup(List.of(new Point(2, 1800), new Point(2, 1800))))
                .hasMessageContaining("follows");
        assertThatThrownBy(() -> new Point(0, 1)).hasMessageContaining("0 tasks");
        assertThatThrownBy(() -> new Point(1, 0)).hasMessageContaining("thousandths");
    }
}
