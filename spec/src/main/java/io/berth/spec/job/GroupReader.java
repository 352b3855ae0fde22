package io.berth.spec.job;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.spec.input.InputException;
import io.berth.spec.input.PlainText;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Reads the groups of a job: of demand and program a group has what the job says where it says nothing itself. */
final class GroupReader {
    private static final String GROUPS = "groups";
    private static final String COMMAND = "command";
    private static final String ENV = "env";
    private static final String DIRECTORY = "directory";

    /** Keys that say how a command runs. */
    private static final List<String> OF_COMMANDS = List.of(ENV, DIRECTORY, "user", "metrics");

    /** What each phase says itself. */
    private static final List<String> NOT_WITH_PHASES = List.of("tasks", "min", "max", "estimate", "duration");

    /** What jobs with phases are not. */
    private static final List<String> NEVER_WITH_PHASES = List.of("array", ServiceKeys.KEY, "best_effort");

    private final Fields job;

    GroupReader(Fields job) {
        this.job = job;
    }

    /** True where any task of {@code job} runs a command. */
    static boolean runs(Fields job) {
        return job.has(COMMAND) || parts(job).stream().anyMatch(part -> part.get(COMMAND) != null);
    }

    /** What has a demand and a command of its own. */
    private static List<Tree> parts(Fields job) {
        if (job.has(JobSchema.PHASES)) {
            return job.items(JobSchema.PHASES);
        }
        return job.has(GROUPS) ? job.items(GROUPS) : List.of();
    }

    /** The phases of a job that has some. */
    Phases phases() {
        Tree value = job.value(JobSchema.PHASES);
        for (String key : NOT_WITH_PHASES) {
            if (job.has(key)) {
                throw InputException.at(job.value(key), "may not stand beside phases: each phase says its own");
            }
        }
        for (String key : NEVER_WITH_PHASES) {
            if (job.has(key)) {
                throw InputException.at(job.value(key), "does not go with phases");
            }
        }
        List<Tree> items = job.items(JobSchema.PHASES);
        if (items.size() < 2 || items.size() > Phases.MOST) {
            throw InputException.at(value, "must be 2 to " + Phases.MOST + " phases, but is " + items.size());
        }
        checkCommandKeys();
        Fields demand = job.section(demandKey());
        TreeMap<String, Tree> names = new TreeMap<>();
        List<Phase> phases = new ArrayList<>();
        for (Tree item : items) {
            Fields phase = JobSchema.PHASE.read(item);
            phases.add(new Phase(
                    name(phase, names),
                    sized(phase, "", JobReader.demand(demand(phase, demand)), program(phase)),
                    phase.nanos("estimate"),
                    phase.nanos("duration")));
        }
        return new Phases(phases, 0);
    }

    private void checkCommandKeys() {
        boolean runs = runs(job);
        for (String key : OF_COMMANDS) {
            if (job.has(key) && !runs) {
                throw withoutCommand(job.value(key));
            }
        }
    }

    List<TaskGroup> groups() {
        checkCommandKeys();
        Fields demand = job.section(demandKey());
        if (!job.has(GROUPS)) {
            Program program = job.has(COMMAND) ? program(job.value(COMMAND), List.of(job)) : Program.NONE;
            return List.of(sized(job, "", JobReader.demand(demand), program));
        }
        if (job.has("tasks")) {
            throw InputException.at(job.value("tasks"), "may not stand beside groups: each group says its own");
        }
        List<Tree> items = job.items(GROUPS);
        if (items.isEmpty() || items.size() > JobSpec.MOST_GROUPS) {
            throw InputException.at(
                    job.value(GROUPS), "must be 1 to " + JobSpec.MOST_GROUPS + " groups, but is " + items.size());
        }
        TreeMap<String, Tree> names = new TreeMap<>();
        List<TaskGroup> groups = new ArrayList<>();
        for (Tree item : items) {
            Fields group = JobSchema.GROUP.read(item);
            String name = name(group, names);
            TaskGroup sized = sized(group, name, JobReader.demand(demand(group, demand)), program(group));
            groups.add(group.has(WithinText.OF_GROUP) ? sized.withWithin(own(group, items.size())) : sized);
        }
        return groups;
    }

    private static Within own(Fields group, int groups) {
        Tree value = group.value(WithinText.OF_GROUP);
        if (groups == 1) {
            throw InputException.at(value, "is for groups beside others: the only group of a job says within");
        }
        return WithinText.ofGroup(value);
    }

    private String demandKey() {
        return job.has("resources") ? "resources" : "demand";
    }

    private static String name(Fields group, TreeMap<String, Tree> names) {
        Tree name = group.value("name");
        String text = PlainText.of(name);
        if (text.isBlank()) {
            throw InputException.at(name, "must not be blank");
        }
        Tree first = names.put(text, name);
        if (first != null) {
            throw InputException.at(
                    name,
                    "the name " + Quote.of(text) + " is there twice, first in line "
                            + first.position().line());
        }
        return text;
    }

    private static TaskGroup sized(Fields fields, String name, Demand demand, Program program) {
        if (!fields.has("max")) {
            int tasks = fields.integer("tasks");
            return new TaskGroup(name, demand, tasks, tasks, program);
        }
        int max = fields.integer("max");
        int min = fields.has("min") ? fields.integer("min") : 1;
        if (min > max) {
            throw InputException.at(fields.value("min"), "must be at most max, which is " + max + ", but is " + min);
        }
        return new TaskGroup(name, demand, min, max, program);
    }

    /** The demand of the job, with what the group says in its place. */
    private static Fields demand(Fields group, Fields ofJob) {
        List<Tree.Entry> entries = new ArrayList<>();
        for (Tree.Entry entry : ofJob.tree().entries()) {
            if (!group.has(entry.key())) {
                entries.add(entry);
            }
        }
        for (Tree.Entry entry : group.tree().entries()) {
            if (JobSchema.DEMAND.names().contains(entry.key())) {
                entries.add(entry);
            }
        }
        return JobSchema.DEMAND.read(
                new Tree.Map(group.tree().position(), group.tree().path(), entries));
    }

    private Program program(Fields group) {
        if (group.has(COMMAND) && job.has(COMMAND)) {
            throw InputException.at(
                    group.value(COMMAND), "may not stand beside the command of the job: keep one of the two");
        }
        if (group.has(COMMAND) || job.has(COMMAND)) {
            return program(group.has(COMMAND) ? group.value(COMMAND) : job.value(COMMAND), List.of(job, group));
        }
        for (String key : List.of(ENV, DIRECTORY)) {
            if (group.has(key)) {
                throw withoutCommand(group.value(key));
            }
        }
        return Program.NONE;
    }

    /** What {@code command} runs as {@code levels} say, of which later ones go before earlier ones. */
    private Program program(Tree command, List<Fields> levels) {
        TreeMap<String, String> environment = new TreeMap<>();
        String directory = "";
        for (Fields level : levels) {
            if (level.has(ENV)) {
                level.value(ENV)
                        .entries()
                        .forEach(entry ->
                                environment.put(entry.key(), entry.value().text()));
            }
            directory = level.text(DIRECTORY, directory);
        }
        return new Program(
                JobReader.command(command),
                environment,
                directory,
                job.text("user", ""),
                job.has("metrics") ? JobReader.metrics(job.value("metrics")) : Metrics.USUAL);
    }

    private static InputException withoutCommand(Tree value) {
        return InputException.at(value, "goes only with the key \"command\"");
    }
}
