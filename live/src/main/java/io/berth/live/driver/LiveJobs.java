package io.berth.live.driver;

import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import java.util.TreeMap;

/**
 * Counts the jobs that wait or run, in all, for each user, and for each queue with those below it, as they come and end. Of the engine's thread.
 */
final class LiveJobs implements Observer {
    /** Queues below one another beyond these count for the one above only; no tenant is so far down. */
    private static final int MOST_LEVELS = 16;

    private final TreeMap<String, Amount> byQueue = new TreeMap<>();

    private final TreeMap<String, Amount> byUser = new TreeMap<>();

    /** How many jobs of each array live, by the number of its first. */
    private final TreeMap<Long, Shared> arrays = new TreeMap<>();

    private Amount all = Amount.NOTHING;

    /**
     * What the jobs of an array take together, from the first that comes until the last has ended.
     *
     * @param jobs how many live
     */
    private record Shared(int jobs, long bytes) {}

    /** Counts those of a recovered state. */
    void begin(State state) {
        state.jobs().forEach(job -> add(job.spec()));
    }

    /** One came. */
    void add(JobSpec spec) {
        count(spec, 1);
    }

    @Override
    public void ended(JobEnd end) {
        count(end.job().spec(), -1);
    }

    @Override
    public void updated(Job job, JobSpec before) {
        count(before, -1);
        count(job.spec(), 1);
    }

    Amount all() {
        return all;
    }

    /** Those of {@code queue} and below it. */
    Amount below(String queue) {
        return byQueue.getOrDefault(queue, Amount.NOTHING);
    }

    private void count(JobSpec spec, int sign) {
        long bytes = sign * (SpecBytes.own(spec) + shared(spec, sign));
        all = all.plus(sign, bytes);
        count(byUser, spec.firstProgram().user(), sign, bytes);
        String queue = spec.queue();
        int levels = 0;
        for (int end = 1; end <= queue.length() && levels < MOST_LEVELS; end++) {
            if (end == queue.length() || queue.charAt(end) == '/' || queue.charAt(end) == '.') {
                levels++;
                count(byQueue, queue.substring(0, end), sign, bytes);
            }
        }
    }

    private static void count(TreeMap<String, Amount> amounts, String key, int sign, long bytes) {
        amounts.compute(key, (_, before) -> {
            Amount after = (before == null ? Amount.NOTHING : before).plus(sign, bytes);
            return after.jobs() == 0 ? null : after;
        });
    }

    /** What comes or goes with a job beside its own. */
    private long shared(JobSpec spec, int sign) {
        long array = spec.terms().array().id();
        if (array == 0) {
            return SpecBytes.shared(spec);
        }
        Shared before = arrays.get(array);
        Shared now = before == null ? new Shared(0, SpecBytes.shared(spec)) : before;
        int jobs = now.jobs() + sign;
        if (jobs > 0) {
            arrays.put(array, new Shared(jobs, now.bytes()));
        } else {
            arrays.remove(array);
        }
        return before == null || jobs == 0 ? now.bytes() : 0;
    }

    /** Refuses {@code more} of {@code sender} where it does not go beside what lives. */
    void check(Amount more, Sender sender, Bounds.OfLive most) {
        check(all, more, new Amount(most.jobs(), most.bytes()), "");
        Amount own = new Amount(most.jobsOfTenant(), most.bytesOfTenant());
        if (!sender.tenant().isEmpty()) {
            check(below(sender.tenant()), more, own, " of " + sender.tenant());
        }
        if (!sender.user().isEmpty()) {
            check(byUser.getOrDefault(sender.user(), Amount.NOTHING), more, own, " of " + sender.user());
        }
    }

    private static void check(Amount now, Amount more, Amount most, String whose) {
        if (now.jobs() + more.jobs() > most.jobs()) {
            throw new OverBoundsException(now.jobs() + " jobs" + whose + " wait or run, and at most " + most.jobs()
                    + " may; try again when some of them have ended");
        }
        if (now.bytes() + more.bytes() > most.bytes()) {
            throw new OverBoundsException(
                    "the documents of the " + now.jobs() + " jobs" + whose + " that wait or run take "
                            + Bounds.text(now.bytes()) + " of memory, and may take at most " + Bounds.text(most.bytes())
                            + "; try again when some of them have ended");
        }
    }
}
