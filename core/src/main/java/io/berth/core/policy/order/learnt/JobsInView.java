package io.berth.core.policy.order.learnt;

import io.berth.core.model.JobsInTurn;
import io.berth.core.policy.SortKey;
import io.berth.core.policy.Waiting;
import io.berth.core.workload.JobSpec;
import java.util.function.IntPredicate;

/** Which of the waiting jobs are looked at: all, first come first; where there are too many, those that {@link JobsInTurn} takes. */
public final class JobsInView {
    private final JobsInTurn turn = new JobsInTurn();
    private int[] eligible = new int[0];

    /**
     * Writes the places of those of {@code waiting} that {@code may} accepts, and returns how many. It allocates nothing once it has
     * seen a queue as long.
     */
    public int look(Waiting waiting, IntPredicate may, int[] places) {
        int size = waiting.size();
        if (eligible.length < size) {
            eligible = new int[2 * size];
        }
        int count = 0;
        for (int place = 0; place < size; place++) {
            if (may.test(place)) {
                eligible[count++] = place;
            }
        }
        if (count <= places.length) {
            System.arraycopy(eligible, 0, places, 0, count);
            return count;
        }
        turn.begin(count);
        for (int i = 0; i < count; i++) {
            JobSpec spec = waiting.job(eligible[i]).spec();
            turn.job(i, spec.estimateNanos(), SortKey.processors(spec));
        }
        turn.take(places.length, places);
        for (int row = 0; row < places.length; row++) {
            places[row] = eligible[places[row]];
        }
        return places.length;
    }
}
