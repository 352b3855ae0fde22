package io.berth.core.journal.earlier;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.BootTime;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.List;

/** Nodes, demands and clocks of format versions 1 and 2. */
public final class EarlierNodes {
    private EarlierNodes() {}

    public static Demand demand(ByteSource source) {
        return new Demand(
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.integer(),
                source.integer(),
                source.number(),
                texts(source));
    }

    public static NodeSpec node(ByteSource source) {
        return new NodeSpec(
                source.text(),
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.integer(),
                source.integer(),
                source.text(),
                source.number());
    }

    public static List<DemandCount> mix(ByteSource source) {
        int count = source.count();
        List<DemandCount> mix = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            mix.add(new DemandCount(demand(source), source.number()));
        }
        return mix;
    }

    public static BootTime boot(ByteSource source) {
        return new BootTime(source.text(), source.number(), source.number());
    }

    static List<String> texts(ByteSource source) {
        int count = source.count();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(source.text());
        }
        return texts;
    }
}
