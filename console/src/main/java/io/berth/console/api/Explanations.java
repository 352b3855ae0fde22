package io.berth.console.api;

import io.berth.console.history.Moment;
import io.berth.console.http.Response;
import io.berth.console.view.JobEntry;
import io.berth.console.view.JobPhase;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Explainer;
import io.berth.core.engine.Explanation;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategyLabel;
import io.berth.core.time.Nanos;
import io.berth.live.driver.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Says why jobs wait. The engine's thread only writes its state down; the plan on the copy is made here, once for all who ask
 * within a while: as long as it took five times over, and a second at least.
 */
final class Explanations {
    private static final long LEAST_KEPT_NANOS = Nanos.SECOND;
    private static final int KEPT_TIMES = 5;

    /** Two copies for the same kept time are not made within so long of each other, whatever changes. */
    private static final long LEAST_APART_MILLIS = 200;

    private final Operator operator;
    private final Catalog catalog;
    private final JobResource jobs;
    private final Views views;
    private final SlowLane lane;

    /** Of the lane's thread alone. */
    private @Nullable Copy copy;

    /** Likewise: whoever looks at a queue of the past asks for all its jobs. */
    private @Nullable Then then;

    /**
     * The state of one instant.
     *
     * @param instants which one
     * @param madeNanos when, by this machine's clock
     * @param keptNanos how long it serves
     */
    private record Copy(Explainer explainer, long instants, long madeNanos, long keptNanos) {
        boolean serves(JobEntry job) {
            return instants >= job.version() && System.nanoTime() - madeNanos < keptNanos;
        }
    }

    /** A moment of the past. */
    private record Then(Moment moment, Explainer explainer) {}

    /** A state as bytes. */
    private record Written(byte[] bytes, long instants) {}

    /** @param lane for this alone */
    Explanations(Operator operator, Catalog catalog, JobResource jobs, Views views, SlowLane lane) {
        this.views = views;
        this.lane = lane;
        this.operator = operator;
        this.catalog = catalog;
        this.jobs = jobs;
    }

    /** {@code GET /jobs/ID/explain}. */
    Response explain(Call call) {
        JobEntry job = jobs.find(call);
        if (job.phase() != JobPhase.PENDING) {
            return Response.json(200, none(job));
        }
        @Nullable Moment moment = views.moment(call);
        @Nullable
        Explanation why = lane.run(() -> (moment == null ? copy(job).explainer() : then(moment)).explain(job.id()));
        String strategy = StrategyLabel.of(
                moment == null
                        ? views.live().totals().strategy()
                        : moment.state().strategy());
        return Response.json(200, why == null ? none(jobs.find(call)) : some(job, why, strategy));
    }

    private Explainer then(Moment moment) {
        Then last = then;
        if (last == null || !last.moment.equals(moment)) {
            last = new Then(moment, Explainer.of(moment.state(), catalog));
            then = last;
        }
        return last.explainer;
    }

    private Copy copy(JobEntry job) {
        Copy now = copy;
        if (now != null && now.serves(job)) {
            return now;
        }
        if (now != null) {
            restFrom(now);
        }
        StateCopy written = StateCopy.of(operator);
        long began = System.nanoTime();
        Explainer explainer = new Explainer(written.state(), catalog);
        long took = System.nanoTime() - began;
        now = new Copy(explainer, written.instants(), System.nanoTime(), Math.max(LEAST_KEPT_NANOS, KEPT_TIMES * took));
        copy = now;
        return now;
    }

    private static void restFrom(Copy last) {
        long left = LEAST_APART_MILLIS - (System.nanoTime() - last.madeNanos()) / Nanos.MILLISECOND;
        if (left > 0) {
            try {
                Thread.sleep(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Documented.Explained none(JobEntry job) {
        return new Documented.Explained(
                job.id(),
                job.phase().text(),
                false,
                false,
                null,
                job.trouble().isEmpty() ? "it does not wait" : job.trouble(),
                null,
                null,
                job.spec().tasks(),
                0,
                0,
                List.of(),
                null,
                List.of(),
                job.strategy().isEmpty() ? null : job.strategy());
    }

    private static Documented.Explained some(JobEntry job, Explanation why, String strategy) {
        List<Documented.NodeReason> nodes = new ArrayList<>();
        why.nodes()
                .forEach((reason, count) ->
                        nodes.add(new Documented.NodeReason(word(reason), reason.text(), word(reason.cure()), count)));
        nodes.sort(Comparator.comparingInt(Documented.NodeReason::nodes).reversed());
        Reason reason = why.reason();
        Cure cure = why.cure();
        return new Documented.Explained(
                job.id(),
                job.phase().text(),
                true,
                why.startable(),
                reason == null ? null : word(reason),
                reason == null ? "the next pass starts it" : reason.text(),
                cure == null ? null : word(cure),
                why.atNanos() == Nanos.NEVER ? null : JobEntry.time(why.atNanos()),
                why.tasks(),
                why.room(),
                why.fitting(),
                nodes,
                why.unmet().isEmpty() ? null : why.unmetText(),
                why.preferences().stream().map(Preferences::of).toList(),
                strategy);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
