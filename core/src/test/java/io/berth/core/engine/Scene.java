package io.berth.core.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.plan.Planner;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A state under one planner, driven by hand: things happen, time passes, plans are made and applied. */
public final class Scene {
    public static final Demand ONE_GPU = Demand.cpu(1000, 1 << 20).withGpus(1);
    public static final Demand TWO_GPUS = Demand.cpu(1000, 1 << 20).withGpus(2);

    public static final Catalog CATALOG =
            Catalog.standard().with(new WindowPlanners(() -> _ -> WindowAnswer.failed(0), 0));

    public final State state = new State(1);
    public final List<JobEnd> ends = new ArrayList<>();
    private final Planner planner;
    private final Catalog catalog;
    private long now = 1;

    /** Nodes of two GPUs each, under first come, first served. */
    public Scene(String backfill, int nodes) {
        this(StrategySpec.of("scene", "fcfs", "first-fit", backfill), nodes);
    }

    /** Nodes of two GPUs each. */
    public Scene(StrategySpec strategy, int nodes) {
        this(strategy, nodes, CATALOG);
    }

    /** The same with policies of {@code catalog}. */
    public Scene(StrategySpec strategy, int nodes, Catalog catalog) {
        this.catalog = catalog;
        state.observe(new Observer() {
            @Override
            public void ended(JobEnd end) {
                ends.add(end);
            }
        });
        planner = new Planner(state, catalog);
        for (int node = 0; node < nodes; node++) {
            joins(node);
        }
        happens(new Event.StrategyChanged(strategy));
    }

    public void joins(int node) {
        happens(new Event.NodeJoined(node, NodeSpec.of("n" + node, 64_000, 1L << 38, 2, "H100")));
    }

    /** Submits a job and returns it. */
    public Job submit(Demand demand, int tasks, long patienceNanos) {
        return submit(next(demand, Nanos.MINUTE).withTasks(tasks).withPatience(patienceNanos));
    }

    /** Submits a one-task job of a length that its user knows. */
    public Job submit(Demand demand, long runNanos) {
        return submit(next(demand, runNanos));
    }

    /** The same of a job that can start at once, and does. */
    public Job runs(Demand demand, long runNanos) {
        Job job = submit(demand, runNanos);
        settle();
        if (job.waiting()) {
            throw new IllegalStateException("There is no room for " + job.spec().name() + " now.");
        }
        return job;
    }

    /** This, with a job that can start at once, and does. */
    public Scene with(Demand running, long runNanos) {
        runs(running, runNanos);
        return this;
    }

    /** Submits a job of {@code groups} that takes {@code runNanos} with all its tasks, as its user knows. */
    public Job submit(List<TaskGroup> groups, long runNanos) {
        return submit(next(ONE_GPU, runNanos).withGroups(groups));
    }

    /** Submits a job on {@code terms} of as many tasks of one GPU. */
    public Job submit(Terms terms, int tasks) {
        return submit(next(ONE_GPU, Nanos.HOUR).withTasks(tasks).withTerms(terms));
    }

    public Job submit(Demand demand, int tasks) {
        return submit(demand, tasks, Nanos.NEVER);
    }

    /** Submits a job, makes a plan and applies it; the job, which has its room where there is some. */
    public Job planned(Demand demand, int tasks) {
        Job job = submit(demand, tasks);
        plan();
        return job;
    }

    private JobSpec next(Demand demand, long runNanos) {
        return JobSpec.batch("job-" + state.nextJob(), demand, runNanos);
    }

    /** A job as it is declared. */
    public Job submit(JobSpec spec) {
        long id = state.nextJob();
        happens(new Event.JobSubmitted(id, spec, "test", id));
        return state.jobs().getLast();
    }

    public void happens(Event event) {
        state.apply(now, event);
    }

    public void passes(long nanos) {
        now += nanos;
        happens(new Event.Tick(0));
    }

    /** What a planner is asked about the open window. */
    public WindowQuestion question() {
        return planner.question(Objects.requireNonNull(state.window()));
    }

    /** Makes a plan, applies it and returns its decisions. */
    public List<Decision> plan() {
        Plan plan = planner.plan();
        state.apply(now, plan);
        state.endInstant();
        return plan.decisions();
    }

    /** The plan of now, not applied. */
    public Plan planned() {
        return planner.plan();
    }

    /** What a planner would decide now that was made a moment ago, on a copy of the state. */
    public Plan plannedAnew() {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        State copy = StateCodec.read(new ByteSource(sink.toByteArray()));
        return new Planner(copy, catalog).plan();
    }

    /** Makes and applies plans until one decides nothing, each decision carried out at once; which jobs started. */
    public List<Job> settle() {
        List<Job> started = new ArrayList<>();
        for (List<Decision> decisions = plan(); !decisions.isEmpty(); decisions = plan()) {
            for (Decision decision : decisions) {
                carryOut(decision, started);
            }
        }
        return started;
    }

    private void carryOut(Decision decision, List<Job> started) {
        switch (decision) {
            case Decision.Start start -> {
                Job job = state.jobTable().get(start.job());
                starts(job);
                started.add(job);
            }
            case Decision.Grow grow -> {
                for (int task : grow.tasks()) {
                    happens(new Event.TaskStarted(grow.job(), task, grow.id()));
                }
            }
            case Decision.Shrink shrink -> {
                Job job = state.jobTable().get(shrink.job());
                for (int task : shrink.tasks()) {
                    happens(new Event.TaskEnded(job.id(), task, job.decision(task), 143));
                }
            }
            case Decision.Stop stop -> {
                Job job = state.jobTable().get(stop.job());
                for (int task = 0; task < job.spec().tasks(); task++) {
                    ends(job, task, 143);
                }
            }
            case Decision.Reject _,
                    Decision.Promise _,
                    Decision.PlanWindow _,
                    Decision.Remember _,
                    Decision.GrantNode _,
                    Decision.Move _ -> {}
        }
    }

    /** The waiting job for which room is kept, as of the last plan; null for none. */
    @Nullable
    public Job promised() {
        return planner.reservation().holder();
    }

    public long promisedNanos() {
        return planner.reservation().atNanos();
    }

    public long wakeNanos() {
        return planner.wakeNanos();
    }

    public long nowNanos() {
        return now;
    }

    public void starts(Job job) {
        for (int task = 0; task < job.spec().tasks(); task++) {
            happens(new Event.TaskStarted(job.id(), task, job.decision()));
        }
    }

    public void ends(Job job, int task, int exitCode) {
        happens(new Event.TaskEnded(job.id(), task, job.decision(task), exitCode));
    }

    public void fails(Job job, int task) {
        happens(new Event.TaskStartFailed(job.id(), task, job.decision(), "broken"));
    }
}
