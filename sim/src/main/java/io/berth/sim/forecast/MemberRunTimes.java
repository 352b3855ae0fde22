package io.berth.sim.forecast;

import io.berth.core.state.Job;
import io.berth.core.workload.JobSpec;
import java.util.TreeMap;

/** How long the jobs of a state run in one member of an ensemble, drawn from what is learnt of those that ended. */
public final class MemberRunTimes {
    private final LearntRunTimes runs;
    private final long nowNanos;
    private final long member;
    private final TreeMap<Long, Drawn> nanos = new TreeMap<>();

    /** @param phase the place of that of the job's phases which runs so long */
    private record Drawn(int phase, long nanos) {
        static Drawn of(Job job, long nanos) {
            return new Drawn(job.spec().phases().at(), nanos);
        }
    }

    /**
     * Draws for {@code jobs}: those that run first, since what they draw counts for the others.
     *
     * @param member the same number draws the same
     */
    public MemberRunTimes(LearntRunTimes learnt, Iterable<Job> jobs, long nowNanos, long member) {
        this.runs = learnt.assuming();
        this.nowNanos = nowNanos;
        this.member = member;
        for (Job job : jobs) {
            if (!job.waiting()) {
                long drawn = draw(learnt, job);
                nanos.put(job.id(), Drawn.of(job, drawn));
                runs.assume(job.spec(), drawn);
            }
        }
        for (Job job : jobs) {
            if (job.waiting()) {
                nanos.put(job.id(), Drawn.of(job, draw(runs, job)));
            }
        }
    }

    private long draw(LearntRunTimes from, Job job) {
        return from.draw(job.spec(), ran(job, nowNanos), new Luck.OfMember(member, job.id()))
                .nanos();
    }

    /** How long {@code job} has run by {@code nowNanos}, with what its earlier lives left done. */
    static long ran(Job job, long nowNanos) {
        return job.startNanos() < 0 ? 0 : StrictMath.max(0, nowNanos - job.startNanos()) + job.keptNanos();
    }

    /**
     * How long {@code job} runs in all: one of the jobs drawn for, or one that came later, as it is said itself. Of a phase that had not begun
     * it is drawn too.
     */
    public long nanos(Job job) {
        Drawn drawn = nanos.get(job.id());
        int phase = job.spec().phases().at();
        if (drawn != null ? drawn.phase == phase : phase == 0) {
            return drawn == null ? job.spec().workNanos() : drawn.nanos;
        }
        return nanos(job.spec(), job.id());
    }

    /** How long a job of {@code spec} would run that has not begun. */
    public long nanos(JobSpec spec, long number) {
        return runs.draw(spec, 0, new Luck.OfMember(member, number)).nanos();
    }

    /** What is learnt, with what the jobs that run draw. */
    LearntRunTimes runs() {
        return runs;
    }
}
