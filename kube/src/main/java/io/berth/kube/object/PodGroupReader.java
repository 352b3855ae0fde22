package io.berth.kube.object;

import io.berth.kube.object.PodGroup.Disruption;
import io.berth.kube.object.PodGroupVersion.Numbers;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one PodGroup of a version. */
final class PodGroupReader {
    private final PodGroupVersion version;
    private final Numbers numbers;
    private final TreeSet<String> unknown = new TreeSet<>();
    private int least;
    private String topology = "";
    private final List<Pod.DevicesClaimed> claims = new ArrayList<>();
    private boolean all;
    private @Nullable Integer priority;
    private boolean preempts = true;
    private boolean started;
    private boolean specified;

    PodGroupReader(PodGroupVersion version) {
        this.version = version;
        this.numbers = version.numbers();
    }

    PodGroup read(Message message) {
        Meta meta = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> message.message(this::spec);
                case 3 -> message.message(this::status);
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named() || !specified) {
            throw new MalformedException("a PodGroup without name, UID or spec");
        }
        Disruption disruption = new Disruption(all, priority, preempts);
        PodGroup.Together together = new PodGroup.Together(least, topology, claims);
        return new PodGroup(meta, version, together, disruption, List.copyOf(unknown), started);
    }

    private PodGroupReader spec(Message spec) {
        specified = true;
        for (int field = spec.next(); field != 0; field = spec.next()) {
            if (field == numbers.policy()) {
                least = spec.message(PodGroupReader::least);
            } else if (field == numbers.constraints()) {
                spec.message(this::constraints);
            } else if (field == numbers.claims()) {
                claims.add(spec.message(claim -> PodReader.claimed(claim, 2, 3)));
            } else if (field == numbers.parent()) {
                composite(spec.text());
            } else if (field == numbers.disruption()) {
                all = disruptsAll(spec);
            } else if (field == numbers.priority()) {
                priority = spec.whole();
            } else if (field == numbers.preemption()) {
                preempts = !spec.text().equals("Never");
            } else {
                spec.skip();
            }
        }
        return this;
    }

    /** Groups of groups, of which some must start together: which one, a pod is told. */
    private void composite(String parent) {
        if (!parent.isEmpty()) {
            unknown.add("parentCompositePodGroupName " + parent);
        }
    }

    private PodGroupReader constraints(Message constraints) {
        List<String> keys = constraints.each(1, key -> key.only(1));
        topology = keys.isEmpty() ? "" : keys.getFirst();
        if (keys.size() > 1) {
            // Servers take one alone.
            unknown.add("schedulingConstraints.topology[1]");
        }
        return this;
    }

    /** A word in the first version, one of two messages since. */
    private boolean disruptsAll(Message spec) {
        return version == PodGroupVersion.V1ALPHA2
                ? spec.text().equals("PodGroup")
                : !spec.message(mode -> mode.each(2, empty -> empty.only(1))).isEmpty();
    }

    private PodGroupReader status(Message status) {
        started = status.each(1, this::saysStarted).contains(true);
        return this;
    }

    /** {@code meta/v1 Condition}. */
    private boolean saysStarted(Message condition) {
        String type = "";
        String is = "";
        for (int field = condition.next(); field != 0; field = condition.next()) {
            switch (field) {
                case 1 -> type = condition.text();
                case 2 -> is = condition.text();
                default -> condition.skip();
            }
        }
        return type.equals(version.condition()) && is.equals("True");
    }

    /** {@code PodGroupSchedulingPolicy}. */
    private static int least(Message policy) {
        Function<Message, Integer> gang = message -> {
            int count = 0;
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 1) {
                    count = message.whole();
                } else {
                    message.skip();
                }
            }
            return count;
        };
        return policy.each(2, gang).stream().findFirst().orElse(0);
    }
}
