package io.berth.kube.dump;

import io.berth.core.time.Nanos;
import io.berth.kube.object.Meta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** For how long pods run that have not ended: as they say, as others of their owner did, or as somebody says of all. */
final class RunTimes {
    /** What makes names differ that were made of one: the parts that controllers append. */
    private static final Pattern MADE = Pattern.compile("(-([0-9]+|[a-z0-9]{5}|[0-9a-f]{8,10}))+$");

    private final Map<String, Long> medians = new HashMap<>();
    private final long otherNanos;

    /** Who says so. */
    enum Source {
        POD("as their annotation " + PodDump.RUN_TIME + " says"),
        DEADLINE("until activeDeadlineSeconds"),
        OTHERS("as long as the median of those of the same owner that ended"),
        FALLBACK("as --run-time says");

        private final String text;

        Source(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** So long, as somebody says. */
    record Guess(long nanos, Source source) {}

    /** @param otherNanos of those of which nothing is known */
    RunTimes(Collection<DumpedPod> pods, long otherNanos) {
        this.otherNanos = otherNanos;
        Map<String, List<Long>> ran = new HashMap<>();
        for (DumpedPod pod : pods) {
            if (pod.life().ranSeconds() > 0 && pod.pod().over()) {
                ran.computeIfAbsent(owner(pod), _ -> new ArrayList<>())
                        .add(pod.life().ranSeconds());
            }
        }
        ran.forEach((owner, seconds) -> {
            seconds.sort(null);
            medians.put(owner, seconds.get(seconds.size() / 2) * Nanos.SECOND);
        });
    }

    Guess of(DumpedPod pod) {
        if (pod.wish().runNanos() > 0) {
            return new Guess(pod.wish().runNanos(), Source.POD);
        }
        long deadline = pod.pod().spec().deadlineSeconds();
        if (deadline > 0 && deadline < Nanos.NEVER / Nanos.SECOND) {
            return new Guess(deadline * Nanos.SECOND, Source.DEADLINE);
        }
        Long median = medians.get(owner(pod));
        return median == null ? new Guess(otherNanos, Source.FALLBACK) : new Guess(median, Source.OTHERS);
    }

    /** How many of {@code pods} have not ended and are not held back, by who says how long they run. */
    Map<Source, Long> counted(Collection<DumpedPod> pods) {
        Map<Source, Long> counts = new EnumMap<>(Source.class);
        pods.stream()
                .filter(pod -> pod.life().ended() == 0 && !pod.pod().spec().gated())
                .forEach(pod -> counts.merge(of(pod).source(), 1L, Long::sum));
        return counts;
    }

    /** Who made it: in its namespace, its controller, or what its name began with. */
    private static String owner(DumpedPod pod) {
        Meta meta = pod.pod().meta();
        Meta.Owner owner = meta.owner();
        String name = owner == null ? meta.name() : owner.name();
        return meta.key().namespace() + "/" + MADE.matcher(name).replaceFirst("");
    }
}
