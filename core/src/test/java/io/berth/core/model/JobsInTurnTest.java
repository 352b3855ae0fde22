package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobsInTurnTest {
    private static final long MILLI = 1_000_000;

    @Test
    void it_takes_the_shortest_and_the_smallest_in_turn_as_a_plain_search_does() {
        JobsInTurn turn = new JobsInTurn();
        for (int seed = 0; seed < 500; seed++) {
            Chance chance = new Chance(seed, "jobs", 0);
            int count = 2 + chance.below(400);
            int most = 1 + chance.below(count - 1);
            List<long[]> jobs = new ArrayList<>();
            turn.begin(count);
            for (int place = 0; place < count; place++) {
                long[] job = {place, chance.below(20) * MILLI, chance.below(6)};
                jobs.add(job);
                turn.job(place, job[1], job[2]);
            }
            int[] places = new int[most];
            turn.take(most, places);

            assertThat(places).isEqualTo(naive(jobs, most));
        }
    }

    private static int[] naive(List<long[]> jobs, int most) {
        Comparator<long[]> byPlace = Comparator.comparingLong(job -> job[0]);
        int[] places = new int[most];
        List<long[]> left = new ArrayList<>(jobs);
        for (int row = 0; row < most; row++) {
            int column = row % 2 == 0 ? 1 : 2;
            long[] next = left.stream()
                    .min(Comparator.<long[]>comparingLong(job -> job[column]).thenComparing(byPlace))
                    .orElseThrow();
            left.remove(next);
            places[row] = (int) next[0];
        }
        assertThat(Arrays.stream(places).distinct()).hasSize(most);
        return places;
    }
}
