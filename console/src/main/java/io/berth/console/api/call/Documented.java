package io.berth.console.api.call;

import io.berth.console.alert.AlertRow;
import io.berth.console.curve.CurvePage;
import io.berth.console.setting.SettingRow;
import io.berth.console.view.DeviceLinks;
import io.berth.console.view.NodeRow;
import io.berth.console.view.QosRow;
import io.berth.console.view.QueueRow;
import io.berth.console.view.job.JobRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of the API that are not rows of lists. Their schemas are made of these declarations. */
public final class Documented {
    private Documented() {}

    /**
     * A job was taken.
     *
     * @param warnings what its sender should know, such as that its queue is not declared; sentences, empty for none
     */
    public record Submitted(long id, List<String> warnings) {}

    /** Several jobs were taken; {@code warnings} as of one. */
    public record SubmittedBatch(List<Member> jobs, List<String> warnings) {}

    /**
     * One of them.
     *
     * @param id its number; of an array, the first
     * @param count how many jobs it became; more than one for an array
     */
    public record Member(String name, long id, int count) {}

    /**
     * Part of the list of jobs.
     *
     * @param next what to send as {@code after} for the next part; null where this is the last, and in an order of its own
     * @param total how many there are in all; in an order of its own only
     * @param time what the clock shows, UTC, ISO 8601: until then those run that run; in an order of its own only
     */
    public record JobPage(
            List<JobRow> jobs,
            @Nullable Long next,
            @Nullable Long total,
            @Nullable String time) {}

    /**
     * What a job has beside its row.
     *
     * @param trouble why it did not go well, the last time it did not, in words; null where nothing is known
     * @param spec as it was submitted, every default written out
     * @param places where its tasks are, the first 1000
     * @param output the file that its first task writes into, on the machine that Berth runs on; null where there is none
     * @param progress how far it is; null where nothing says
     * @param alerts what somebody should look at
     */
    public record JobMore(
            @Nullable String trouble,
            Map<String, Object> spec,
            List<Place> places,
            @Nullable String output,
            CurvePage.@Nullable Progress progress,
            List<AlertRow> alerts) {}

    /** The alerts that are raised. */
    public record AlertList(List<AlertRow> alerts) {}

    /**
     * What became of a wish to end jobs.
     *
     * @param cancelled how many jobs are told to end, or would be
     * @param ended how many of the numbers or of the array had ended already; 0 where neither was named
     * @param refused jobs that were named one by one and cannot be cancelled
     */
    public record Cancelled(long cancelled, long ended, List<Refused> refused) {
        public Cancelled {
            refused = List.copyOf(refused);
        }
    }

    /**
     * What became of a wish that jobs be held, released or put back.
     *
     * @param told how many jobs it was told to, or would be
     * @param ended how many of the numbers or of the array had ended already; 0 where neither was named
     * @param refused jobs that were named one by one, of which the state does not allow it
     */
    public record Told(long told, long ended, List<Refused> refused) {
        public Told {
            refused = List.copyOf(refused);
        }
    }

    /**
     * A job of which that cannot be.
     *
     * @param detail why, a sentence
     */
    public record Refused(long id, String detail) {}

    /**
     * Where a task is.
     *
     * @param group its group of tasks; null where the job has none by name
     */
    public record Place(
            int task,
            String node,
            List<Integer> gpus,
            @Nullable String group) {}

    /**
     * When a job will start and end.
     *
     * @param verdict {@code starts}, {@code unknown}, {@code turned_away}, {@code far} (further than was looked),
     *     {@code held} or {@code ended}
     * @param text in words
     * @param position its place in the order in which waiting jobs are tried, from 1; null where it is not in the queue
     * @param start null where it is not known
     * @param end likewise
     * @param waitsFor the jobs whose end decides the start
     * @param restsOn its run time and those of the jobs on whose ends its start hangs, one after the other
     * @param samples how many courses of drawn run times the ranges are of; 0 where no run time was drawn
     * @param clockMovedSeconds by how much the machine's clock was set forward since the job was started, or where it waits, submitted;
     *     null where it was not
     */
    public record Eta(
            long id,
            String state,
            String verdict,
            String text,
            @Nullable Integer position,
            @Nullable Moment start,
            @Nullable Moment end,
            List<Long> waitsFor,
            List<RunTime> restsOn,
            int samples,
            List<String> assumptions,
            @Nullable Double clockMovedSeconds) {}

    /**
     * A moment that is expected, and the range in which it lies in eight cases of ten: UTC, ISO 8601.
     *
     * @param late null where it lies beyond what was looked at
     */
    public record Moment(
            String time, String early, @Nullable String late) {}

    /**
     * When all jobs that wait will start.
     *
     * @param time from when on it was looked ahead
     * @param members how many courses the moments are of; 0 where none came to its end in time, and then no job is there
     * @param days from how many days before submissions to come were drawn; 0 where none were
     */
    public record StartList(String time, int members, int days, List<String> assumptions, List<StartRow> jobs) {}

