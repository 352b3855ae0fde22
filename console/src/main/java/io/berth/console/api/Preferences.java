package io.berth.console.api;

import io.berth.core.engine.Preference;
import io.berth.core.model.Attribution;
import io.berth.core.model.Attribution.Contribution;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a learnt order prefers, in words. */
final class Preferences {
    /** Less of the lead than this share of its largest part is not told. */
    private static final double TOLD = 0.005;

    private Preferences() {}

    static Documented.Preferred of(Preference preference) {
        Attribution why = preference.why();
        String head = "job " + preference.first() + " goes before job " + preference.second();
        if (why == null) {
            String unseen = head + ", which the order did not look at: it looks at some of a long queue";
            return new Documented.Preferred(
                    preference.model(), preference.first(), preference.second(), unseen, null, null, List.of());
        }
        return new Documented.Preferred(
                preference.model(),
                preference.first(),
                preference.second(),
                head + ": " + reasons(why),
                why.lead(),
                why.error(),
                why.contributions().stream().map(Preferences::contributed).toList());
    }

    /** The parts that matter, largest first; so that two jobs alike to the order are told as such. */
    private static String reasons(Attribution why) {
        double most = why.contributions().stream()
                .mapToDouble(part -> Math.abs(part.points()))
                .max()
                .orElse(0);
        List<Contribution> told = why.contributions().stream()
                .filter(part -> part.points() != 0 && Math.abs(part.points()) >= TOLD * most)
                .sorted(Comparator.comparingDouble((Contribution part) -> -Math.abs(part.points())))
                .toList();
        if (told.isEmpty()) {
            return "the order sees no difference, and it came first";
        }
        return told.stream()
                .map(part -> word(part) + String.format(Locale.ROOT, " (%+.2g)", part.points()))
                .collect(Collectors.joining(", "));
    }

    private static Documented.Contributed contributed(Contribution part) {
        return new Documented.Contributed(part.feature(), word(part), part.first(), part.second(), part.points());
    }

    /** What the first job is in this column, beside the second. */
    private static String word(Contribution part) {
        if (part.first() == part.second()) {
            return part.feature() + " equal";
        }
        boolean more = part.first() > part.second();
        return switch (part.feature()) {
            case "wait" -> more ? "waited longer" : "waited less";
            case "slowdown" -> more ? "waited longer for its length" : "waited less for its length";
            case "run", "requested_time" -> more ? "longer" : "shorter";
            case "processors" -> more ? "wider" : "narrower";
            case "area" -> more ? "more work" : "less work";
            case "share" -> more ? "larger share of the cluster" : "smaller share of the cluster";
            case "fits" -> more ? "fits now" : "does not fit now";
            default -> (more ? "more " : "less ") + part.feature();
        };
    }
}
