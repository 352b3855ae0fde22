package io.berth.kube.claim;

import io.berth.kube.object.Meta;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How one slice is read. */
final class SliceReader {
    private final List<byte[]> devices = new ArrayList<>();
    private final List<Counters> shared = new ArrayList<>();
    private final ReachReader reach = new ReachReader();
    private String driver = "";
    private PoolVersion pool = new PoolVersion("", "", 0, 0);
    private boolean eachItself;
    private final TreeSet<String> unweighed = new TreeSet<>();

    private SliceReader() {}

    static Slice read(Message message) {
        Meta meta = null;
        SliceReader reader = new SliceReader();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> message.message(reader::spec);
                default -> message.skip();
            }
        }
        if (meta == null
                || !meta.named()
                || reader.driver.isEmpty()
                || reader.pool.name().isEmpty()) {
            throw new MalformedException("a slice of a pool of devices without name, UID, driver or pool");
        }
        return reader.slice(meta);
    }

    private Slice slice(Meta meta) {
        // Which nodes reach them, and the domain of their names, may be told after them.
        List<Device> read = new ArrayList<>();
        for (byte[] device : devices) {
            read.add(new DeviceReader(driver, unweighed).read(Message.of(device), eachItself ? null : reach.reach()));
        }
        PoolVersion version = new PoolVersion(driver, pool.name(), pool.generation(), pool.slices());
        return new Slice(meta, version, List.copyOf(read), List.copyOf(shared));
    }

    /** {@code v1 ResourceSliceSpec}. */
    private boolean spec(Message message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> driver = message.text();
                case 2 -> pool = message.message(SliceReader::pool);
                case 3 -> reach.node(message.text());
                case 4 -> reach.selected(message.message(NodeAffinity::ofSelector));
                case 5 -> reach.everywhere(message.flag());
                case 6 -> devices.add(message.bytes());
                case 7 -> eachItself = message.flag();
                case 8 -> shared.add(message.message(inner -> counters(inner, new TreeSet<>())));
                case 10 -> {
                    // What its node leaves out for it, nodes must know of.
                    unweighed.add("skipNodeOperations");
                    message.skip();
                }
                default -> message.skip();
            }
        }
        return true;
    }

    /** {@code v1 ResourcePool}. */
    private static PoolVersion pool(Message message) {
        String name = "";
        long generation = 0;
        long slices = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 2 -> generation = message.number();
                case 3 -> slices = message.number();
                default -> message.skip();
            }
        }
        return new PoolVersion("", name, generation, slices);
    }

    /**
     * {@code v1 CounterSet} or {@code DeviceCounterConsumption}.
     *
     * @param unweighed to which is added what the second says that nothing here weighs
     */
    static Counters counters(Message message, Set<String> unweighed) {
        String set = "";
        Map<String, BigDecimal> amounts = new TreeMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> set = message.text();
                case 2 ->
                    message.entry(
                            amounts,
                            BigDecimal.ZERO,
                            counter -> counter.message(inner -> inner.each(1, Parts::amount)).stream()
                                    .findFirst()
                                    .orElse(BigDecimal.ZERO));
                case 3 -> {
                    unweighed.add("compatibilityGroups");
                    message.skip();
                }
                default -> message.skip();
            }
        }
        return new Counters(set, amounts);
    }

    /** From where; nowhere as long as nobody says. */
    static final class ReachReader {
        private @Nullable Reach reach;

        void node(String name) {
            if (!name.isEmpty()) {
                reach = new Reach.OnNode(name);
            }
        }

        void selected(NodeAffinity nodes) {
            reach = new Reach.Selected(nodes);
        }

        void everywhere(boolean all) {
            if (all) {
                reach = new Reach.Everywhere();
            }
        }

        Reach reach() {
            return reach == null ? new Reach.Selected(new NodeAffinity(List.of())) : reach;
        }
    }
}
