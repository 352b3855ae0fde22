package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import java.util.List;

/** What a task asks for. */
public final class DemandForm {
    private static final Form<Demand> FORM = new Form<>("demand");
    private static final NumberField<Demand> CPU = FORM.number(1, "cpuMilli", 0, Demand::cpuMilli);
    private static final NumberField<Demand> MEMORY = FORM.number(2, "memoryBytes", 0, Demand::memoryBytes);
    private static final NumberField<Demand> DISK = FORM.number(3, "diskBytes", 0, Demand::diskBytes);
    private static final NumberField<Demand> DISK_IO = FORM.number(4, "diskIo", 0, Demand::diskIoBytesPerSecond);
    private static final NumberField<Demand> NETWORK = FORM.number(5, "network", 0, Demand::networkBytesPerSecond);
    private static final NumberField<Demand> GPUS = FORM.number(6, "gpus", 0, Demand::gpus);
    private static final NumberField<Demand> GPU_MILLI = FORM.number(7, "gpuMilli", 0, Demand::gpuMilli);
    private static final NumberField<Demand> GPU_MEMORY = FORM.number(8, "gpuMemoryBytes", 0, Demand::gpuMemoryBytes);
    private static final ValueField<Demand, List<String>> MODELS =
            FORM.list(9, "gpuModels", Demand::gpuModels, Codec.TEXT);

    public static final Codec<Demand> CODEC = FORM.made(values -> new Demand(
            CPU.of(values),
            MEMORY.of(values),
            DISK.of(values),
            DISK_IO.of(values),
            NETWORK.of(values),
            GPUS.whole(values),
            GPU_MILLI.whole(values),
            GPU_MEMORY.of(values),
            MODELS.of(values)));

    /** What is absent where a demand is. */
    public static final Demand NOTHING = Demand.cpu(0, 0);

    private DemandForm() {}

    /** How often demands are asked for. */
    public static Codec<List<DemandCount>> mix() {
        Form<DemandCount> form = new Form<>("demand of a mix");
        var demand = form.value(1, "demand", NOTHING, DemandCount::demand, CODEC);
        var count = form.number(2, "count", 0, DemandCount::count);
        return Codec.listOf(form.made(values -> new DemandCount(demand.of(values), count.of(values))));
    }
}
