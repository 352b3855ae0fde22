package io.berth.core.workload;

import io.berth.core.time.Nanos;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * What a user submits: groups of tasks that start together or not at all (a gang). Its tasks are numbered from 0 through all groups,
 * those of the first group first, each group with as many numbers as it may have tasks.
 *
 * @param name the user's name for it; need not be unique
 * @param queue who pays; a tenant's queue
 * @param kind what it is for
 * @param priority larger is more urgent
 * @param groups its tasks; mostly one group
 * @param timing how long it takes and may wait
 * @param terms on which terms it runs; {@link Terms#NONE} for a job by itself that runs once
 * @param phases those that it has one after another, of which groups, estimate and work are those of the present one
 */
public record JobSpec(
        String name,
        String queue,
        JobKind kind,
        int priority,
        List<TaskGroup> groups,
        Timing timing,
        Terms terms,
        Phases phases) {
    /** The queue of a job that names none. */
    public static final String DEFAULT_QUEUE = "default";

    /** The most groups of a job. */
    public static final int MOST_GROUPS = 64;

    public JobSpec {
        groups = List.copyOf(groups);
        if (groups.isEmpty() || groups.size() > MOST_GROUPS) {
            throw new IllegalArgumentException("The groups (" + groups.size() + ") of job (" + name
                    + ") must be at least 1 and at most " + MOST_GROUPS + ".");
        }
        if (groups.size() > 1) {
            checkGroups(name, groups);
        } else if (groups.getFirst().within() != null) {
            throw new IllegalArgumentException(
                    "Job (" + name + ") has one group: its demand says in which domain it is.");
        }
    }

    /** A job that asks for the same until it ends. */
    public JobSpec(
            String name, String queue, JobKind kind, int priority, List<TaskGroup> groups, Timing timing, Terms terms) {
        this(name, queue, kind, priority, groups, timing, terms, Phases.NONE);
    }

    /** A job of one group. */
    public JobSpec(String name, String queue, JobKind kind, int priority, TaskGroup group, Timing timing, Terms terms) {
        this(name, queue, kind, priority, List.of(group), timing, terms);
    }

    /** A job of one group by itself that runs once. */
    public JobSpec(String name, String queue, JobKind kind, int priority, TaskGroup group, Timing timing) {
        this(name, queue, kind, priority, group, timing, Terms.NONE);
    }

    /** A one-task batch job of the default queue that runs for {@code workNanos}, as its user expects. */
    public static JobSpec batch(String name, Demand demand, long workNanos) {
        return new JobSpec(name, DEFAULT_QUEUE, JobKind.BATCH, 0, TaskGroup.of(1, demand), Timing.known(workNanos));
    }

    private static void checkGroups(String job, List<TaskGroup> groups) {
        TreeSet<String> names = new TreeSet<>();
        long tasks = 0;
        for (TaskGroup group : groups) {
            tasks += group.max();
            if (group.demand().bestEffort() != groups.getFirst().demand().bestEffort()) {
                throw new IllegalArgumentException(
                        "The groups of job (" + job + ") must be of best effort all or none: they start together.");
            }
            if (group.name().isEmpty() || !names.add(group.name())) {
                throw new IllegalArgumentException("The groups of job (" + job
                        + ") must have names of their own, where there are several; (" + group.name() + ") is none.");
            }
        }
        if (tasks > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("The tasks (" + tasks + ") of job (" + job + ") are too many.");
        }
    }

    /** True where all its tasks are equal. */
    public boolean uniform() {
        return groups.size() == 1;
    }

    /** True where fewer than all of its tasks may start. */
    public boolean elastic() {
        return leastTasks() < tasks();
    }

    /** How many tasks it may have, all groups together. */
    public int tasks() {
        int tasks = 0;
        for (int group = 0; group < groups.size(); group++) {
            tasks += groups.get(group).max();
        }
        return tasks;
    }

    /** How many tasks must start together, all groups together. */
    public int leastTasks() {
        int tasks = 0;
        for (int group = 0; group < groups.size(); group++) {
            tasks += groups.get(group).min();
        }
        return tasks;
    }

    /** The place of the group of task {@code task} among its groups. */
    public int groupOf(int task) {
        int left = task;
        for (int group = 0; group < groups.size(); group++) {
            left -= groups.get(group).max();
            if (left < 0) {
                return group;
            }
        }
        throw new IndexOutOfBoundsException("Job (" + name + ") has no task (" + task + ").");
    }

    /** The number of the first task of group {@code group}. */
    public int firstTask(int group) {
        int first = 0;
        for (int before = 0; before < group; before++) {
            first += groups.get(before).max();
        }
        return first;
    }

    /** The number of task {@code i} of those that must start together: the first ones of each group. */
    public int leastTask(int i) {
        int left = i;
        int first = 0;
        for (int at = 0; at < groups.size(); at++) {
            TaskGroup group = groups.get(at);
            if (left < group.min()) {
                return first + left;
            }
            left -= group.min();
            first += group.max();
        }
        throw new IndexOutOfBoundsException(
                "Only (" + leastTasks() + ") tasks of job (" + name + ") must start together.");
    }

    /** What each task of its first group needs: each task, where it has no other. */
    public Demand demand() {
        return groups.get(0).demand();
    }

    /** What task {@code task} needs. */
    public Demand demand(int task) {
        return groups.get(groupOf(task)).demand();
    }

    /** True where its tasks get what others ask for and do not use. */
    public boolean bestEffort() {
        return demand().bestEffort();
    }

    /** The same of what others ask for and do not use. */
    public JobSpec ofBestEffort() {
        return withEach(group -> group.withDemand(group.demand().ofBestEffort()));
    }

    /** What each task of its first group runs: each task, where it has no other. */
    public Program program() {
        return groups.get(0).program();
    }

    /** What the first of its groups runs that runs a program, those of its other phases last; {@link Program#NONE} where none does. */
    public Program firstProgram() {
        for (TaskGroup group : groups) {
            if (group.program().runs()) {
                return group.program();
            }
        }
        for (Phase phase : phases.all()) {
            if (phase.group().program().runs()) {
                return phase.group().program();
            }
        }
        return Program.NONE;
    }

    /** All that it asks for as it was submitted, now or later: its groups, or those of all its phases. */
    public List<TaskGroup> everyGroup() {
        return phases.any() ? phases.all().stream().map(Phase::group).toList() : groups;
    }

    /** What stands before the keys of {@link #everyGroup} {@code (place)} where the job is written; empty where they are its own. */
    public String pathOf(int place) {
        if (phases.any()) {
            return "phases[" + place + "].";
        }
        return groups.get(place).name().isEmpty() ? "" : "groups[" + place + "].";
    }

    /** What task {@code task} runs. */
    public Program program(int task) {
        return groups.get(groupOf(task)).program();
    }

    /** The sum over all its tasks, as many as it may have, of what {@code amount} says of the demand of one. */
    public long total(ToLongFunction<Demand> amount) {
        long total = 0;
        for (int at = 0; at < groups.size(); at++) {
            TaskGroup group = groups.get(at);
            total += group.max() * amount.applyAsLong(group.demand());
        }
        return total;
    }

    /** True where a task of it needs a device. */
    public boolean needsDevices() {
        boolean needs = false;
        for (int group = 0; group < groups.size(); group++) {
            needs |= groups.get(group).demand().gpus() > 0;
        }
        return needs;
    }

    /** The run time that its user expects; {@link Nanos#NEVER} where unknown. */
    public long estimateNanos() {
        return timing.estimateNanos();
    }

    /** As {@link Timing#profile}. */
    public RunProfile profile() {
        return timing.profile();
    }

    /** As {@link Timing#workNanos}. */
    public long workNanos() {
        return timing.workNanos();
    }

    /** As {@link Timing#patienceNanos}. */
    public long patienceNanos() {
        return timing.patienceNanos();
    }

    /** As {@link Timing#deadlineNanos}. */
    public long deadlineNanos() {
        return timing.deadlineNanos();
    }

    /** The same under another name. */
    public JobSpec withName(String newName) {
        return new JobSpec(newName, queue, kind, priority, groups, timing, terms, phases);
    }

    /** The same in {@code newQueue}. */
    public JobSpec withQueue(String newQueue) {
        return new JobSpec(name, newQueue, kind, priority, groups, timing, terms, phases);
    }

    /** The same, as urgent as {@code newPriority} says. */
    public JobSpec withPriority(int newPriority) {
        return new JobSpec(name, queue, kind, newPriority, groups, timing, terms, phases);
    }

    /** The same with {@code newGroups}. */
    public JobSpec withGroups(List<TaskGroup> newGroups) {
        return new JobSpec(name, queue, kind, priority, newGroups, timing, terms, phases);
    }

    /** The same with {@code newPhases}, in the present one of them. */
    public JobSpec withPhases(Phases newPhases) {
        Phase now = newPhases.now();
        return new JobSpec(
                name,
                queue,
                kind,
                priority,
                List.of(now.group()),
                timing.withEstimate(StrictMath.min(now.estimateNanos(), terms.timeLimitNanos()))
                        .withWork(now.workNanos()),
                terms,
                newPhases);
    }

    /** The same in its next phase. */
    public JobSpec nextPhase() {
        return withPhases(phases.next());
    }

    /** The same with {@code newTiming}. */
    public JobSpec withTiming(Timing newTiming) {
        return new JobSpec(name, queue, kind, priority, groups, newTiming, terms, phases);
    }

    /** The same on {@code newTerms}. */
    public JobSpec withTerms(Terms newTerms) {
        return new JobSpec(name, queue, kind, priority, groups, timing, newTerms, phases);
    }

    /** The same, which really takes {@code newWorkNanos}. */
    public JobSpec withWork(long newWorkNanos) {
        return withTiming(timing.withWork(newWorkNanos));
    }

    /** The same, of which its user expects {@code newEstimateNanos}. */
    public JobSpec withEstimate(long newEstimateNanos) {
        return withTiming(timing.withEstimate(newEstimateNanos));
    }

    /** The same, rejected when it has not started after {@code newPatienceNanos}. */
    public JobSpec withPatience(long newPatienceNanos) {
        return withTiming(timing.withPatience(newPatienceNanos));
    }

    /** The same, which should have ended {@code newDeadlineNanos} after its submission. */
    public JobSpec withDeadline(long newDeadlineNanos) {
        return withTiming(timing.withDeadline(newDeadlineNanos));
    }

    /** The same with {@code group} as its first. */
    public JobSpec withFirst(TaskGroup group) {
        if (isSame(group, groups.getFirst())) {
            return this;
        }
        List<TaskGroup> changed = new ArrayList<>(groups);
        changed.set(0, group);
        return withGroups(changed);
    }

    /** The same with {@code newTasks} tasks in its only group. */
    public JobSpec withTasks(int newTasks) {
        return withFirst(only().withTasks(newTasks, newTasks));
    }

    /** The same, each group as {@code change} makes it, those of all phases too. */
    public JobSpec withEach(UnaryOperator<TaskGroup> change) {
        List<TaskGroup> changed = new ArrayList<>(groups.size());
        boolean same = true;
        for (TaskGroup group : groups) {
            TaskGroup other = change.apply(group);
            same &= isSame(other, group);
            changed.add(other);
        }
        Phases newPhases = phases.withEach(change);
        return same && newPhases.equals(phases)
                ? this
                : new JobSpec(name, queue, kind, priority, changed, timing, terms, newPhases);
    }

    /** The same, its only group running {@code newProgram}. */
    public JobSpec withProgram(Program newProgram) {
        return withFirst(only().withProgram(newProgram));
    }

    /** The same, its only group asking for {@code newDemand}; itself where that is the very object it has. */
    public JobSpec withDemand(Demand newDemand) {
        return withFirst(only().withDemand(newDemand));
    }

    private TaskGroup only() {
        if (groups.size() != 1) {
            throw new IllegalStateException("Job (" + name + ") has (" + groups.size() + ") groups, not one.");
        }
        return groups.getFirst();
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(TaskGroup one, TaskGroup other) {
        return one == other;
    }

    /**
     * Job {@code index} of the array that this describes, whose first job has the number {@code first}: called {@code
     * name[value]}, and with its place in the environment of its programs.
     */
    public JobSpec member(long first, int index) {
        JobArray array = terms.array();
        int value = array.value(index);
        JobSpec member = withName(name + "[" + value + "]").withTerms(terms.withArray(array.place(first, index)));
        TreeMap<String, String> environment = new TreeMap<>();
        environment.put("BERTH_ARRAY_JOB_ID", Long.toString(first));
        environment.put("BERTH_ARRAY_TASK_ID", Integer.toString(value));
        // What scripts written for Slurm read (job array support, slurm.schedmd.com/job_array.html).
        environment.put("SLURM_ARRAY_JOB_ID", Long.toString(first));
        environment.put("SLURM_ARRAY_TASK_ID", Integer.toString(value));
        environment.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(array.count()));
        environment.put("SLURM_ARRAY_TASK_MIN", Integer.toString(array.value(0)));
        environment.put("SLURM_ARRAY_TASK_MAX", Integer.toString(array.value(array.count() - 1)));
        return member.withEach(group ->
                group.program().runs() ? group.withProgram(group.program().with(environment)) : group);
    }
}
