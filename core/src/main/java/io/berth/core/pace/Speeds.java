package io.berth.core.pace;

import io.berth.core.pace.Learnt.From;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.RunProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How fast jobs were on models of devices, learnt from those that ended: their expected run time against the one that they took. Jobs are
 * alike that have the same queue, user and name but for the numbers at its end; of those that expect nothing, all are taken to be as long.
 *
 * <p>For a model that jobs like it never ran on, what they did on another is multiplied by what other jobs gain from the one to the other:
 * the mean over all that ran on both, each counting as often as it was seen on that of which less is known. Of a logarithm, so that twice as
 * fast and half as fast make even.
 */
public final class Speeds {
    /** So many kinds of alike jobs are known, those of which something was seen last. */
    static final int MOST_ALIKE = 256;

    /** On so many models each. */
    static final int MOST_MODELS = 32;

    /** What was seen before so many others counts as good as nothing. */
    static final int MEMORY = 32;

    /** What ran for less says more of how jobs begin than of their devices. */
    private static final long LEAST_NANOS = Nanos.SECOND;

    private final TreeMap<String, TreeMap<String, Observed>> alike = new TreeMap<>();
    /** What other jobs gain from one model to another; follows from the rest, and is made when asked for. */
    private final TreeMap<String, Double> gains = new TreeMap<>();

    private long observations;
    private boolean learns;

    /** True where what jobs do is learnt from now on; what was is kept. */
    public void learns(boolean whether) {
        learns = whether;
    }

    /** True where what jobs do is learnt. */
    public boolean learns() {
        return learns;
    }

    /** Which jobs are like one of {@code spec}. */
    public static String alike(JobSpec spec) {
        String name = spec.name();
        int end = name.length();
        while (end > 0 && isNumbering(name.charAt(end - 1))) {
            end--;
        }
        String expects = spec.estimateNanos() == Nanos.NEVER ? "?" : "";
        return spec.queue() + "/" + spec.firstProgram().user() + "/" + name.substring(0, end) + expects;
    }

    private static boolean isNumbering(char character) {
        return character >= '0' && character <= '9' || character == '-' || character == '_' || character == '.';
    }

    /** A job of {@code spec} did all its work on devices of {@code model}, in {@code ranNanos}, with as many tasks as it may have. */
    public void ran(JobSpec spec, String model, long ranNanos) {
        boolean told = !spec.profile().speeds().isEmpty() && !spec.profile().hidden();
        if (!learns || told || ranNanos < LEAST_NANOS) {
            return;
        }
        long expected = spec.estimateNanos() == Nanos.NEVER ? Nanos.HOUR : spec.estimateNanos();
        observe(alike(spec), model, StrictMath.log((double) StrictMath.max(1, expected) / ranNanos));
    }

    private void observe(String jobs, String model, double logarithm) {
        TreeMap<String, Observed> seen = alike.computeIfAbsent(jobs, _ -> new TreeMap<>());
        Observed before = seen.get(model);
        if (before == null && seen.size() >= MOST_MODELS) {
            return;
        }
        observations++;
        seen.put(
                model,
                before == null
                        ? Observed.first(jobs, model, observations, logarithm)
                        : before.and(observations, logarithm, MEMORY));
        gains.clear();
        if (alike.size() > MOST_ALIKE) {
            alike.remove(stalest());
        }
    }

    private String stalest() {
        String stalest = alike.firstKey();
        long last = Long.MAX_VALUE;
        for (var entry : alike.entrySet()) {
            long seen = entry.getValue().values().stream()
                    .mapToLong(Observed::last)
                    .max()
                    .orElse(0);
            if (seen < last) {
                stalest = entry.getKey();
                last = seen;
            }
        }
        return stalest;
    }

    /**
     * How fast a job of {@code spec} is on {@code model}.
     *
     * @param measuredOn the model on which it told of its progress, for which its run time counts from then on; null where it did not
     */
    public Learnt of(JobSpec spec, @Nullable String measuredOn, String model) {
        RunProfile profile = spec.profile();
        if (!profile.speeds().isEmpty() && !profile.hidden()) {
            return new Learnt(profile.on(model), From.TOLD, 0, 0);
        }
        if (model.equals(measuredOn)) {
            return new Learnt(RunProfile.TOLD, From.MEASURED, 1, 0);
        }
        TreeMap<String, Observed> seen = alike.getOrDefault(alike(spec), new TreeMap<>());
        if (measuredOn != null) {
            return against(seen, measuredOn, model);
        }
        Observed here = seen.get(model);
        if (here != null) {
            return learnt(here.mean(), here, From.ALIKE);
        }
        Observed best = seen.values().stream()
                .max(Comparator.comparingLong(Observed::count))
                .orElse(null);
        if (best == null) {
            return nothing();
        }
        Learnt gain = gain(best.model(), model);
        return gain.from() == From.NOTHING
                ? gain
                : learnt(best.mean() + StrictMath.log((double) gain.millionths() / RunProfile.TOLD), best, gain.from());
    }

    /** Of one whose run time counts for {@code base}. */
    private Learnt against(TreeMap<String, Observed> seen, String base, String model) {
        Observed there = seen.get(base);
        Observed here = seen.get(model);
        return there == null || here == null
                ? gain(base, model)
                : learnt(here.mean() - there.mean(), here.count() < there.count() ? here : there, From.ALIKE);
    }

    /** How much faster jobs are on {@code to} than on {@code from}. */
    private Learnt gain(String from, String to) {
        double mean = gains.computeIfAbsent(from + "\n" + to, _ -> meanGain(from, to));
        if (!Double.isNaN(mean)) {
            return new Learnt(millionths(mean), From.OTHERS, 0, 0);
        }
        double chips = ChipSpeeds.ratio(to, from);
        return Double.isNaN(chips) ? nothing() : new Learnt(millionths(StrictMath.log(chips)), From.CHIP, 0, 0);
    }

    private double meanGain(String from, String to) {
        double sum = 0;
        double weights = 0;
        for (TreeMap<String, Observed> seen : alike.values()) {
            Observed one = seen.get(from);
            Observed other = seen.get(to);
            if (one != null && other != null) {
                double weight = StrictMath.min(MEMORY, StrictMath.min(one.count(), other.count()));
                sum += weight * (other.mean() - one.mean());
                weights += weight;
            }
        }
        return sum / weights;
    }

    private static Learnt learnt(double logarithm, Observed of, From from) {
        return new Learnt(millionths(logarithm), from, of.count(), StrictMath.sqrt(of.variance()));
    }

    private static Learnt nothing() {
        return new Learnt(RunProfile.TOLD, From.NOTHING, 0, 0);
    }

    private static long millionths(double logarithm) {
        double speed = StrictMath.exp(logarithm) * RunProfile.TOLD;
        return (long) StrictMath.max(1, StrictMath.min(RunProfile.MOST, speed));
    }

    /** All that was seen, by jobs and model. */
    public List<Observed> observed() {
        List<Observed> all = new ArrayList<>();
        alike.values().forEach(seen -> all.addAll(seen.values()));
        return all;
    }

    /** Becomes what {@link #observed} told. */
    public void restore(List<Observed> all) {
        for (Observed one : all) {
            alike.computeIfAbsent(one.alike(), _ -> new TreeMap<>()).put(one.model(), one);
            observations = StrictMath.max(observations, one.last());
        }
    }
}
