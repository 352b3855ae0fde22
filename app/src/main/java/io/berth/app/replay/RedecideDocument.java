package io.berth.app.replay;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Recovery;
import io.berth.core.time.WallClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of deciding a journal again.
 *
 * @param decisionsDifferent how many came out otherwise; 0 shows that simulated, live and replayed runs are one program
 * @param firstDifference null where there is none
 */
record RedecideDocument(
        long decisionsCompared,
        long decisionsDifferent,
        @Nullable FirstDifference firstDifference) {
    /** Decisions shown of each side, from the first that differs on. */
    private static final int SHOWN = 5;

    /**
     * The first pass that differs.
     *
     * @param recorded what the journal holds, from the first decision that differs on; null where it holds no plan
     * @param decided what is decided now, likewise
     */
    record FirstDifference(
            String at,
            @Nullable List<String> recorded,
            @Nullable List<String> decided) {}

    static RedecideDocument of(Recovery recovery) {
        Recovery.Difference difference = recovery.firstDifference();
        return new RedecideDocument(
                recovery.decisionsCompared(),
                recovery.decisionsDifferent(),
                difference == null ? null : first(difference, recovery.state().wall()));
    }

    /** The same for people. */
    String text() {
        String text = decisionsCompared + " decisions compared, " + decisionsDifferent + " differ\n";
        if (firstDifference == null) {
            return text;
        }
        return text + "first at " + firstDifference.at + "\n  recorded " + firstDifference.recorded + "\n  decided  "
                + firstDifference.decided + "\n";
    }

    private static FirstDifference first(Recovery.Difference difference, WallClock wall) {
        Plan recorded = difference.recorded();
        Plan decided = difference.decided();
        int same = 0;
        if (recorded != null && decided != null) {
            int both = Math.min(recorded.decisions().size(), decided.decisions().size());
            while (same < both
                    && recorded.decisions().get(same).equals(decided.decisions().get(same))) {
                same++;
            }
        }
        return new FirstDifference(
                Replay.time(wall.wallNanos(difference.atNanos())),
                recorded == null ? null : from(recorded, same),
                decided == null ? null : from(decided, same));
    }

    private static List<String> from(Plan plan, int first) {
        List<String> decisions = new ArrayList<>();
        List<Decision> all = plan.decisions();
        for (int i = first; i < Math.min(all.size(), first + SHOWN); i++) {
            decisions.add(all.get(i).toString());
        }
        return decisions;
    }
}
