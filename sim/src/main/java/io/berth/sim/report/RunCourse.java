package io.berth.sim.report;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.metric.HeldSums;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run went, looked at whenever so many more jobs had arrived: what the nodes had held until then, and how many jobs waited.
 * A part of the run is the difference of two such looks, so that nothing has to run again for it.
 */
public final class RunCourse implements Observer {
    /** A longer run is looked at less often, so that this many looks are enough: a step is 0.1 % of the run. */
    private static final int MOST_MARKS = 2048;

    /** As many as make a batch of {@link io.berth.sim.comparison.Mser5}. */
    private static final int FIRST_STEP = 5;

    private List<Mark> marks = new ArrayList<>();
    private int step = FIRST_STEP;
    private int arrived;
    private @Nullable RunMetrics metrics;
    private @Nullable Mark last;

    /**
     * A look, at the instant at which a job arrived.
     *
     * @param held what the nodes held before
     * @param waiting how many jobs wait after it
     */
    record Mark(long atNanos, HeldSums held, long waiting) {}

    /** The run that is measured by {@code of} begins. */
    public void begins(RunMetrics of) {
        metrics = of;
    }

    @Override
    public void instant(Frame frame, State state) {
        int jobs = 0;
        for (Event event : frame.events()) {
            jobs += event instanceof Event.JobSubmitted ? 1 : 0;
        }
        if (jobs == 0 || metrics == null) {
            return;
        }
        arrived += jobs;
        Mark mark = new Mark(frame.atNanos(), metrics.held(), state.waitingJobs());
        last = mark;
        // One mark for each step, also where a single instant makes several of them.
        while (marks.size() * step < arrived) {
            marks.add(mark);
            if (marks.size() > MOST_MARKS) {
                thin();
            }
        }
    }

    /** How many jobs arrive between two marks. */
    int step() {
        return step;
    }

    /** The marks with {@code every} jobs between two of them, a multiple of {@link #step}: the first at the first arrival. */
    List<Mark> marks(int every) {
        List<Mark> some = new ArrayList<>();
        for (int i = 0; i < marks.size(); i += every / step) {
            some.add(marks.get(i));
        }
        return some;
    }

    /** That of the last arrival; null where no job came. */
    @Nullable
    Mark last() {
        return last;
    }

    private void thin() {
        marks = marks(2 * step);
        step *= 2;
    }
}
