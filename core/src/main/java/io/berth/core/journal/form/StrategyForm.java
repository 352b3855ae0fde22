package io.berth.core.journal.form;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.OptionalField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.core.strategy.WorkRange;
import io.berth.core.strategy.WorkRule;
import io.berth.core.workload.JobKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A strategy: its name, each kind of part as a field, absent where it is the default of its kind, the plugins they came from, and classes of work. */
public final class StrategyForm {
    private static final int POLICY = 0;
    private static final int WEIGHTED = 1;
    private static final int LEXICOGRAPHIC = 2;

    /** Far above those of the kinds, which count up from 2. */
    private static final int PLUGINS_NUMBER = 100;

    private static final int CLASSES_NUMBER = 190;

    private static final Codec<PolicySpec> PART_POLICY = policy();
    private static final Codec<List<PolicySpec>> POLICIES = Codec.listOf(PART_POLICY);
    private static final Codec<List<PartSpec.Weighed>> WEIGHED = Codec.listOf(Codec.of(
            (part, sink) -> {
                PART_POLICY.write(part.policy(), sink);
                sink.fixedLong(Double.doubleToLongBits(part.weight()));
            },
            source -> new PartSpec.Weighed(PART_POLICY.read(source), Double.longBitsToDouble(source.fixedLong()))));
    private static final Codec<PartSpec> PART = Codec.of(StrategyForm::part, StrategyForm::part);

    private static final Form<StrategySpec> FORM = new Form<>("strategy");
    private static final ValueField<StrategySpec, String> NAME = FORM.text(1, "name", StrategySpec::name);
    private static final Map<PolicyKind, ValueField<StrategySpec, PartSpec>> PARTS = parts();

    private static final ValueField<StrategySpec, List<PluginOrigin>> PLUGINS =
            FORM.list(PLUGINS_NUMBER, "plugins", StrategySpec::plugins, plugin());

    private static final ValueField<StrategySpec, List<WorkClass>> CLASSES =
            FORM.list(CLASSES_NUMBER, "classes", StrategySpec::classes, workClass());

    public static final Codec<StrategySpec> CODEC = FORM.made(StrategyForm::strategy);

    private StrategyForm() {}

    /** Kinds in the order in which they are declared: a new one goes behind the others. */
    private static Map<PolicyKind, ValueField<StrategySpec, PartSpec>> parts() {
        Map<PolicyKind, ValueField<StrategySpec, PartSpec>> parts = new EnumMap<>(PolicyKind.class);
        for (PolicyKind kind : PolicyKind.values()) {
            int number = 2 + kind.ordinal();
            parts.put(kind, FORM.value(number, kind.key(), kind.fallback(), spec -> spec.part(kind), PART));
        }
        return parts;
    }

    private static StrategySpec strategy(Values values) {
        Map<PolicyKind, PartSpec> parts = new EnumMap<>(PolicyKind.class);
        PARTS.forEach((kind, field) -> parts.put(kind, field.of(values)));
        return new StrategySpec(NAME.of(values), parts, PLUGINS.of(values), CLASSES.of(values));
    }

    /** A class: its name, which jobs, and each of its parts, absent where it has none of that kind. */
    private static Codec<WorkClass> workClass() {
        Form<WorkClass> form = new Form<>("class of work");
        var name = form.text(1, "name", WorkClass::name);
        var kinds = form.list(2, "kinds", of -> of.when().kinds(), Codec.oneOf("kind of job", JobKind.class));
        var gpus = range(form, 3, "GPUs", of -> of.when().gpuMilli());
        var tasks = range(form, 4, "tasks", of -> of.when().tasks());
        var seconds = range(form, 5, "seconds", of -> of.when().seconds());
        var restarts = range(form, 6, "restarts", of -> of.when().restarts());
        var queues = form.list(7, "queues", of -> of.when().queues(), Codec.TEXT);
        var names = form.list(8, "names", of -> of.when().names(), Codec.TEXT);
        var links = form.flag(9, "links", of -> of.when().links());
        Map<PolicyKind, OptionalField<WorkClass, PartSpec>> parts = new EnumMap<>(PolicyKind.class);
        int number = 10;
        for (PolicyKind kind : WorkClass.KINDS) {
            parts.put(kind, form.optional(number++, kind.key(), of -> of.parts().get(kind), PART));
        }
        return form.made(values -> {
            Map<PolicyKind, PartSpec> own = new EnumMap<>(PolicyKind.class);
            parts.forEach((kind, field) -> {
                PartSpec part = field.of(values);
                if (part != null) {
                    own.put(kind, part);
                }
            });
            WorkRule when = new WorkRule(
                    kinds.of(values),
                    gpus.of(values),
                    tasks.of(values),
                    seconds.of(values),
                    restarts.of(values),
                    queues.of(values),
                    names.of(values),
                    links.is(values));
            return new WorkClass(name.of(values), when, own);
        });
    }

    private static ValueField<WorkClass, WorkRange> range(
            Form<WorkClass> form, int number, String name, Function<WorkClass, WorkRange> getter) {
        Codec<WorkRange> codec = Codec.of(
                (range, sink) -> {
                    sink.fixedLong(range.least());
                    sink.fixedLong(range.most());
                },
                source -> new WorkRange(source.fixedLong(), source.fixedLong()));
        return form.value(number, name, WorkRange.ANY, getter, codec);
    }

    private static Codec<PluginOrigin> plugin() {
        Form<PluginOrigin> form = new Form<>("plugin");
        var name = form.text(1, "name", PluginOrigin::name);
        var version = form.text(2, "version", PluginOrigin::version);
        var jar = form.text(3, "jar", PluginOrigin::jar);
        var sha256 = form.text(4, "SHA-256", PluginOrigin::sha256);
        return form.made(
                values -> new PluginOrigin(name.of(values), version.of(values), jar.of(values), sha256.of(values)));
    }

    private static Codec<PolicySpec> policy() {
        Form<PolicySpec> form = new Form<>("policy");
        var name = form.text(1, "name", PolicySpec::name);
        var parameters = form.value(
                2, "parameters", PolicySpec.of("").parameters(), PolicySpec::parameters, Codec.mapOf(Codec.TEXT));
        return form.made(values -> new PolicySpec(name.of(values), parameters.of(values)));
    }

    private static void part(PartSpec part, ByteSink sink) {
        switch (part) {
            case PolicySpec one -> {
                sink.put(POLICY);
                PART_POLICY.write(one, sink);
            }
            case PartSpec.Weighted weighted -> {
                sink.put(WEIGHTED);
                WEIGHED.write(weighted.parts(), sink);
            }
            case PartSpec.Lexicographic ordered -> {
                sink.put(LEXICOGRAPHIC);
                POLICIES.write(ordered.policies(), sink);
            }
        }
    }

    private static PartSpec part(ByteSource source) {
        int kind = source.get();
        return switch (kind) {
            case POLICY -> PART_POLICY.read(source);
            case WEIGHTED -> new PartSpec.Weighted(WEIGHED.read(source));
            case LEXICOGRAPHIC -> new PartSpec.Lexicographic(POLICIES.read(source));
            default -> throw new CorruptRecordException("unknown kind of a strategy's part " + kind);
        };
    }
}
