package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.SlowLane;
import io.berth.console.api.call.StateCopy;
import io.berth.console.api.call.Views;
import io.berth.console.explanation.Explained;
import io.berth.console.explanation.Explaining;
import io.berth.console.explanation.Explaining.Subject;
import io.berth.console.explanation.Started;
import io.berth.console.history.Moment;
import io.berth.console.http.message.ProblemException;
import io.berth.console.http.message.Response;
import io.berth.console.service.ServiceBoard;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.console.view.job.JobWhy;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.StrategyLabel;
import io.berth.core.decision.Reason;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.explain.LastStart;
import io.berth.core.explain.StartExplanation;
import io.berth.core.time.Nanos;
import io.berth.edge.access.Caller;
import io.berth.live.driver.Operator;
import java.lang.ref.SoftReference;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Says why jobs wait, and how those that do not came to their places. The engine's thread only makes an image of its state; the plan on the copy
 * is made here, once for all who ask within a while: as long as it took five times over, and a second at least. A start of the past is
 * found in the journal.
 */
public final class Explanations {
    private static final long LEAST_KEPT_NANOS = Nanos.SECOND;
    private static final int KEPT_TIMES = 5;

    /** Two copies for the same kept time are not made within so long of each other, whatever changes. */
    private static final long LEAST_APART_MILLIS = 200;

    /** So long one call may go through the journal; the next goes on. */
    private static final long READ_NANOS = 2 * Nanos.SECOND;

    /** Of more jobs that live a list does not say why they wait, but for what the jobs say themselves. */
    private static final long MOST_FOR_LISTS = 20_000;

    /** Jobs of a list of which it is said why they wait. */
    private static final int MOST_REASONS = 200;

    private final Operator operator;
    private final Catalog catalog;
    private final JobResource jobs;
    private final ServiceBoard services;
    private final Views views;
    private final SlowLane lane;

    /** Of the lane's thread alone; a whole state, which goes where memory is wanted for something else. */
    private SoftReference<Copy> copy = new SoftReference<>(null);

    /** Likewise: whoever looks at a queue of the past asks for all its jobs. */
    private SoftReference<Then> then = new SoftReference<>(null);

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

    /** What is known of jobs, and of those that are replicas of services. */
    public record Known(JobResource jobs, ServiceBoard services) {}

    /** @param lane for this alone */
    public Explanations(Operator operator, Catalog catalog, Known known, Views views, SlowLane lane) {
        this.views = views;
        this.lane = lane;
        this.operator = operator;
        this.catalog = catalog;
        this.jobs = known.jobs();
        this.services = known.services();
    }

    /** {@code GET /jobs/ID/explain}. */
    public Response explain(Call call) {
        JobEntry job = jobs.find(call);
        if (job.phase() != JobPhase.PENDING) {
            return answer(settled(call.caller(), job), call);
        }
        @Nullable Moment moment = views.moment(call);
        @Nullable
        Explanation why = lane.run(
                call.caller(), () -> (moment == null ? copy(job).explainer() : then(moment)).explain(job.id()));
        String strategy = StrategyLabel.of(
                moment == null
                        ? views.live().totals().strategy()
                        : moment.state().strategy());
        if (why == null) {
            return answer(settled(call.caller(), jobs.find(call)), call);
        }
        return answer(Explaining.waiting(subject(job), why, strategy, null), call);
    }

    /**
     * Why {@code jobs} wait, by number, in few words: of the first of them, and of none where so many live that a copy of the state
     * takes longer than a list may, or where others ask already.
     */
    public Map<Long, String> reasons(Caller caller, List<JobEntry> jobs) {
        Map<JobPhase, Long> living = views.live().totals().jobs();
        long count = living.values().stream().mapToLong(Long::longValue).sum();
        if (jobs.isEmpty() || count > MOST_FOR_LISTS) {
            return Map.of();
        }
        JobEntry last =
                jobs.stream().max(Comparator.comparingLong(JobEntry::version)).orElseThrow();
        Map<Long, String> reasons = new TreeMap<>();
        try {
            lane.run(caller, () -> {
                Explainer explainer = copy(last).explainer();
                for (JobEntry job : jobs.subList(0, Math.min(MOST_REASONS, jobs.size()))) {
                    Explanation why = explainer.explain(job.id());
                    if (why != null) {
                        reasons.put(job.id(), Explaining.brief(why));
                    }
                }
                return true;
            });
        } catch (ProblemException e) {
            // The list is worth more than its last column.
            return Map.of();
        }
        return reasons;
    }

