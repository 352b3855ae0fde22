package io.berth.learn.environment.engine;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.Waiting;
import io.berth.core.state.State;
import java.util.Arrays;
import java.util.List;

/**
 * Agents pick by turns, one for each queue; the seat after the last stands for queues without an agent, whose jobs go first come first.
 * Who passes is not asked again in this pass.
 */
final class QueueTurns implements Chooser {
    static final int NOBODY = -1;

    private final Scales scales;
    private final List<Scene> scenes;
    private final int rows;
    private final boolean onlyFitting;
    private final JobRows jobs;
    private final boolean[] passed;
    private int next;
    private int asked = NOBODY;
    private long pass = -1;
    private boolean picked;

    /** @param scenes of the agents, in the order of the queues of {@code scales} */
    QueueTurns(Scales scales, List<Scene> scenes, int rows, boolean onlyFitting) {
        this.scales = scales;
        this.scenes = scenes;
        this.rows = rows;
        this.onlyFitting = onlyFitting;
        this.jobs = new JobRows(scales, rows);
        this.passed = new boolean[scenes.size() + 1];
    }

    /** Who is asked; {@link #NOBODY} before the first question. */
    int asked() {
        return asked;
    }

    @Override
    public int choose(Waiting waiting) {
        State state = scenes.getFirst().state();
        if (state.passes() != pass) {
            pass = state.passes();
            picked = false;
            Arrays.fill(passed, false);
        }
        boolean mayPass = picked || state.liveJobs() > state.waitingJobs();
        for (int i = 0; i < passed.length; i++) {
            int seat = next;
            next = (next + 1) % passed.length;
            int choice = passed[seat] ? NONE : pick(seat, waiting, mayPass);
            if (choice != NONE) {
                picked = true;
                return choice;
            }
        }
        return NONE;
    }

    /** The choice of {@code seat}; {@link #NONE} where it has no job or passes. */
    private int pick(int seat, Waiting waiting, boolean mayPass) {
        int count = jobs.show(
                waiting, i -> seat(waiting.job(i).spec().queue()) == seat && (!onlyFitting || waiting.mayFit(i)));
        if (count == 0) {
            return NONE;
        }
        if (seat == scenes.size() || count == 1 && !mayPass) {
            return jobs.place(0);
        }
        Scene scene = scenes.get(seat);
        show(scene, count, waiting);
        scene.mask[rows] = mayPass;
        asked = seat;
        int action = scene.ask();
        scene.close();
        passed[seat] = action == rows;
        return passed[seat] ? NONE : jobs.place(action);
    }

    private void show(Scene scene, int count, Waiting waiting) {
        int width = JobRows.FEATURES.size();
        for (int row = 0; row < count; row++) {
            int place = jobs.place(row);
            scene.stands(row, waiting.job(place), Ordering.NO_NODE);
            jobs.write(waiting.job(place), waiting.mayFit(place), waiting.nowNanos(), scene.rows, row * width);
        }
        JobRows.pad(JobRows.FEATURES, count, scene.rows);
    }

    private int seat(String queue) {
        int place = scales.queues().indexOf(queue);
        return place < 0 ? scenes.size() : place;
    }
}
