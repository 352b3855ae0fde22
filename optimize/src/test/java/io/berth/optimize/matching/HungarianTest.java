package io.berth.optimize.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HungarianTest {
    @Test
    void isAsGoodAsTryingAll() {
        Random random = new Random(3);
        for (int round = 0; round < 2000; round++) {
            CostMatrix costs = small(random);
            long best = cheapest(costs, 0, new boolean[costs.columns()]);

            Matching matching = Hungarian.solve(costs);

            if (best >= CostMatrix.FORBIDDEN) {
                assertThat(matching).as("round %d", round).isNull();
            } else {
                Objects.requireNonNull(matching).check(costs);
                assertThat(matching.cost()).as("round %d", round).isEqualTo(best);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"200, 200, 1000000", "200, 200, 3", "150, 400, 1000", "400, 400, 10", "1, 1, 5", "1, 50, 5"})
    void provesItselfAtSizesThatNobodyCanTry(int rows, int columns, int range) {
        Random random = new Random(rows);
        long[] cells = random.longs((long) rows * columns, -range, range).toArray();
        CostMatrix costs = new CostMatrix(rows, columns, cells);

        Objects.requireNonNull(Hungarian.solve(costs)).check(costs);
    }

    @Test
    void provesItselfWhereCostsAreProducts() {
        long[] cells = new long[300 * 300];
        for (int at = 0; at < cells.length; at++) {
            cells[at] = (long) (at / 300 + 1) * (at % 300 + 1);
        }
        CostMatrix costs = new CostMatrix(300, 300, cells);

        Objects.requireNonNull(Hungarian.solve(costs)).check(costs);
    }

    @Test
    void goesRoundForbiddenPairsAndLargeCosts() {
        long forbidden = CostMatrix.FORBIDDEN;
        CostMatrix costs = new CostMatrix(
                2, 3, new long[] {forbidden, CostMatrix.LARGEST, forbidden, -CostMatrix.LARGEST, 1, forbidden});

        Matching matching = Objects.requireNonNull(Hungarian.solve(costs));

        matching.check(costs);
        assertThat(matching.columnOfRow()).containsExactly(1, 0);
    }

    @Test
    void findsNothingWhereTwoRowsShareTheirOnlyColumn() {
        long forbidden = CostMatrix.FORBIDDEN;

        assertThat(Hungarian.solve(new CostMatrix(2, 2, new long[] {1, forbidden, 1, forbidden})))
                .isNull();
        assertThat(Hungarian.solve(new CostMatrix(1, 1, new long[] {forbidden})))
                .isNull();
    }

    @Test
    void matchesNothingWithNothing() {
        assertThat(Objects.requireNonNull(Hungarian.solve(new CostMatrix(0, 0, new long[0])))
                        .cost())
                .isZero();
    }

    @Test
    void stopsWhereItIsLate() {
        assertThat(Hungarian.solve(new CostMatrix(2, 2, new long[] {1, 1, 1, 1}), () -> true))
                .satisfiesAnyOf(
                        none -> assertThat(none).isNull(),
                        done -> assertThat(Objects.requireNonNull(done).cost()).isEqualTo(2));
    }

    @Test
    void aFalseProofIsFound() {
        CostMatrix costs = new CostMatrix(2, 2, new long[] {1, 5, 1, 1});
        Matching dear = new Matching(new int[] {1, 0}, 6, new long[] {1, 1}, new long[] {0, 0});

        assertThatThrownBy(() -> dear.check(costs)).hasMessageContaining("row (0), column (1)");
    }

    private static CostMatrix small(Random random) {
        int rows = 1 + random.nextInt(5);
        int columns = rows + random.nextInt(3);
        int range = random.nextBoolean() ? 4 : 1000;
        double forbidden = random.nextInt(3) * 0.2;
        long[] cells = new long[rows * columns];
        for (int at = 0; at < cells.length; at++) {
            cells[at] = random.nextDouble() < forbidden ? CostMatrix.FORBIDDEN : random.nextInt(-range, range);
        }
        return new CostMatrix(rows, columns, cells);
    }

    private static long cheapest(CostMatrix costs, int row, boolean[] taken) {
        if (row == costs.rows()) {
            return 0;
        }
        long cheapest = CostMatrix.FORBIDDEN;
        for (int column = 0; column < costs.columns(); column++) {
            if (!taken[column] && costs.cost(row, column) != CostMatrix.FORBIDDEN) {
                taken[column] = true;
                long rest = cheapest(costs, row + 1, taken);
                taken[column] = false;
                long with = rest == CostMatrix.FORBIDDEN ? rest : rest + costs.cost(row, column);
                cheapest = Math.min(cheapest, with);
            }
        }
        return cheapest;
    }
}
