package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.state.Job;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.strategy.Backfill;
import java.util.List;

/** Has the first jobs of the queue planned together, and starts them as their plan says (decision 14). */
final class WindowAllocation extends Stage implements Windows.Planning {
    private final Pass pass;
    private final Choices choices;
    private final Allocation allocation;
    private final Windows windows;

    /** @param allocation decides about jobs that are not planned together */
    WindowAllocation(Pass pass, Choices choices, Allocation allocation) {
        this.pass = pass;
        this.choices = choices;
        this.allocation = allocation;
        this.windows = new Windows(pass.state(), pass.marks(), this);
    }

    /** Follows the queue. */
    Windows windows() {
        return windows;
    }

    /** The jobs of {@code window} that still wait. */
    List<WindowJob> jobs(OpenWindow window) {
        return windows.jobs(window);
    }

    /** As {@link Windows#caps}. */
    List<WindowCap> caps(OpenWindow window, Nodes nodes) {
        return windows.caps(window, nodes);
    }

    /** True where this pass leaves open what becomes of {@code job}. */
    boolean undecided(Job job) {
        return windows.undecided(job);
    }

    @Override
    void begin() {
        windows.begin();
        allocation.begin();
    }

    @Override
    void end() {
        allocation.end();
    }

    @Override
    boolean of(Strategy strategy) {
        return strategy.planning().plans() && strategy.backfill() != Backfill.CONSERVATIVE;
    }

    @Override
    void run(Strategy strategy) {
        // One that there is room for is not started at once, so it rules out nobody.
        windows.place(
                strategy,
                choices.inTurn(
                        strategy.order(),
                        Backfill.NONE,
                        pass.queue(),
                        pass.queue().mayStart()));
        if (pass.draft().traced()) {
            passOverWindow();
            pass.passOverRest();
        }
    }

    /** The jobs of an open window wait for its plan. */
    private void passOverWindow() {
        OpenWindow window = pass.state().window();
        if (window == null || pass.state().windowDecided()) {
            return;
        }
        for (long id : window.jobs()) {
            Job job = pass.state().job(id);
            if (job != null && job.queued()) {
                pass.draft().passOver(job, pass.rests(job) ? Reason.BACK_OFF : Reason.WINDOW);
            }
        }
    }

    @Override
    void follow(Strategy strategy) {
        windows.begin();
        windows.follow(strategy.planning(), pass.queue().all());
    }

    @Override
    long wakeNanos(Strategy strategy) {
        return windows.nextNanos();
    }

    @Override
    public boolean hasRoom(Job job) {
        pass.draft().comesTo(job);
        Reason bound = pass.book().refuses(job);
        boolean room = bound == null && pass.search().hasRoom(job);
        Reason never = room ? null : pass.search().whyNever(job);
        if (room) {
            pass.draft().passedOver(job, Reason.WINDOW);
        } else if (bound != null && never == null) {
            pass.draft().passedOver(job, bound);
        } else if (never == null) {
            pass.draft().noRoom(job, false);
        } else {
            pass.draft().passedOver(job, never);
        }
        return room;
    }

    @Override
    public boolean cannotWait(Job job) {
        return pass.patienceOver(job)
                || pass.book().refuses(job) != null
                || pass.search().whyNever(job) != null
                || pass.search().waitsForOthers(job);
    }

    @Override
    public boolean start(Job job, List<Placement> placements) {
        pass.draft().comesTo(job);
        int first = pass.scratch().checkpoint();
        boolean taken = pass.book().refuses(job) == null && pass.search().takeAt(job, placements);
        if (taken) {
            pass.book().trim(job, pass.scratch(), first);
            pass.book().starts(job, pass.scratch(), first);
            pass.draft().start(job, first);
        }
        return taken;
    }

    @Override
    public void decide(Job job, Strategy strategy) {
        allocation.decide(job, strategy);
    }

    @Override
    public void ask(List<Long> jobs, long untilNanos) {
        pass.draft().planWindow(jobs, untilNanos);
    }
}
