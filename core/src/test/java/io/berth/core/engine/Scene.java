package io.berth.core.engine;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.ByteSink;
import io.berth.core.journal.ByteSource;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Terms;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A state under one planner, driven by hand: things happen, time passes, plans are made and applied. */
final class Scene {
    static final Demand ONE_GPU = Demand.cpu(1000, 1 << 20).withGpus(1);
    static final Demand TWO_GPUS = Demand.cpu(1000, 1 << 20).withGpus(2);

    static final Catalog CATALOG = Catalog.standard().with(new WindowPlanners(() -> _ -> WindowAnswer.failed(0), 0));

    final State state = new State(1);
    final List<JobEnd> ends = new ArrayList<>();
    private final Planner planner;
    private long now = 1;

    /** Nodes of two GPUs each, under first come, first served. */
    Scene(String backfill, int nodes) {
        this(StrategySpec.of("scene", "fcfs", "first-fit", backfill), nodes);
    }

    /** Nodes of two GPUs each. */
    Scene(StrategySpec strategy, int nodes) {
        state.life.observe(new Observer() {
            @Override
            public void ended(JobEnd end) {
                ends.add(end);
            }
        });
        planner = new Planner(state, CATALOG);
        for (int node = 0; node < nodes; node++) {
            joins(node);
        }
        happens(new Event.StrategyChanged(strategy));
    }

    void joins(int node) {
        happens(new Event.NodeJoined(node, NodeSpec.of("n" + node, 64_000, 1L << 38, 2, "H100")));
    }

    /** Submits a job and returns it. */
    Job submit(Demand demand, int tasks, long patienceNanos) {
        long id = state.nextJob();
        JobSpec spec = JobSpec.batch("job-" + id, demand, Nanos.MINUTE)
                .withTasks(tasks)
                .withPatience(patienceNanos);
        happens(new Event.JobSubmitted(id, spec, "test", id));
        return state.jobs().getLast();
    }

    /** Submits a one-task job of a length that its user knows. */
    Job submit(Demand demand, long runNanos) {
        long id = state.nextJob();
        happens(new Event.JobSubmitted(id, JobSpec.batch("job-" + id, demand, runNanos), "test", id));
        return state.jobs().getLast();
    }

    /** Submits a job on {@code terms} of as many tasks of one GPU. */
    Job submit(Terms terms, int tasks) {
        long id = state.nextJob();
        JobSpec spec =
                JobSpec.batch("job-" + id, ONE_GPU, Nanos.HOUR).withTasks(tasks).withTerms(terms);
        happens(new Event.JobSubmitted(id, spec, "test", id));
        return state.jobs().getLast();
    }

    Job submit(Demand demand, int tasks) {
        return submit(demand, tasks, Nanos.NEVER);
    }

    void happens(Event event) {
        state.apply(now, event);
    }

    void passes(long nanos) {
        now += nanos;
        happens(new Event.Tick(0));
    }

    /** Makes a plan, applies it and returns its decisions. */
    List<Decision> plan() {
        Plan plan = planner.plan();
        state.apply(now, plan);
        state.endInstant();
        return plan.decisions();
    }

    /** The plan of now, not applied. */
    Plan planned() {
        return planner.plan();
    }

    /** What a planner would decide now that was made a moment ago, on a copy of the state. */
    Plan plannedAnew() {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        State copy = StateCodec.read(new ByteSource(sink.toByteArray()));
        return new Planner(copy, CATALOG).plan();
    }

    /** Makes and applies plans until one decides nothing, each decision carried out at once; which jobs started. */
    List<Job> settle() {
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
                Job job = state.jobs.get(start.job());
                starts(job);
                started.add(job);
            }
            case Decision.Stop stop -> {
                Job job = state.jobs.get(stop.job());
                for (int task = 0; task < job.spec().tasks(); task++) {
                    ends(job, task, 143);
                }
            }
            case Decision.Reject _, Decision.Promise _, Decision.PlanWindow _, Decision.Remember _ -> {}
        }
    }

    /** The waiting job for which room is kept, as of the last plan; null for none. */
    @Nullable
    Job promised() {
        return planner.reservation().holder();
    }

    long promisedNanos() {
        return planner.reservation().atNanos();
    }

    long wakeNanos() {
        return planner.wakeNanos();
    }

    long nowNanos() {
        return now;
    }

    void starts(Job job) {
        for (int task = 0; task < job.spec().tasks(); task++) {
            happens(new Event.TaskStarted(job.id(), task, job.decision()));
        }
    }

    void ends(Job job, int task, int exitCode) {
        happens(new Event.TaskEnded(job.id(), task, job.decision(), exitCode));
    }

    void fails(Job job, int task) {
        happens(new Event.TaskStartFailed(job.id(), task, job.decision(), "broken"));
    }
}
