package io.berth.core.journal.earlier;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.BootTime;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.ArrayList;
import java.util.List;

/** Nodes, demands and clocks of format versions 1 and 2. */
public final class EarlierNodes {
    private EarlierNodes() {}

    public static Demand demand(ByteSource source) {
        Amounts amounts = amounts(source);
        int gpus = source.integer();
        int gpuMilli = source.integer();
        long gpuMemoryBytes = source.number();
        return new Demand(amounts, DeviceDemand.of(gpus, gpuMilli, gpuMemoryBytes, Acceptable.gpus(texts(source))));
    }

    public static NodeSpec node(ByteSource source) {
        String name = source.text();
        Amounts capacity = amounts(source);
        int maxTasks = source.integer();
        int gpus = source.integer();
        String model = source.text();
        return new NodeSpec(name, capacity, maxTasks, NodeSpec.gpus(gpus, model, source.number()));
    }

    private static Amounts amounts(ByteSource source) {
        return new Amounts(source.number(), source.number(), source.number(), source.number(), source.number());
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