    /**
     * When a job will start: UTC, ISO 8601; null for a moment that lies beyond what was looked at.
     *
     * @param position its place in the order in which waiting jobs are tried, from 1; null where it is not in the queue
     * @param start in half of the courses it starts before
     * @param early in one case of ten it starts before
     * @param late in one case of ten it starts after
     * @param run how long it is expected to run itself
     */
    public record StartRow(
            long id,
            String name,
            @Nullable Integer position,
            @Nullable String start,
            @Nullable String early,
            @Nullable String late,
            RunTime run) {}

    /**
     * What would start a job that waits, best first; the last is to wait.
     *
     * @param text why there is nothing else to do, where there is not
     */
    public record RemedyList(long id, String state, String text, List<RemedyRow> remedies) {}

    /**
     * Something that would start a job sooner.
     *
     * @param number its place, from 1
     * @param kind {@code model}, {@code labels}, {@code queue}, {@code priority}, {@code demand}, {@code tasks}, {@code rights}, {@code victims} or {@code wait}
     * @param parts what becomes otherwise with the job, one thing after another
     * @param now true where the next pass starts the job then, as a pass on a copy has shown
     * @param start when it starts then, in half of the courses: UTC, ISO 8601; null where that is not known
     * @param early in one case of ten it starts before
     * @param late in one case of ten it starts after; null where that lies beyond what was looked at
     * @param once what must have happened first that takes time: {@code stopped} (the victims) or {@code configured} (the rights of queues); null for nothing.
     *     The pass after it starts the job, as a pass on a copy has shown
     * @param slower how many times longer its work takes if it is divided evenly
     * @param victims running jobs that are held and put back into the queue, which the strategy would not do; empty for none
     * @param lostGpuHours how much of their work has to be done again
     * @param lostCpuHours likewise
     * @param raises rights of queues that would have to be greater; empty for none
     * @param change what to send to {@code PATCH /jobs/ID}; null where there is nothing to change
     */
    public record RemedyRow(
            int number,
            String kind,
            String text,
            List<ChangedPart> parts,
            boolean now,
            @Nullable String start,
            @Nullable String early,
            @Nullable String late,
            @Nullable String once,
            double slower,
            List<VictimRow> victims,
            double lostGpuHours,
            double lostCpuHours,
            List<RaiseRow> raises,
            @Nullable Map<String, Object> change) {}

    /**
     * One thing that becomes otherwise with a job.
     *
     * @param what {@code queue}, {@code priority}, {@code tasks}, {@code gpu}, {@code cpu}, {@code memory}, {@code models} or {@code labels}
     * @param from what it was; empty where that says nothing
     * @param to what it becomes; empty likewise
     */
    public record ChangedPart(String what, String from, String to) {}

    /** A running job that would stop. */
    public record VictimRow(long id, String name) {}

    /**
     * A right of a queue that would have to be greater.
     *
     * @param right {@code quota}, {@code limit} or {@code borrow}
     * @param from what it is, in GPUs, CPUs, bytes or units
     * @param to what it would have to be at least
     */
    public record RaiseRow(String queue, String right, String resource, double from, double to) {}

    /**
     * How long a job is expected to run.
     *
     * @param runS seconds; null where nobody knows
     * @param basis {@code estimate}, {@code time_limit}, {@code same_name}, {@code same_owner}, {@code same_queue}, {@code all_jobs}, {@code overrun} or {@code none}
     */
    public record RunTime(long id, String name, @Nullable Double runS, String basis, String text) {}

    /**
     * Part of the list of nodes; {@code next} as in the list of jobs.
     *
     * @param instants what to send as {@code since} to get only what changes from now on
     */
    public record NodePage(List<NodeRow> nodes, @Nullable Integer next, long instants) {}

    /**
     * What a node has beside its row.
     *
     * @param devices its GPUs by number
     * @param links how they reach each other, one per pair; empty where it is not known
     */
    public record NodeMore(List<Device> devices, List<DeviceLinks.Link> links) {}

    /**
     * A device.
     *
     * @param kind gpu, or what other accelerator it is
     * @param model empty where it is not known
     * @param memoryFreeBytes what is left of its memory; 0 where none was declared
     * @param tasks on it, of jobs that the caller sees
     * @param otherTasks how many more there are
     */
    public record Device(
            int number,
            String kind,
            String model,
            int freeMilli,
            long memoryFreeBytes,
            List<DeviceTask> tasks,
            int otherTasks) {}

    /** A task on a GPU; {@code milli} is the part of the GPU that it asked for, 0 where it asked for memory only. */
    public record DeviceTask(long job, String name, String state, int task, int milli) {}

    /** The queues that a known job is of. */
    public record QueueList(List<QueueRow> queues, List<QosRow> classes) {}

    /**
     * A strategy by its parts, each a name or {name: {parameter: value}}; {@code place} may be a list.
     *
     * @param name what reports call it
     */
    public record Strategy(String name, Object order, Object place, Object backfill, Object preempt, Object plan) {}

    /** The catalog. */
    public record PolicyList(int catalogVersion, List<Policy> policies, List<Strategy> presets) {}

