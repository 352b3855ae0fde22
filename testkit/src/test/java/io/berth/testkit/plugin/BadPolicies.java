package io.berth.testkit.plugin;

import io.berth.core.catalog.Entry;
import io.berth.core.catalog.Plugin;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Order;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Placer.Picked;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Scorer;
import io.berth.core.policy.Waiting;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/** A plugin whose policies each do one thing that a policy must not, now and then, as their input says. */
final class BadPolicies implements Plugin {
    private static final long RARE = 9;

    @Override
    public String name() {
        return "bad";
    }

    @Override
    public String version() {
        return "0.1";
    }

    @Override
    public List<Entry<Order>> orders() {
        List<Entry<Order>> orders = new ArrayList<>();
        orders.add(order("throws-for-a-job", (KeyedOrder) (job, now) -> {
            if (job.id() % RARE == 7) {
                throw new IllegalStateException("job " + job.id() + " is not to my liking");
            }
            return job.submitNanos();
        }));
        orders.add(order("throws-later", new ThrowsLater()));
        orders.add(order("chooses-beyond", new ChoosesBeyond()));
        return orders;
    }

    @Override
    public List<Entry<Placer>> placements() {
        List<Entry<Placer>> places = new ArrayList<>();
        Scorer high = (_, node, _) -> node == 1 ? Long.MAX_VALUE : node;
        Scorer deep = (_, node, shape) -> shape.demand().gpus() > 0 ? depth(node) : node;
        Scorer unlinked = (_, _, shape) -> {
            if (shape.demand().gpus() > 0) {
                throw new NoSuchMethodError("of another Berth");
            }
            return 0;
        };
        Picker beyond =
                (candidates, _) -> candidates.count() > 1 ? candidates.nodes().count() : candidates.at(0);
        Picker below = (candidates, _) -> candidates.count() > 2 ? -1 : candidates.at(0);
        Picker unfit = (candidates, _) -> 0;
        GpuPicker none = (_, node, _, _) -> node == 0 ? -1 : 64;
        places.add(place("scores-too-high", new Scored(high)));
        places.add(place("recurses", new Scored(deep)));
        places.add(place("built-for-another", new Scored(unlinked)));
        places.add(place("picks-beyond", new Picked(beyond)));
        places.add(place("picks-below", new Picked(below)));
        places.add(place("picks-what-does-not-fit", new Picked(unfit)));
        places.add(place("picks-no-device", new Scored((_, _, _) -> 0, none, 0)));
        places.add(new Entry<>("cannot-be-made-for-many", "", "", List.of(), (_, facts) -> {
            if (facts.maxGpuMilli() > 1000) {
                throw new UnsupportedOperationException("for so many");
            }
            return new Scored((_, _, _) -> 0);
        }));
        return places;
    }

    private static int depth(int of) {
        return 1 + depth(of + 1);
    }

    private static Entry<Order> order(String name, Order order) {
        return new Entry<>(name, "", "", List.of(), (_, _) -> order);
    }

    private static Entry<Placer> place(String name, Placer placer) {
        return new Entry<>(name, "", "", List.of(), (_, _) -> placer);
    }

    /** When it is sorted anew, and when the engine asks whose room may be taken. */
    private static final class ThrowsLater implements KeyedOrder {
        @Override
        public long key(QueuedJob job, long now) {
            if (now > Nanos.MINUTE) {
                throw new ArithmeticException("later than I can count");
            }
            return -job.submitNanos();
        }

        @Override
        public boolean changesWithTime() {
            return true;
        }

        @Override
        public long weakensNanos(QueuedJob running, long now) {
            throw new UnsupportedOperationException("weakens");
        }
    }

    private static final class ChoosesBeyond implements Chooser {
        @Override
        public int choose(Waiting waiting) {
            return waiting.size() > 2 ? waiting.size() : 0;
        }
    }
}
