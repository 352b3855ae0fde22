package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.label.LabelForm;
import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Toleration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What a task asks for. */
public final class DemandForm {
    private static final Codec<Toleration> TOLERATION = Codec.of(
            (toleration, sink) -> {
                sink.text(toleration.key());
                sink.text(toleration.value());
            },
            source -> new Toleration(source.text(), source.text()));

    /** One for taints of a single effect. */
    private static final Codec<Toleration> OF_EFFECT = Codec.of(
            (toleration, sink) -> {
                TOLERATION.write(toleration, sink);
                NodeForm.EFFECT.write(Objects.requireNonNull(toleration.effect()), sink);
            },
            source -> new Toleration(source.text(), source.text(), NodeForm.EFFECT.read(source)));

    private static final Codec<NodeSelectorTerm.Operator> OPERATOR =
            Codec.oneOf("operator of a node selector", NodeSelectorTerm.Operator.class);
    private static final Codec<List<String>> TEXTS = Codec.listOf(Codec.TEXT);
    static final Codec<List<Requirement>> REQUIREMENTS = Codec.listOf(Codec.of(
            (requirement, sink) -> {
                sink.text(requirement.key());
                OPERATOR.write(requirement.operator(), sink);
                TEXTS.write(requirement.values(), sink);
            },
            source -> new Requirement(source.text(), OPERATOR.read(source), TEXTS.read(source))));
    private static final Codec<NodeSelectorTerm> SELECTOR_TERM = Codec.of(
            (term, sink) -> REQUIREMENTS.write(term.requirements(), sink),
            source -> new NodeSelectorTerm(REQUIREMENTS.read(source)));

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
            FORM.list(12, "labels", demand -> demand.where().labels(), LabelForm.CODEC);
    private static final ValueField<Demand, List<Toleration>> TOLERATIONS =
            FORM.list(13, "tolerations", demand -> tolerations(demand, false), TOLERATION);
    private static final ValueField<Demand, List<Toleration>> TOLERATIONS_OF_EFFECT =
            FORM.list(14, "tolerations of an effect", demand -> tolerations(demand, true), OF_EFFECT);
    private static final ValueField<Demand, List<NodeSelectorTerm>> SELECTOR =
            FORM.list(15, "node selector", demand -> demand.where().selector(), SELECTOR_TERM);

    private static final ValueField<Demand, List<PeerRule>> PEERS =
            FORM.list(16, "rules between tasks", Demand::peers, PeerForm.rule(REQUIREMENTS));

    private static final ValueField<Demand, List<Preference>> PREFERENCES =
            FORM.list(17, "preferences", Demand::preferences, PreferenceForm.preference(SELECTOR_TERM, REQUIREMENTS));

    /** The profile of an instance; beside it stand one device and the part of it that counts. */
    private static final ValueField<Demand, String> MIG = FORM.text(25, "mig", DemandForm::profile);

    private static final NumberField<Demand> LINKS =
            FORM.number(30, "links", 0, demand -> demand.devices().linkMegabytes());

    private static final NumberField<Demand> BEST_EFFORT = FORM.flag(115, "best effort", Demand::bestEffort);

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

    private static List<Toleration> tolerations(Demand demand, boolean ofEffect) {
        List<Toleration> all = demand.where().tolerations();
        return all.isEmpty()
                ? all
                : all.stream()
                        .filter(toleration -> toleration.effect() != null == ofEffect)
                        .toList();
    }

    private static NodeTerms where(Values values) {
        List<Label> labels = LABELS.of(values);
        List<Toleration> tolerations = TOLERATIONS.of(values);
        List<Toleration> ofEffect = TOLERATIONS_OF_EFFECT.of(values);
        List<NodeSelectorTerm> selector = SELECTOR.of(values);
        if (labels.isEmpty() && tolerations.isEmpty() && ofEffect.isEmpty() && selector.isEmpty()) {
            return NodeTerms.ANY;
        }
        return new NodeTerms(
                labels, Stream.concat(tolerations.stream(), ofEffect.stream()).toList(), selector);
    }

    private static String profile(Demand demand) {
        return demand.devices() instanceof DeviceDemand.Instance instance ? instance.profile() : "";
    }

    private static DeviceDemand devices(Values values, Acceptable of) {
        String profile = MIG.of(values);
        if (!profile.isEmpty()) {
            return new DeviceDemand.Instance(profile, of);
        }
        DeviceDemand devices = DeviceDemand.of(GPUS.whole(values), GPU_MILLI.whole(values), GPU_MEMORY.of(values), of);
        return devices instanceof DeviceDemand.Whole whole && LINKS.whole(values) > 0
                ? whole.linked(LINKS.whole(values))
                : devices;
    }

    private static Demand demand(Values values) {
        Acceptable of = new Acceptable(KIND.of(values), MODELS.of(values));
        return new Demand(
                AMOUNTS.of(values, EXTENDED),
                devices(values, of),
                where(values),
                PEERS.of(values),
                PREFERENCES.of(values),
                BEST_EFFORT.is(values));
    }
}
