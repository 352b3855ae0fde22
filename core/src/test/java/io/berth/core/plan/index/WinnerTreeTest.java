package io.berth.core.plan.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import org.junit.jupiter.api.Test;

/** The winner is the one that a look at all nodes finds, of equals the lower, however the tree came to be. */
class WinnerTreeTest {
    private static final int MOST = 70;

    private final long[] places = new long[MOST];
    private final WinnerTree tree = new WinnerTree((one, other) -> Long.compare(places[one], places[other]));

    @Test
    void nobodyWinsWhereThereIsNone() {
        assertThat(tree.winner()).isEqualTo(-1);
    }

    @Test
    void theWinnerIsTheFirstOfAll() {
        Chance chance = new Chance(1, "winners", 0);
        int count = 0;
        for (int step = 0; step < 3_000; step++) {
            boolean joins = count < MOST && chance.below(40) == 0;
            count += joins || count == 0 ? 1 : 0;
            tree.reach(count);
            int node = joins ? count - 1 : chance.below(count);
            places[node] = chance.below(12);
            if (chance.below(50) == 0) {
                for (int other = 0; other < count; other++) {
                    places[other] = chance.below(12);
                    tree.enter(other);
                }
                tree.play();
            } else {
                tree.update(node);
            }
            assertThat(tree.winner()).as("step %d", step).isEqualTo(first(count));
        }
        assertThat(count).isEqualTo(MOST);
    }

    private int first(int count) {
        int first = 0;
        for (int node = 1; node < count; node++) {
            first = places[node] < places[first] ? node : first;
        }
        return first;
    }
}
