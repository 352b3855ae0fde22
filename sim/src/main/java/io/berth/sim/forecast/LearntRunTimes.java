package io.berth.sim.forecast;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How long jobs run, learnt from those that ended, one after another: the part of the requested time that they ran, or how long where
 * none is requested. A job is taken to be like the last ones of the narrowest group that has some: of its owner with its name and
 * requested time, of its owner with its size and requested time, of its owner, of its queue, of all. One that runs is like those of them
 * that ran for longer than it has.
 *
 * <p>Source: what the last jobs of a user ran says more than what is requested (Tsafrir, Etsion and Feitelson, TPDS 18(6), 2007).
 */
public final class LearntRunTimes {
    /** Jobs of a group that count, the last ones; users change what they do. */
    private static final int RECENT = 30;

    static final int OWN = 0;
    private static final int ALIKE = 1;
    static final int OF_OWNER = 2;
    private static final int OF_QUEUE = 3;
    static final int ALL = 4;

    /** Jobs that must have ended before run times can be drawn of those that nobody knows anything of. */
    public static final int LEAST_ENDED = 10;

    /** How many jobs a group must have, by how wide it is. */
    private static final int[] LEAST = {3, 4, 5, 5, LEAST_ENDED};

    private static final double[] NONE = {};
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");

    private final TreeMap<String, Group> groups;

    /** What is assumed of jobs that still run, by group. */
    private final TreeMap<String, List<Double>> assumed = new TreeMap<>();

    /** Nothing is learnt yet. */
    public LearntRunTimes() {
        groups = new TreeMap<>();
    }

    private LearntRunTimes(TreeMap<String, Group> groups) {
        this.groups = groups;
    }

    /**
     * The same, to which jobs that still run can be added as they may end. Short jobs end first: who learns of ended jobs alone takes the
     * next ones for too short.
     */
    LearntRunTimes assuming() {
        return new LearntRunTimes(groups);
    }

    /** A job of {@code spec} that still runs is taken to end after {@code nanos}. */
    void assume(JobSpec spec, long nanos) {
        if (nanos != Nanos.NEVER) {
            double value = value(spec, nanos);
            for (String key : keys(spec)) {
                assumed.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
            }
        }
    }

    /** The last jobs of a kind. */
    private static final class Group {
        private final double[] last = new double[RECENT];
        private int count;
        private double[] sorted = NONE;

        void add(double value) {
            last[count % RECENT] = value;
            count++;
            sorted = NONE;
        }

        double[] sorted() {
            if (sorted.length == 0) {
                sorted = Arrays.copyOf(last, StrictMath.min(count, RECENT));
                Arrays.sort(sorted);
            }
            return sorted;
        }
    }

    /**
     * What a drawn run time rests on.
     *
     * @param nanos {@link Nanos#NEVER} where nothing is known
     * @param samples how many ended jobs it was drawn from; 0 for none
     */
    record Drawn(long nanos, Basis basis, int samples) {}

    /** A job of {@code spec} ended by itself or at its limit, after {@code ranNanos}. */
    public void ended(JobSpec spec, long ranNanos) {
        double value = value(spec, ranNanos);
        for (String key : keys(spec)) {
            groups.computeIfAbsent(key, _ -> new Group()).add(value);
        }
    }

    /**
     * How long a job runs in all.
     *
     * @param ran how long it has run already
     */
    Drawn draw(JobSpec spec, long ran, Luck luck) {
        boolean requested = spec.estimateNanos() != Nanos.NEVER;
        double unit = requested ? unit(spec) : 1;
        List<String> keys = keys(spec);
        boolean known = requested;
        for (int width = luck.width(); width < keys.size(); width++) {
            double[] values = values(keys.get(width));
            if (values.length < LEAST[width]) {
                continue;
            }
            known = true;
            int first = above(values, ran / unit);
            int left = values.length - first;
            if (left > 0) {
                int chosen = first + StrictMath.min(left - 1, (int) (left * luck.rank(keys.get(width))));
                long nanos = StrictMath.max(1, (long) (values[chosen] * unit));
                return new Drawn(nanos, basis(width), left);
            }
        }
        return known ? unlike(spec, ran) : limited(spec);
    }

    /** What is known of a group, sorted: its last jobs that ended, and those that run. */
    private double[] values(String key) {
        Group group = groups.get(key);
        double[] ended = group == null ? NONE : group.sorted();
        List<Double> more = assumed.get(key);
        if (more == null) {
            return ended;
        }
        double[] all = Arrays.copyOf(ended, ended.length + more.size());
        for (int i = 0; i < more.size(); i++) {
            all[ended.length + i] = more.get(i);
        }
        Arrays.sort(all);
        return all;
    }

    private static double value(JobSpec spec, long nanos) {
        return spec.estimateNanos() == Nanos.NEVER ? nanos : (double) nanos / unit(spec);
    }

    /** Nothing that ended is like it, or it has run for longer than all that is. */
    private static Drawn unlike(JobSpec spec, long ran) {
        long requested = spec.estimateNanos();
        if (requested != Nanos.NEVER && ran < requested) {
            return new Drawn(requested, Basis.ESTIMATE, 0);
        }
        long again = StrictMath.max(1, Nanos.after(ran, ran));
        return new Drawn(StrictMath.min(spec.terms().timeLimitNanos(), again), Basis.OVERRUN, 0);
    }

    /** Of which nothing says how long it runs: until its limit, or for ever. That it has run for a while does not tell when it ends. */
    private static Drawn limited(JobSpec spec) {
        long limit = spec.terms().timeLimitNanos();
        return new Drawn(limit, limit == Nanos.NEVER ? Basis.NONE : Basis.TIME_LIMIT, 0);
    }

    private static int above(double[] sorted, double value) {
        int first = 0;
        while (first < sorted.length && sorted[first] <= value) {
            first++;
        }
        return first;
    }

    private static Basis basis(int width) {
        return switch (width) {
            case OWN -> Basis.SAME_NAME;
            case ALIKE, OF_OWNER -> Basis.SAME_OWNER;
            case OF_QUEUE -> Basis.SAME_QUEUE;
            case ALL -> Basis.ALL_JOBS;
            default -> throw new IllegalArgumentException("There is no group of width (" + width + ").");
        };
    }

    private static double unit(JobSpec spec) {
        return StrictMath.max(1, spec.estimateNanos());
    }

    /** From the narrowest group to the widest; jobs of which a time is requested are never of one group with others. */
    private static List<String> keys(JobSpec spec) {
        String requested = spec.estimateNanos() == Nanos.NEVER ? "" : Long.toString(spec.estimateNanos());
        String kind = requested.isEmpty() ? "free" : "requested";
        String owner = spec.queue() + '\0' + spec.firstProgram().user();
        long size = spec.total(demand -> demand.cpuMilli() + demand.totalGpuMilli());
        List<String> keys = new ArrayList<>();
        keys.add("name\0" + owner + '\0' + requested + '\0'
                + INDEX.matcher(spec.name()).replaceFirst(""));
        keys.add("alike\0" + owner + '\0' + requested + '\0' + size);
        keys.add("owner\0" + owner + '\0' + kind);
        keys.add("queue\0" + spec.queue() + '\0' + kind);
        keys.add("all\0" + kind);
        return keys;
    }
}