    /** How those of {@code jobs} do that are replicas of services, by number; of so many as a list asks for. */
    Map<Long, String> replicas(Caller caller, List<JobEntry> jobs) {
        Map<Long, String> texts = new TreeMap<>();
        for (JobEntry job : jobs) {
            String text = texts.size() < MOST_REASONS ? services.text(job, caller) : null;
            if (text != null) {
                texts.put(job.id(), text);
            }
        }
        return texts;
    }

    /** What a learnt order saw in a job is for those who may see that job. */
    private Response answer(Explained why, Call call) {
        if (call.caller().seesAll()) {
            return Response.json(200, why);
        }
        LiveView view = views.of(call);
        return Response.json(200, why.of(id -> {
            JobEntry other = view.job(id);
            return other != null && call.caller().owns(other.spec());
        }));
    }

    private Explainer then(Moment moment) {
        Then last = then.get();
        if (last == null || !last.moment.equals(moment)) {
            last = new Then(moment, Explainer.of(moment.state(), catalog));
            then = new SoftReference<>(last);
        }
        return last.explainer;
    }

    private Copy copy(JobEntry job) {
        Copy now = copy.get();
        if (now != null && now.serves(job)) {
            return now;
        }
        if (now != null) {
            restFrom(now);
        }
        copy.clear();
        StateCopy written = StateCopy.of(operator).checked(1);
        long began = System.nanoTime();
        Explainer explainer = new Explainer(written.state(), catalog);
        long took = System.nanoTime() - began;
        now = new Copy(explainer, written.instants(), System.nanoTime(), Math.max(LEAST_KEPT_NANOS, KEPT_TIMES * took));
        copy = new SoftReference<>(now);
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

    /** A job that does not wait; how it came to where it is, or was, as far as the journal says. */
    private Explained settled(Caller caller, JobEntry job) {
        @Nullable String replica = services.text(job, caller);
        String text = (replica == null || !job.trouble().isEmpty() ? JobWhy.settled(job) : replica) + size(caller, job);
        @Nullable String strategy = job.strategy().isEmpty() ? null : job.strategy();
        boolean ran = job.phase().holds() || job.startNanos() >= 0;
        if (!ran || !views.kept()) {
            return Explaining.settled(subject(job), text, strategy, null);
        }
        long at = job.startNanos() >= 0 ? job.startNanos() : Nanos.NEVER;
        LastStart start = views.past(caller, past -> past.catchUp(READ_NANOS) ? past.start(job.id(), at) : null);
        if (start == null) {
            String later = text + "; its start is still being looked for in the journal: ask again";
            return Explaining.settled(subject(job), later, strategy, null);
        }
        StartExplanation why = lane.run(caller, () -> start.explain(catalog));
        Started started =
                why == null ? null : Explaining.started(why, null, views.live().wall());
        // One that was running when this Berth was started again: the journal knows who decided it.
        String decided = strategy == null && started != null ? started.strategy() : strategy;
        return Explaining.settled(subject(job), text, decided, started);
    }

    /** Why a job that runs has fewer tasks than it may have, where such jobs may get more. */
    private String size(Caller caller, JobEntry job) {
        boolean mayGrow = job.phase() == JobPhase.RUNNING
                && job.placed() < job.spec().tasks()
                && views.live().totals().strategy().resizes();
        if (!mayGrow) {
            return "";
        }
        Reason why = lane.run(caller, () -> copy(job).explainer().whyNotMore(job.id()));
        return "; it has " + job.placed() + " of " + job.spec().tasks() + " tasks"
                + (why == null ? "" : ": " + why.text());
    }

    private Subject subject(JobEntry job) {
        return new Subject(
                job.id(), job.phase().text(), job.spec(), views.live().wall(), job.trouble());
    }
}
