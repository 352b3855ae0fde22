package io.berth.sim.choice;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.decision.Decision;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.model.JobsInTurn;
import io.berth.core.policy.SortKey;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.trace.csv.ChoiceLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the choices of a journal, frame by frame: for each job that a plan started, a group of rows with the jobs that waited then.
 * Those that the same plan had started before have left, and their room is taken, as a learnt order sees a pass. The columns are those
 * of {@link ChoiceLog}.
 *
 * <p>Where more jobs wait than are shown, it is those that {@link JobsInTurn} takes; the one that started is always among them.
 */
public final class ChoiceWriter {
    private static final Comparator<Job> BY_ARRIVAL =
            Comparator.comparingLong(Job::submitNanos).thenComparingLong(Job::id);

    private final Recovery recovery;
    private final ChoiceEnds ends;
    private final Appendable out;
    private final JobsInTurn turn = new JobsInTurn();
    private final int[] places;
    private long choices;

    /**
     * Writes the header at once.
     *
     * @param seed of all chance in the journal
     * @param ends of all jobs of the same journal
     * @param rows of a group at most; at least 1
     * @throws UncheckedIOException where {@code out} fails, here and later
     */
    public ChoiceWriter(long seed, ChoiceEnds ends, int rows, Appendable out) {
        this.recovery = Recovery.recover(new State(seed), this::decided);
        this.ends = ends;
        this.out = out;
        this.places = new int[rows];
        line(String.join(",", ChoiceLog.COLUMNS));
    }

    /** Goes through the next frame. */
    public void apply(Frame frame) {
        recovery.apply(frame);
    }

    /** How many groups were written. */
    public long choices() {
        return choices;
    }

    /** What all usable nodes have together, in thousandths of the processors that are counted. */
    private static final class Room {
        private final boolean gpus;
        private final long totalMilli;
        private long freeCpuMilli;
        private long freeGpuMilli;

        Room(Nodes nodes) {
            long cpus = 0;
            long devices = 0;
            for (int node = 0; node < nodes.count(); node++) {
                if (nodes.usable(node)) {
                    cpus += nodes.total(node, Resource.CPU);
                    devices += (long) nodes.gpus(node) * Demand.WHOLE_GPU_MILLI;
                    freeCpuMilli += StrictMath.max(0, nodes.free(node, Resource.CPU));
                    freeGpuMilli += nodes.totalFreeMilli(node);
                }
            }
            gpus = devices > 0;
            totalMilli = gpus ? devices : cpus;
        }

        long freeMilli() {
            return gpus ? freeGpuMilli : freeCpuMilli;
        }

        boolean covers(Job job) {
            long cpuMilli = 0;
            long gpuMilli = 0;
            for (TaskGroup group : job.spec().groups()) {
                cpuMilli += group.min() * group.demand().cpuMilli();
                gpuMilli += group.min() * group.demand().totalGpuMilli();
            }
            return cpuMilli <= freeCpuMilli && gpuMilli <= freeGpuMilli;
        }

        /** The room of the tasks of {@code job} that {@code start} names. */
        void take(Job job, Decision.Start start) {
            for (int i = 0; i < start.placements().size(); i++) {
                Demand demand = job.shape(start.task(i)).demand();
                freeCpuMilli -= demand.cpuMilli();
                freeGpuMilli -= demand.totalGpuMilli();
            }
        }
    }

    private void decided(Frame frame, State state) {
        List<Decision.Start> starts = starts(frame);
        if (starts.isEmpty()) {
            return;
        }
        List<Job> waiting = waiting(state);
        Room room = new Room(state.nodes());
        for (Decision.Start start : starts) {
            Job started = Objects.requireNonNull(state.job(start.job()), "a plan starts a job that lives");
            group(start.id(), frame.atNanos(), look(waiting, started), started, room);
            waiting.remove(started);
            room.take(started, start);
            choices++;
        }
    }

    private static List<Decision.Start> starts(Frame frame) {
        List<Decision.Start> starts = new ArrayList<>();
        for (Decision decision : Objects.requireNonNull(frame.plan()).decisions()) {
            if (decision instanceof Decision.Start start) {
                starts.add(start);
            }
        }
        return starts;
    }

    private static List<Job> waiting(State state) {
        List<Job> waiting = new ArrayList<>();
        for (Job job : state.jobs()) {
            if (job.queued() && job.notBeforeNanos() <= state.nowNanos()) {
                waiting.add(job);
            }
        }
        waiting.sort(BY_ARRIVAL);
        return waiting;
    }

    /** Those that are shown. */
    private List<Job> look(List<Job> waiting, Job started) {
        int count = waiting.size();
        if (count <= places.length) {
            return List.copyOf(waiting);
        }
        turn.begin(count);
        for (int place = 0; place < count; place++) {
            Job job = waiting.get(place);
            turn.job(place, job.spec().estimateNanos(), SortKey.processors(job.spec()));
        }
        turn.take(places.length, places);
        int place = waiting.indexOf(started);
        if (Arrays.stream(places).noneMatch(shown -> shown == place)) {
            places[places.length - 1] = place;
        }
        return Arrays.stream(places).mapToObj(waiting::get).toList();
    }

    private void group(long choice, long now, List<Job> shown, Job started, Room room) {
        for (Job job : shown) {
            boolean goes = job == started;
            long expected = job.spec().estimateNanos();
            line(choice + "," + now + "," + job.id() + "," + (now - job.submitNanos()) + ","
                    + (expected == Nanos.NEVER ? "" : expected) + ","
                    + StrictMath.round(SortKey.processors(job.spec()) * Demand.WHOLE_GPU_MILLI) + ","
                    + room.freeMilli() + "," + room.totalMilli + "," + (room.covers(job) ? 1 : 0) + ","
                    + (goes ? 1 : 0) + "," + cameOf(goes ? ends.of(job.id()) : null));
        }
    }

    private static String cameOf(ChoiceEnds.@Nullable End end) {
        if (end == null) {
            return ",,";
        }
        return end.outcome().name().toLowerCase(Locale.ROOT) + "," + end.completionNanos() + ","
                + end.boundedSlowdown();
    }

    private void line(String text) {
        try {
            out.append(text).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
