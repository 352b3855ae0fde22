package io.berth.core.journal.form;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;

/** A node as it is declared. */
public final class NodeForm {
    private static final Form<NodeSpec> FORM = new Form<>("node");
    private static final ValueField<NodeSpec, String> NAME = FORM.text(1, "name", NodeSpec::name);
    private static final NumberField<NodeSpec> CPU = FORM.number(2, "cpuMilli", 0, NodeSpec::cpuMilli);
    private static final NumberField<NodeSpec> MEMORY = FORM.number(3, "memoryBytes", 0, NodeSpec::memoryBytes);
    private static final NumberField<NodeSpec> DISK = FORM.number(4, "diskBytes", 0, NodeSpec::diskBytes);
    private static final NumberField<NodeSpec> DISK_IO = FORM.number(5, "diskIo", 0, NodeSpec::diskIoBytesPerSecond);
    private static final NumberField<NodeSpec> NETWORK = FORM.number(6, "network", 0, NodeSpec::networkBytesPerSecond);
    private static final NumberField<NodeSpec> TASKS =
            FORM.number(7, "maxTasks", Integer.MAX_VALUE, NodeSpec::maxTasks);
    private static final NumberField<NodeSpec> GPUS = FORM.number(8, "gpus", 0, NodeSpec::gpus);
    private static final ValueField<NodeSpec, String> MODEL = FORM.text(9, "gpuModel", NodeSpec::gpuModel);
    private static final NumberField<NodeSpec> GPU_MEMORY =
            FORM.number(10, "gpuMemoryBytes", 0, NodeSpec::gpuMemoryBytes);

    public static final Codec<NodeSpec> CODEC = FORM.made(values -> new NodeSpec(
            NAME.of(values),
            CPU.of(values),
            MEMORY.of(values),
            DISK.of(values),
            DISK_IO.of(values),
            NETWORK.of(values),
            TASKS.whole(values),
            GPUS.whole(values),
            MODEL.of(values),
            GPU_MEMORY.of(values)));

    private NodeForm() {}
}
