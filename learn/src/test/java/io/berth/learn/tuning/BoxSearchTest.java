package io.berth.learn.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.tuning.BoxSearch.Options;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoxSearchTest {
    private static final List<Range> BOX = List.of(new Range(-3, 3, false), new Range(0, 10, true));

    @Test
    void itComesToTheLeastOfABowl() {
        BoxSearch search = new BoxSearch(BOX, new double[] {-2, 9}, new Options(24, 6, 20), 1);
        search(search, 20);

        assertThat(search.best()[0]).isEqualTo(1.5, within(0.1));
        assertThat(search.best()[1]).isEqualTo(4);
        assertThat(search.leastCost()).isEqualTo(cost(search.best()));
    }

    @Test
    void theStartIsTriedFirstAndStaysWhereNothingIsBetter() {
        BoxSearch search = new BoxSearch(BOX, new double[] {1.5, 4}, new Options(8, 2, 3), 1);
        assertThat(search.draw().getFirst()).containsExactly(1.5, 4);
        search(search, 3);

        assertThat(search.best()).containsExactly(1.5, 4);
        assertThat(search.leastCost()).isZero();
    }

    @Test
    void equalSeedsDrawEqualPointsWithinTheBox() {
        BoxSearch one = new BoxSearch(BOX, new double[] {0, 5}, new Options(50, 6, 4), 7);
        BoxSearch same = new BoxSearch(BOX, new double[] {0, 5}, new Options(50, 6, 4), 7);
        BoxSearch other = new BoxSearch(BOX, new double[] {0, 5}, new Options(50, 6, 4), 8);
        List<double[]> drawn = one.draw();

        assertThat(drawn.toArray(double[][]::new)).isDeepEqualTo(same.draw().toArray(double[][]::new));
        assertThat(other.draw().get(1)).isNotEqualTo(drawn.get(1));
        assertThat(drawn).allSatisfy(point -> {
            assertThat(point[0]).isBetween(-3.0, 3.0);
            assertThat(point[1]).isBetween(0.0, 10.0).isEqualTo(Math.rint(point[1]));
        });
    }

    @Test
    void aPointWithoutAFigureIsNeverTheBest() {
        BoxSearch search = new BoxSearch(BOX, new double[] {0, 5}, new Options(2, 1, 1), 1);
        List<double[]> drawn = search.draw();
        search.tell(List.of(Double.NaN, 3.0));

        assertThat(search.best()).isEqualTo(drawn.get(1));
    }

    @Test
    void whatIsNoRangeOrNoSearchIsRefused() {
        assertThatThrownBy(() -> new Range(3, 3, false)).hasMessage("A range must rise, but is 3.0..3.0.");
        assertThatThrownBy(() -> new Options(4, 4, 1)).hasMessageContaining("not 4, 4, 1");
    }

    private static void search(BoxSearch search, int rounds) {
        for (int round = 0; round < rounds; round++) {
            search.tell(search.draw().stream().map(BoxSearchTest::cost).toList());
        }
    }

    private static double cost(double[] point) {
        return (point[0] - 1.5) * (point[0] - 1.5) + (point[1] - 4) * (point[1] - 4);
    }
}
