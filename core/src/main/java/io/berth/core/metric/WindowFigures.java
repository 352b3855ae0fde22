package io.berth.core.metric;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.window.WindowAnswer;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** How the plans for windows of the queue went. */
final class WindowFigures {
    private static final double PPM_PER_PCT = 1e4;

    private long asked;
    private long planned;
    private long gapPpm;
    private long work;
    private long told;
    private double value;
    private double bound;
    private long fallbacks;
    /** The window that waits for its plan; null where none does. */
    private Decision.@Nullable PlanWindow open;

    void instant(Frame frame) {
        List<Event> events = frame.events();
        for (int i = 0; open != null && i < events.size(); i++) {
            if (events.get(i) instanceof Event.WindowPlanned answer
                    && answer.question() == open.id()
                    && frame.atNanos() <= open.untilNanos()) {
                close(answer.answer());
            }
        }
        if (open != null && frame.atNanos() >= open.untilNanos()) {
            fallbacks++;
            open = null;
        }
        @Nullable Plan plan = frame.plan();
        if (plan == null) {
            return;
        }
        List<Decision> decisions = plan.decisions();
        for (int i = 0; i < decisions.size(); i++) {
            if (decisions.get(i) instanceof Decision.PlanWindow window) {
                asked++;
                open = window;
            }
        }
    }

    private void close(WindowAnswer answer) {
        if (answer.planned()) {
            planned++;
            gapPpm += answer.gapPpm();
            work += answer.work();
            tell(answer.worth());
        } else {
            fallbacks++;
        }
        open = null;
    }

    private void tell(WindowAnswer.@Nullable Worth worth) {
        if (worth != null) {
            told++;
            value += (double) worth.value();
            bound += (double) worth.bound();
        }
    }

    /** Adds the figures where windows were planned. */
    void figures(SortedMap<String, Double> figures) {
        if (asked > 0) {
            figures.put("windows", (double) asked);
            figures.put("window_fallbacks", (double) fallbacks);
            figures.put("window_gap_mean_pct", planned == 0 ? Double.NaN : gapPpm / PPM_PER_PCT / planned);
            figures.put("window_work_mean", planned == 0 ? Double.NaN : (double) work / planned);
            figures.put("window_value_mean", told == 0 ? Double.NaN : value / told);
            figures.put("window_bound_mean", told == 0 ? Double.NaN : bound / told);
        }
    }
}
