package io.berth.learn.online.evidence;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The last jobs of a journal, kept by following its frames. */
public final class Experience implements Observer {
    private final int most;
    private final TreeMap<Long, PastJob> jobs = new TreeMap<>();
    private final TreeMap<Long, PastJob> running = new TreeMap<>();
    private long submitted;
    private long ended;
    private long nowNanos;
    private WallClock wall = WallClock.EVEN;

    /** @param most of the jobs last submitted that are kept */
    public Experience(int most) {
        this.most = most;
    }

    /** Begins with the jobs that live in {@code state}. */
    public void begin(State state) {
        nowNanos = state.nowNanos();
        wall = state.wall();
        for (Job job : state.jobs()) {
            PastJob past = new PastJob(job.id(), job.spec(), job.submitNanos());
            if (job.startNanos() >= 0) {
                past.started(job.startNanos());
                running.put(job.id(), past);
            }
            jobs.put(job.id(), past);
        }
    }

    @Override
    public void ended(JobEnd end) {
        running.remove(end.job().id());
        PastJob past = jobs.get(end.job().id());
        if (past == null) {
            return;
        }
        long ran = end.job().ranNanos(end.endNanos());
        if (end.outcome() == JobOutcome.REJECTED) {
            past.rejected(end.atNanos());
        } else if (past.startNanos() >= 0) {
            past.ended(end.endNanos(), ran);
        } else {
            jobs.remove(end.job().id());
        }
        ended++;
    }

    /** {@code frame} is about to be applied: its jobs are known when its choices are made. */
    public void begins(Frame frame) {
        nowNanos = frame.atNanos();
        for (Event event : frame.events()) {
            if (event instanceof Event.ClockSet set) {
                wall = wall.set(nowNanos, set.offsetNanos());
            }
            if (event instanceof Event.JobSubmitted job && !jobs.containsKey(job.job())) {
                jobs.put(job.job(), new PastJob(job.job(), job.spec(), nowNanos));
                submitted++;
            }
        }
    }

    @Override
    public void instant(Frame frame, State state) {
        if (frame.plan() == null) {
            return;
        }
        for (Decision decision : frame.plan().decisions()) {
            if (decision instanceof Decision.Start start) {
                PastJob past = jobs.get(start.job());
                if (past != null) {
                    past.started(nowNanos);
                    running.put(past.id(), past);
                }
            }
        }
        forget();
    }

    private void forget() {
        while (jobs.size() > most) {
            jobs.pollFirstEntry();
        }
    }

    /** Job {@code id}; null where it is not kept. */
    public @Nullable PastJob job(long id) {
        return jobs.get(id);
    }

    /** Those that hold something, before the frame that begins. */
    public List<PastJob> running() {
        return List.copyOf(running.values());
    }

    /** How many were submitted since the beginning. */
    public long submitted() {
        return submitted;
    }

    /** How many left since the beginning. */
    public long ended() {
        return ended;
    }

    public long nowNanos() {
        return nowNanos;
    }

    /** What the machine's clock shows now, UTC nanoseconds. */
    public long shownNanos() {
        return wall.wallNanos(nowNanos);
    }

    /** The last {@code count} jobs, fewer where fewer are known, by number. */
    public List<PastJob> last(int count) {
        List<PastJob> all = new ArrayList<>(jobs.values());
        return all.subList(StrictMath.max(0, all.size() - count), all.size());
    }

    /** The jobs that came before {@code first} and lived when it was submitted: those that ran first, then those that waited. */
    public List<PastJob> carriedInto(PastJob first) {
        long at = first.submitNanos();
        List<PastJob> ran = new ArrayList<>();
        List<PastJob> waited = new ArrayList<>();
        for (PastJob job : jobs.headMap(first.id()).values()) {
            if (!job.overBy(at)) {
                (job.startedBy(at) ? ran : waited).add(job);
            }
        }
        ran.addAll(waited);
        return ran;
    }

    /** The median run time of the jobs that ended; a minute where none did. */
    public long medianNanos() {
        long[] runs = jobs.values().stream()
                .filter(PastJob::ran)
                .mapToLong(job -> job.workNanos(nowNanos, 0))
                .toArray();
        Arrays.sort(runs);
        return runs.length == 0 ? Nanos.MINUTE : runs[runs.length / 2];
    }

    /** The nodes of {@code state} that take tasks. */
    public static List<NodeSpec> nodes(State state) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < state.nodes().count(); node++) {
            if (state.nodeTable().usable(node)) {
                nodes.add(state.nodeTable().spec(node));
            }
        }
        return nodes;
    }
}
