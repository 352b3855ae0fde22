package io.berth.core.workload;

import io.berth.core.time.Nanos;
import java.util.TreeMap;

/**
 * What a user submits: {@code tasks} equal tasks that start together or not at all (a gang).
 *
 * @param name the user's name for it; need not be unique
 * @param queue who pays; a tenant's queue
 * @param kind what it is for
 * @param priority larger is more urgent
 * @param tasks how many equal tasks; at least 1
 * @param demand what each task needs
 * @param estimateNanos the run time the user expects; policies may read it; {@link Nanos#NEVER} where unknown
 * @param workNanos the run time it really takes where the world is simulated or emulated; no policy sees it; {@link
 *     Nanos#NEVER} for work that ends only when cancelled
 * @param patienceNanos how long it waits before it is rejected; 0 for "now or never", {@link Nanos#NEVER} for ever
 * @param deadlineNanos how long after its submission it should have ended; {@link Nanos#NEVER} where it does not matter
 * @param program what each task runs; {@link Program#NONE} where the world knows itself
 * @param terms on which terms it runs; {@link Terms#NONE} for a job by itself that runs once
 */
public record JobSpec(
        String name,
        String queue,
        JobKind kind,
        int priority,
        int tasks,
        Demand demand,
        long estimateNanos,
        long workNanos,
        long patienceNanos,
        long deadlineNanos,
        Program program,
        Terms terms) {
    /** The queue of a job that names none. */
    public static final String DEFAULT_QUEUE = "default";

    public JobSpec {
        if (tasks < 1) {
            throw new IllegalArgumentException("The tasks (" + tasks + ") of job (" + name + ") must be at least 1.");
        }
        if (estimateNanos < 0 || workNanos < 0 || patienceNanos < 0 || deadlineNanos < 0) {
            throw new IllegalArgumentException("The times of job (" + name + ") must not be negative.");
        }
    }

    /** A job without a program and terms. */
    public JobSpec(
            String name,
            String queue,
            JobKind kind,
            int priority,
            int tasks,
            Demand demand,
            long estimateNanos,
            long workNanos,
            long patienceNanos,
            long deadlineNanos) {
        this(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                Program.NONE,
                Terms.NONE);
    }

    /** A job without a deadline, a program and terms. */
    public JobSpec(
            String name,
            String queue,
            JobKind kind,
            int priority,
            int tasks,
            Demand demand,
            long estimateNanos,
            long workNanos,
            long patienceNanos) {
        this(name, queue, kind, priority, tasks, demand, estimateNanos, workNanos, patienceNanos, Nanos.NEVER);
    }

    /** A one-task batch job of the default queue that runs for {@code workNanos}, as its user expects. */
    public static JobSpec batch(String name, Demand demand, long workNanos) {
        return new JobSpec(name, DEFAULT_QUEUE, JobKind.BATCH, 0, 1, demand, workNanos, workNanos, Nanos.NEVER);
    }

    /** The same under another name. */
    public JobSpec withName(String newName) {
        return new JobSpec(
                newName,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same, which really takes {@code newWorkNanos}. */
    public JobSpec withWork(long newWorkNanos) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                newWorkNanos,
                patienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same, of which its user expects {@code newEstimateNanos}. */
    public JobSpec withEstimate(long newEstimateNanos) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                newEstimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same with a gang of {@code newTasks}. */
    public JobSpec withTasks(int newTasks) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                newTasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same, rejected when it has not started after {@code newPatienceNanos}. */
    public JobSpec withPatience(long newPatienceNanos) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                newPatienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same, which should have ended {@code newDeadlineNanos} after its submission. */
    public JobSpec withDeadline(long newDeadlineNanos) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                newDeadlineNanos,
                program,
                terms);
    }

    /** The same, running {@code newProgram}. */
    public JobSpec withProgram(Program newProgram) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                newProgram,
                terms);
    }

    /** The same on {@code newTerms}. */
    public JobSpec withTerms(Terms newTerms) {
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                program,
                newTerms);
    }

    /**
     * Job {@code index} of the array that this describes, whose first job has the number {@code first}: called {@code
     * name[value]}, and with its place in the environment of its program.
     */
    public JobSpec member(long first, int index) {
        JobArray array = terms.array();
        int value = array.value(index);
        JobSpec member = withName(name + "[" + value + "]")
                .withTerms(terms.withArray(terms.array().place(first, index)));
        if (!program.runs()) {
            return member;
        }
        TreeMap<String, String> environment = new TreeMap<>();
        environment.put("BERTH_ARRAY_JOB_ID", Long.toString(first));
        environment.put("BERTH_ARRAY_TASK_ID", Integer.toString(value));
        // What scripts written for Slurm read (job array support, slurm.schedmd.com/job_array.html).
        environment.put("SLURM_ARRAY_JOB_ID", Long.toString(first));
        environment.put("SLURM_ARRAY_TASK_ID", Integer.toString(value));
        environment.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(array.count()));
        environment.put("SLURM_ARRAY_TASK_MIN", Integer.toString(array.value(0)));
        environment.put("SLURM_ARRAY_TASK_MAX", Integer.toString(array.value(array.count() - 1)));
        return member.withProgram(program.with(environment));
    }

    /** The same, as urgent as {@code newPriority} says. */
    public JobSpec withPriority(int newPriority) {
        return new JobSpec(
                name,
                queue,
                kind,
                newPriority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same in {@code newQueue}. */
    public JobSpec withQueue(String newQueue) {
        return new JobSpec(
                name,
                newQueue,
                kind,
                priority,
                tasks,
                demand,
                estimateNanos,
                workNanos,
                patienceNanos,
                deadlineNanos,
                program,
                terms);
    }

    /** The same, asking for {@code newDemand}; itself where that is the very object it has. */
    @SuppressWarnings("ReferenceEquality")
    public JobSpec withDemand(Demand newDemand) {
        return newDemand == demand
                ? this
                : new JobSpec(
                        name,
                        queue,
                        kind,
                        priority,
                        tasks,
                        newDemand,
                        estimateNanos,
                        workNanos,
                        patienceNanos,
                        deadlineNanos,
                        program,
                        terms);
    }
}
