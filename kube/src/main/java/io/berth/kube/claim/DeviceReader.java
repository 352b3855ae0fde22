package io.berth.kube.claim;

import io.berth.kube.object.NodeAffinity;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How one device of a slice is read. */
final class DeviceReader {
    private final String driver;
    private final Map<String, Attribute> attributes = new TreeMap<>();
    private final Map<String, Capacity> capacities = new TreeMap<>();
    private final List<Counters> consumes = new ArrayList<>();
    private final List<DeviceTaint> taints = new ArrayList<>();
    private final List<String> awaited = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final TreeSet<String> unweighed;
    private final SliceReader.ReachReader own = new SliceReader.ReachReader();
    private String name = "";
    private boolean toNode;
    private boolean shareable;

    /**
     * @param driver the domain of names that say none
     * @param ofSlice what its slice says that nothing here weighs
     */
    DeviceReader(String driver, Collection<String> ofSlice) {
        this.driver = driver;
        this.unweighed = new TreeSet<>(ofSlice);
    }

    /** @param reach that of all of its slice; null where each device says its own */
    Device read(Message message, @Nullable Reach reach) {
        for (int field = message.next(); field != 0; field = message.next()) {
            field(field, message);
        }
        if (name.isBlank()) {
            throw new MalformedException("a device without a name");
        }
        return new Device(
                name,
                reach == null ? own.reach() : reach,
                new Qualities(attributes, capacities, List.copyOf(unweighed)),
                List.copyOf(consumes),
                List.copyOf(taints),
                new BindingConditions(toNode, List.copyOf(awaited), List.copyOf(failures)),
                shareable);
    }

    private void field(int field, Message message) {
        switch (field) {
            case 1 -> name = message.text();
            case 2 -> attribute(message);
            case 3 -> capacity(message);
            case 4 -> consumes.add(message.message(inner -> SliceReader.counters(inner, unweighed)));
            case 5 -> own.node(message.text());
            case 6 -> own.selected(message.message(NodeAffinity::ofSelector));
            case 7 -> own.everywhere(message.flag());
            case 8 -> taints.add(message.message(DeviceTaint::read));
            case 9 -> toNode = message.flag();
            case 10 -> awaited.add(message.text());
            case 11 -> failures.add(message.text());
            case 12 -> shareable = message.flag();
            // Of 1.36 and of 1.37: what it takes of the processors and the memory of its node.
            case 13 -> unweighed(message, "nodeAllocatableResourceMappings");
            case 14 -> unweighed(message, "nodeAllocatableResources");
            default -> message.skip();
        }
    }

    private void unweighed(Message message, String name) {
        unweighed.add(name);
        message.skip();
    }

    /** One of a type that this program does not know is as if the device did not say it. */
    private void attribute(Message message) {
        Map<String, Optional<Attribute>> read = new TreeMap<>();
        String key = message.entry(read, Optional.empty(), value -> value.message(DeviceReader::attributeValue));
        Optional<Attribute> value = read.getOrDefault(key, Optional.empty());
        value.ifPresent(said -> attributes.put(Parts.qualified(key, driver), said));
    }

    /** {@code v1 DeviceAttribute}. */
    private static Optional<Attribute> attributeValue(Message message) {
        Attribute value = null;
        List<Attribute> values = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> value = new Attribute.Whole(message.number());
                case 3 -> value = new Attribute.Flag(message.flag());
                case 4 -> value = new Attribute.Text(message.text());
                case 5 -> value = new Attribute.Version(message.text());
                case 6 -> values.add(new Attribute.Whole(message.number()));
                case 7 -> values.add(new Attribute.Flag(message.flag()));
                case 8 -> values.add(new Attribute.Text(message.text()));
                case 9 -> values.add(new Attribute.Version(message.text()));
                default -> message.skip();
            }
        }
        return values.isEmpty() ? Optional.ofNullable(value) : Optional.of(new Attribute.Many(List.copyOf(values)));
    }

    private void capacity(Message message) {
        Map<String, Capacity> read = new TreeMap<>();
        String key = message.entry(
                read, new Capacity(BigDecimal.ZERO, null), value -> value.message(DeviceReader::capacityValue));
        Capacity value = read.get(key);
        if (value != null) {
            capacities.put(key, value);
        }
    }

    /** {@code v1 DeviceCapacity}. */
    private static Capacity capacityValue(Message message) {
        BigDecimal value = BigDecimal.ZERO;
        Capacity.Policy policy = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> value = message.message(Parts::amount);
                case 2 -> policy = message.message(DeviceReader::policy);
                default -> message.skip();
            }
        }
        return new Capacity(value, policy);
    }

    /** {@code v1 CapacityRequestPolicy}. */
    private static Capacity.Policy policy(Message message) {
        BigDecimal usual = null;
        List<BigDecimal> values = new ArrayList<>();
        Capacity.Range range = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> usual = message.message(Parts::amount);
                case 3 -> values.add(message.message(Parts::amount));
                case 4 -> range = message.message(DeviceReader::range);
                default -> message.skip();
            }
        }
        values.sort(null);
        return new Capacity.Policy(usual, List.copyOf(values), range);
    }

    /** {@code v1 CapacityRequestPolicyRange}. */
    private static Capacity.Range range(Message message) {
        BigDecimal min = BigDecimal.ZERO;
        BigDecimal max = null;
        BigDecimal step = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> min = message.message(Parts::amount);
                case 2 -> max = message.message(Parts::amount);
                case 3 -> step = message.message(Parts::amount);
                default -> message.skip();
            }
        }
        return new Capacity.Range(min, max, step);
    }
}
