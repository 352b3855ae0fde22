package io.berth.optimize.bound.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KnapsackTest {
    private final Knapsack knapsack = new Knapsack(60);

    @Test
    void choicesAreAsGoodAsTheBestOfAll() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 3_000; round++) {
            int count = random.nextInt(1, 13);
            int room = random.nextInt(40);
            int[] weights = new int[count];
            long[] profits = new long[count];
            for (int item = 0; item < count; item++) {
                weights[item] = random.nextInt(room + 1);
                profits[item] = random.nextBoolean() ? 1 + weights[item] : random.nextLong(1, 1L << 40);
            }
            check(weights, profits, room, byTryingAll(weights, profits, room));
        }
    }

    @Test
    void choicesOfManyItemsAreAsGoodAsThoseByPlainProgramming() {
        SplittableRandom random = new SplittableRandom(6);
        for (int round = 0; round < 1_000; round++) {
            int room = random.nextInt(1, 300);
            int[] weights = new int[60];
            long[] profits = new long[60];
            for (int item = 0; item < 60; item++) {
                weights[item] = random.nextInt(Math.min(room, 50) + 1);
                profits[item] = 1000L * weights[item] + random.nextInt(1, 5000);
            }
            check(weights, profits, room, byProgramming(weights, profits, room));
        }
    }

    private void check(int[] weights, long[] profits, int room, long best) {
        knapsack.clear();
        for (int item = 0; item < weights.length; item++) {
            knapsack.offer(item, weights[item], profits[item]);
        }
        assertThat(knapsack.solve(room)).isEqualTo(best);
        long weight = 0;
        long profit = 0;
        for (int at = 0; at < knapsack.chosen(); at++) {
            weight += weights[knapsack.chosen(at)];
            profit += profits[knapsack.chosen(at)];
        }
        assertThat(weight).isLessThanOrEqualTo(room);
        assertThat(profit).isEqualTo(best);
    }

    private static long byTryingAll(int[] weights, long[] profits, int room) {
        long best = 0;
        for (int set = 0; set < 1 << weights.length; set++) {
            long weight = 0;
            long profit = 0;
            for (int item = 0; item < weights.length; item++) {
                boolean in = (set >> item & 1) != 0;
                weight += in ? weights[item] : 0;
                profit += in ? profits[item] : 0;
            }
            best = weight <= room ? Math.max(best, profit) : best;
        }
        return best;
    }

    private static long byProgramming(int[] weights, long[] profits, int room) {
        long[] best = new long[room + 1];
        for (int item = 0; item < weights.length; item++) {
            for (int at = room; at >= weights[item]; at--) {
                best[at] = Math.max(best[at], best[at - weights[item]] + profits[item]);
            }
        }
        return best[room];
    }
}
