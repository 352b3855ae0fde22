package io.berth.spec.strategy;

import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.WorkClass;
import io.berth.core.strategy.WorkRange;
import io.berth.core.strategy.WorkRule;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import io.berth.spec.schema.Fields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads the classes of work of a strategy. */
final class ClassReader {
    private final BiFunction<PolicyKind, Tree, PartSpec> parts;

    /** @param parts reads a part of a kind */
    ClassReader(BiFunction<PolicyKind, Tree, PartSpec> parts) {
        this.parts = parts;
    }

    /** The classes in {@code tree}, whose shape was checked: a list, or the word for those that Berth has. */
    List<WorkClass> read(Tree tree) {
        if (!(tree instanceof Tree.Items)) {
            return WorkClass.DEFAULTS;
        }
        List<WorkClass> classes = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Tree item : tree.items()) {
            WorkClass each = one(item);
            if (!names.add(each.name())) {
                throw InputException.at(
                        item, "the class " + Quote.of(each.name()) + " is there twice; give one another name");
            }
            classes.add(each);
        }
        return classes;
    }

    private WorkClass one(Tree tree) {
        Fields fields = ClassSchema.CLASS.read(tree);
        Map<PolicyKind, PartSpec> own = new EnumMap<>(PolicyKind.class);
        for (PolicyKind kind : WorkClass.KINDS) {
            if (fields.has(kind.key())) {
                own.put(kind, parts.apply(kind, fields.value(kind.key())));
            }
        }
        if (own.isEmpty() || fields.text("name").isBlank()) {
            throw InputException.at(
                    tree,
                    "needs a name, and one of "
                            + String.join(
                                    ", ",
                                    WorkClass.KINDS.stream()
                                            .map(PolicyKind::key)
                                            .toList())
                            + ": a class with none is placed as all others are");
        }
        return new WorkClass(fields.text("name"), rule(fields.section(ClassSchema.WHEN)), own);
    }

    private static WorkRule rule(Fields when) {
        return new WorkRule(
                words(when, ClassSchema.KIND).stream()
                        .map(word -> JobKind.valueOf(word.toUpperCase(Locale.ROOT)))
                        .toList(),
                range(when, ClassSchema.GPUS, text -> scaled(text, Demand.WHOLE_GPU_MILLI)),
                range(when, ClassSchema.TASKS, text -> scaled(text, 1)),
                range(when, ClassSchema.EXPECTED, ClassReader::seconds),
                range(when, ClassSchema.RESTARTS, text -> scaled(text, 1)),
                words(when, ClassSchema.QUEUE),
                words(when, ClassSchema.NAME),
                when.flag(ClassSchema.LINKS));
    }

    private static List<String> words(Fields when, String key) {
        if (!when.has(key)) {
            return List.of();
        }
        Tree value = when.value(key);
        List<Tree> each = value instanceof Tree.Items ? value.items() : List.of(value);
        return each.stream().map(Tree::text).toList();
    }

    private static long scaled(String text, int unit) {
        return new BigDecimal(text).multiply(BigDecimal.valueOf(unit)).longValueExact();
    }

    private static long seconds(String text) {
        return Durations.parseNanos(text) / Nanos.SECOND;
    }

    /** {@code 8}, {@code >=8}, {@code >8}, {@code <=8}, {@code <8} or {@code 1..8}. */
    private static WorkRange range(Fields when, String key, Function<String, Long> number) {
        if (!when.has(key)) {
            return WorkRange.ANY;
        }
        Tree tree = when.value(key);
        String text = tree.text().strip();
        try {
            return range(text, number);
        } catch (IllegalArgumentException | ArithmeticException | QuantityException e) {
            throw InputException.at(
                    tree,
                    "must be a number or a range of them, such as 8, \">=8\", \"<8\" or 1..8, but is "
                            + Quote.of(text));
        }
    }

    private static WorkRange range(String text, Function<String, Long> number) {
        int between = text.indexOf("..");
        if (between > 0) {
            return new WorkRange(
                    number.apply(text.substring(0, between).strip()),
                    number.apply(text.substring(between + 2).strip()));
        }
        if (text.startsWith(">=")) {
            return new WorkRange(number.apply(text.substring(2).strip()), Long.MAX_VALUE);
        }
        if (text.startsWith(">")) {
            return new WorkRange(number.apply(text.substring(1).strip()) + 1, Long.MAX_VALUE);
        }
        if (text.startsWith("<=")) {
            return new WorkRange(0, number.apply(text.substring(2).strip()));
        }
        if (text.startsWith("<")) {
            return new WorkRange(0, number.apply(text.substring(1).strip()) - 1);
        }
        long exactly = number.apply(text);
        return new WorkRange(exactly, exactly);
    }
}
