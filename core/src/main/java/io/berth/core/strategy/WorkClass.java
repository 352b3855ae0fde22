package io.berth.core.strategy;

import io.berth.core.workload.JobKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A class of work: jobs that are placed by parts of their own, where the rest of the strategy goes by those of all jobs.
 *
 * @param name what people are told that a job is of
 * @param when which jobs
 * @param parts those of its own; of {@link #KINDS}
 */
public record WorkClass(String name, WorkRule when, Map<PolicyKind, PartSpec> parts) {
    /**
     * The kinds of parts that a class may have: where its tasks go of what will do. Whether a job fits is no matter of these, so that
     * what is known of one job that found no room holds for those like it, of whatever class.
     */
    public static final List<PolicyKind> KINDS = List.of(PolicyKind.PLACE, PolicyKind.DEVICE, PolicyKind.DOMAIN);

    /**
     * Those that a strategy has which says {@code classes: default}. What is large goes where its links are fast, as tight as it can; what takes a part of a GPU, and
     * notebooks and services of one GPU at most, share devices that are in use; what takes no GPU goes where least is in use as measured.
     */
    public static final List<WorkClass> DEFAULTS = List.of(
            placed("large", WorkRule.ANY.ofGpus(new WorkRange(4000, Long.MAX_VALUE)), "best-linked", "best-fit"),
            placed("part", WorkRule.ANY.ofGpus(new WorkRange(1, 999)), "gpu-packing"),
            placed(
                    "light",
                    WorkRule.ANY
                            .ofKinds(List.of(JobKind.SERVICE, JobKind.INTERACTIVE))
                            .ofGpus(new WorkRange(1, 1000)),
                    "gpu-packing"),
            placed("cpu", WorkRule.ANY.ofGpus(new WorkRange(0, 0)), "least-load"));

    /** @throws IllegalArgumentException where it has no name or no part, or one of another kind */
    public WorkClass {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A class needs a name.");
        }
        if (parts.isEmpty() || !KINDS.containsAll(parts.keySet())) {
            throw new IllegalArgumentException("The class (" + name + ") must have some of "
                    + KINDS.stream().map(PolicyKind::key).toList() + ", and nothing else.");
        }
        EnumMap<PolicyKind, PartSpec> sorted = new EnumMap<>(PolicyKind.class);
        sorted.putAll(parts);
        sorted.forEach((kind, part) -> {
            if (!kind.combines() && !(part instanceof PolicySpec)) {
                throw new IllegalArgumentException("The " + kind.key() + " (" + part + ") must be one policy.");
            }
        });
        parts = Collections.unmodifiableMap(sorted);
    }

    /** A class whose tasks go where the first of the policies says, and where nodes are equal to that, the next. */
    private static WorkClass placed(String name, WorkRule when, String... places) {
        List<PolicySpec> policies = Arrays.stream(places).map(PolicySpec::of).toList();
        PartSpec place = policies.size() == 1 ? policies.getFirst() : new PartSpec.Lexicographic(policies);
        return new WorkClass(name, when, Collections.singletonMap(PolicyKind.PLACE, place));
    }

    /** @throws IllegalArgumentException where two have one name */
    static List<WorkClass> distinct(List<WorkClass> classes) {
        TreeSet<String> names = new TreeSet<>();
        for (WorkClass each : classes) {
            if (!names.add(each.name)) {
                throw new IllegalArgumentException("The class (" + each.name + ") is there twice.");
            }
        }
        return List.copyOf(classes);
    }

    /** In words: {@code training: gpus >=8; place fgd}. */
    @Override
    public String toString() {
        List<String> told = when.told();
        StringBuilder text =
                new StringBuilder(name).append(": ").append(told.isEmpty() ? "all" : String.join(", ", told));
        parts.forEach(
                (kind, part) -> text.append("; ").append(kind.key()).append(' ').append(part));
        return text.toString();
    }
}
