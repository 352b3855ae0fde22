package io.berth.console.explanation;

import io.berth.core.model.Attribution;
import io.berth.core.model.Attribution.Contribution;
import io.berth.core.model.column.JointColumns;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What moved a learnt decision, in words. */
final class FeatureWords {
    /** Less of the lead than this share of its largest part is not told. */
    private static final double TOLD = 0.005;

    /** A sentence; the document has all parts. */
    private static final int MOST_TOLD = 5;

    private FeatureWords() {}

    /** The parts that matter, largest first; empty where the two are alike to the model. */
    static String reasons(Attribution why) {
        double most = why.contributions().stream()
                .mapToDouble(part -> Math.abs(part.points()))
                .max()
                .orElse(0);
        List<Contribution> told = why.contributions().stream()
                .filter(part -> part.points() != 0 && Math.abs(part.points()) >= TOLD * most)
                .sorted(Comparator.comparingDouble((Contribution part) -> -Math.abs(part.points())))
                .toList();
        String text = told.stream()
                .limit(MOST_TOLD)
                .map(part -> word(part) + String.format(Locale.ROOT, " (%+.2g)", part.points()))
                .collect(Collectors.joining(", "));
        int more = told.size() - MOST_TOLD;
        return more > 0 ? text + ", and " + more + " more" : text;
    }

    static List<Contributed> contributions(Attribution why) {
        return why.contributions().stream()
                .map(part -> new Contributed(part.feature(), word(part), part.first(), part.second(), part.points()))
                .toList();
    }

    /** What the first is in this column, beside the second. */
    private static String word(Contribution part) {
        if (part.first() == part.second()) {
            return part.feature() + " equal";
        }
        boolean more = part.first() > part.second();
        if (part.feature().startsWith(JointColumns.NODE)) {
            return nodeWord(part.feature().substring(JointColumns.NODE.length()), more);
        }
        boolean ofPair = part.feature().startsWith(JointColumns.JOB);
        String feature = ofPair ? part.feature().substring(JointColumns.JOB.length()) : part.feature();
        return switch (feature) {
            case "tasks" ->
                ofPair ? more ? "more tasks of its own" : "fewer tasks of its own" : nodeWord(feature, more);
            case "wait" -> more ? "waited longer" : "waited less";
            case "slowdown" -> more ? "waited longer for its length" : "waited less for its length";
            case "run", "requested_time" -> more ? "longer" : "shorter";
            case "processors" -> more ? "wider" : "narrower";
            case "area" -> more ? "more work" : "less work";
            case "share" -> more ? "larger share of the cluster" : "smaller share of the cluster";
            case "fits" -> more ? "fits now" : "does not fit now";
            default -> nodeWord(feature, more);
        };
    }

    /** What a node is in a column, beside another. */
    private static String nodeWord(String feature, boolean more) {
        String much = more ? "more " : "less ";
        String many = more ? "more " : "fewer ";
        return switch (feature) {
            case "cpu_free" -> much + "CPU free";
            case "memory_free" -> much + "memory free";
            case "gpu_free" -> much + "GPU free";
            case "gpus_idle" -> many + "idle GPUs";
            case "largest_share" -> much + "free on one GPU";
            case "cpu_left" -> much + "CPU left";
            case "memory_left" -> much + "memory left";
            case "gpu_left" -> much + "GPU left";
            case "fragmentation" -> much + "fragmented";
            case "fragmentation_after" -> much + "fragmented after the task";
            case "tasks" -> many + "tasks";
            default -> much + feature;
        };
    }
}