    /**
     * A policy.
     *
     * @param kind the part of a strategy that it can be: {@code order}, {@code place}, {@code backfill}, {@code preempt}, {@code plan}
     * @param source where it comes from; empty where it is common knowledge
     * @param combinable true where it can be combined with others
     * @param origin {@code berth}, or name and version of the plugin that brought it
     */
    public record Policy(
            String kind,
            String name,
            String summary,
            String source,
            boolean combinable,
            List<PolicyParameter> parameters,
            String origin) {}

    /** What can be set of a policy; {@code fallback} is its value where nothing is set. */
    public record PolicyParameter(String name, String type, String fallback, String doc) {}

    /**
     * A running system in figures. Those of jobs are of the queues that the caller sees.
     *
     * @param time its time at the last instant, UTC, ISO 8601
     * @param instants how many it lived through, which is how many frames its journal has
     * @param refusing why no submission is taken now; null where they are
     * @param name of the system, for people; null where it has none
     * @param version of its program; null where that is not known
     */
    public record Status(
            String time,
            long instants,
            long passes,
            long decisions,
            long jobsWaiting,
            long jobsHolding,
            Map<String, Long> nodes,
            double gpus,
            double gpusFree,
            double cpus,
            double cpusFree,
            long memoryBytes,
            long memoryFreeBytes,
            String strategy,
            @Nullable String refusing,
            @Nullable String name,
            @Nullable String version) {}

    /** The settings that hold. */
    public record Config(List<SettingRow> settings) {}

    /**
     * What is known of the past. Times are UTC, ISO 8601; null where nothing is known.
     *
     * @param kept false where no journal is kept; the rest is empty then
     * @param complete false while the journal is still being gone through; asked again, it goes on
     * @param from the earliest moment that can be shown
     * @param to the latest
     * @param begin when the first step begins
     * @param stepSeconds the length of a step
     * @param events how many there were in each step
     */
    public record History(
            boolean kept,
            boolean complete,
            @Nullable String from,
            @Nullable String to,
            @Nullable String begin,
            double stepSeconds,
            List<Long> events) {}

    /** Comparisons, the newest first. */
    public record ComparisonList(List<ComparisonDocument> comparisons) {}

    /**
     * Strategies compared on the last hours.
     *
     * @param state {@code reading}, {@code simulating}, {@code done}, {@code cancelled} or {@code failed}
     * @param progress the share of the work that is done, 0 to 1
     * @param problem why it failed; null where it did not
     * @param hours how far back its jobs reach
     * @param strategies their names; the first is the one that held when it began
     * @param span what was recorded; null until that is read
     * @param results what is known so far, in the order of the strategies
     */
    public record ComparisonDocument(
            long id,
            String state,
            double progress,
            @Nullable String problem,
            double hours,
            List<String> strategies,
            @Nullable ComparedSpan span,
            List<ComparedStrategy> results) {}

    /**
     * What was recorded.
     *
     * @param nodes that take tasks at its end; the simulation has these
     * @param jobs in the simulation
     * @param jobsEnded of them, which take as long as they took
     * @param jobsRunning of them at the end, which take their estimate, or as long as they ran where that is more
     * @param jobsWaiting of them, which never ran: they take their estimate, or the median of those that ended
     * @param measured how it really was
     */
    public record ComparedSpan(
            String from,
            String to,
            int nodes,
            int jobs,
            int jobsEnded,
            int jobsRunning,
            int jobsWaiting,
            ComparedFigures measured) {}

    /**
     * A strategy and what came of it.
     *
     * @param figures null where its simulation was too much work
     * @param differences of means over jobs from the strategy that holds; null for that one, and where either has no figures
     */
    public record ComparedStrategy(
            Map<String, Object> strategy,
            @Nullable ComparedFigures figures,
            @Nullable ComparedDifferences differences,
            double wallSeconds) {}

    /** By figure; null where no job finished under both strategies. Other figures have no interval on one list of jobs. */
    public record ComparedDifferences(
            @Nullable ComparedDifference waitMeanS,
            @Nullable ComparedDifference jctMeanS,
            @Nullable ComparedDifference boundedSlowdownMean) {}

    /**
     * A difference on the same jobs, by blocks of consecutive ones, 95 %.
     *
     * @param low lower end of its interval
     * @param high upper end
     * @param jobs that finished under both strategies
     * @param blocks how many blocks they make
     * @param block how many jobs are in one
     * @param verdict better, worse, no_real_difference or too_few_pairs
     */
    public record ComparedDifference(
            double mean, double low, double high, int jobs, int blocks, int block, String verdict) {}

    /**
     * What jobs that were submitted in the span met with; null where there were none.
     *
     * @param gpuAllocationPct the share of GPUs that was held while the span lasted, per cent
     */
    public record ComparedFigures(
            long jobsFinished,
            long jobsRejected,
            @Nullable Double waitMeanS,
            @Nullable Double waitP99S,
            @Nullable Double jctMeanS,
            @Nullable Double jctP99S,
            @Nullable Double gpuAllocationPct) {}

    /** That it works: ok, or disk-full where it takes no submissions for that reason. */
    public record Health(String status) {}
}
