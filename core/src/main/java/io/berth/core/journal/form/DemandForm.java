package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.Toleration;
import java.util.List;

/** What a task asks for. */
public final class DemandForm {
    private static final Codec<Toleration> TOLERATION = Codec.of(
            (toleration, sink) -> {
                sink.text(toleration.key());
                sink.text(toleration.value());
            },
            source -> new Toleration(source.text(), source.text()));

    private static final Form<Demand> FORM = new Form<>("demand");
    private static final AmountsForm<Demand> AMOUNTS = new AmountsForm<>(FORM, 1, Demand::amounts);
    private static final NumberField<Demand> GPUS = FORM.number(6, "gpus", 0, Demand::gpus);
    private static final NumberField<Demand> GPU_MILLI = FORM.number(7, "gpuMilli", 0, Demand::gpuMilli);
    private static final NumberField<Demand> GPU_MEMORY = FORM.number(8, "gpuMemoryBytes", 0, Demand::gpuMemoryBytes);
    private static final ValueField<Demand, List<String>> MODELS =
            FORM.list(9, "gpuModels", Demand::gpuModels, Codec.TEXT);
    private static final ValueField<Demand, String> KIND = FORM.value(
            10, "kind", Acceptable.GPU, demand -> demand.devices().of().kind(), Codec.TEXT);
    private static final ValueField<Demand, List<ExtendedResource>> EXTENDED = AMOUNTS.extended(11);
    private static final ValueField<Demand, List<Label>> LABELS =
            FORM.list(12, "labels", demand -> demand.where().labels(), NodeForm.LABEL);
    private static final ValueField<Demand, List<Toleration>> TOLERATIONS =
            FORM.list(13, "tolerations", demand -> demand.where().tolerations(), TOLERATION);

    public static final Codec<Demand> CODEC = FORM.made(DemandForm::demand);

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

    private static Demand demand(Values values) {
        Acceptable of = new Acceptable(KIND.of(values), MODELS.of(values));
        List<Label> labels = LABELS.of(values);
        List<Toleration> tolerations = TOLERATIONS.of(values);
        return new Demand(
                AMOUNTS.of(values, EXTENDED),
                DeviceDemand.of(GPUS.whole(values), GPU_MILLI.whole(values), GPU_MEMORY.of(values), of),
                labels.isEmpty() && tolerations.isEmpty() ? NodeTerms.ANY : new NodeTerms(labels, tolerations));
    }
}
