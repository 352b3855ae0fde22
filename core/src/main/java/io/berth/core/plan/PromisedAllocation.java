package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.ConservativeBackfill;
import io.berth.core.state.Job;
import io.berth.core.state.part.Promise;
import io.berth.core.strategy.Backfill;
import java.util.List;

/** Starts jobs where they break no promise, and promises room to all others (decision 10). */
final class PromisedAllocation extends Stage implements ConservativeBackfill.Planning {
    private final Pass pass;
    private final Choices choices;
    private final ConservativeBackfill backfill;

    PromisedAllocation(Pass pass, Choices choices) {
        this.pass = pass;
        this.choices = choices;
        this.backfill = new ConservativeBackfill(pass.state(), pass.parts(), pass.marks(), this);
    }

    @Override
    boolean of(Strategy strategy) {
        return strategy.backfill() == Backfill.CONSERVATIVE;
    }

    @Override
    void run(Strategy strategy) {
        backfill.begin();
        for (Job job : choices.inTurn(
                strategy.order(),
                Backfill.CONSERVATIVE,
                pass.queue(),
                pass.queue().all())) {
            if (backfill.spent()) {
                break;
            }
            decide(job);
        }
        pass.passOverRest();
    }

    private void decide(Job job) {
        pass.draft().comesTo(job);
        Reason never = pass.search().whyNever(job);
        Reason bound = pass.book().refuses(job);
        if (pass.rests(job)) {
            pass.draft().passedOver(job, Reason.BACK_OFF);
        } else if (never != null) {
            pass.draft().passedOver(job, never);
        } else if (pass.patienceOver(job)) {
            pass.draft().passedOver(job, Reason.PATIENCE_OVER);
        } else if (bound != null) {
            pass.draft().passedOver(job, bound);
            backfill.withdraw(job);
        } else {
            pass.draft().noRoom(job, true);
            pass.open().leave();
            backfill.decide(job);
        }
    }

    @Override
    void forget() {
        backfill.forget();
    }

    @Override
    long wakeNanos(Strategy strategy) {
        return pass.state().unsettled()
                ? pass.nowNanos()
                : pass.state().promises().nextNanos(pass.nowNanos());
    }

    @Override
    public boolean start(Job job) {
        int first = pass.scratch().checkpoint();
        long end = backfill.endNanos(job);
        boolean placed = pass.search().take(job, node -> backfill.withholds(node, end));
        pass.open().leave();
        if (placed) {
            started(job, first);
        }
        return placed;
    }

    private void started(Job job, int first) {
        pass.book().trim(job, pass.scratch(), first);
        pass.book().starts(job, pass.scratch(), first);
        backfill.started(job, pass.draft().start(job, first));
    }

    @Override
    public boolean startAt(Job job, List<Placement> placements) {
        int first = pass.scratch().checkpoint();
        boolean placed = pass.search().takeAt(job, placements);
        pass.open().leave();
        if (placed) {
            started(job, first);
        }
        return placed;
    }

    @Override
    public boolean waitsForOthers(Job job) {
        return pass.search().waitsForOthers(job);
    }

    @Override
    public void promise(Job job, Promise promise) {
        pass.draft().promise(job, promise.atNanos(), promise.placements());
    }
}
