package io.berth.gateway.journey;

import io.berth.core.dispatch.Candidate;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Why a request went to a server.
 *
 * @param measure what servers were compared by
 * @param chosen the server
 * @param rejected the best of the others, the best first; empty where they were not looked at
 * @param candidates how many there were; 0 where they were not looked at
 */
public record Decision(Candidate.Measure measure, Option chosen, List<Option> rejected, int candidates) {
    /** Of a server that never said anything. */
    public static final long NEVER = -1;

    private static final double NANOS = 1e9;

    /** @param rejected the list itself, which nobody changes */
    public Decision {
        rejected = List.copyOf(rejected);
    }

    /**
     * What was known of a server at that moment.
     *
     * @param cost in the measure
     * @param expectedNanos until the answer is there; NaN where nobody predicts it
     * @param heldBlocks of the prompt, that it was taken to have read
     * @param reportAgeNanos since it last said how many requests it has; {@link #NEVER}
     * @param answerAgeNanos since it last answered; {@link #NEVER}
     */
    public record Option(
            int server, double cost, double expectedNanos, int heldBlocks, long reportAgeNanos, long answerAgeNanos) {}

    /** The cost of {@code option} in seconds, or in requests. */
    public double cost(Option option) {
        return measure == Candidate.Measure.REQUESTS ? option.cost : option.cost / NANOS;
    }

    /** What that is called. */
    public String costName() {
        return measure == Candidate.Measure.REQUESTS ? "requests" : "cost_s";
    }

    /** The name of the measure. */
    public String by() {
        return measure.name().toLowerCase(Locale.ROOT);
    }

    /** On one line, as a header of an answer has it. */
    public String line(IntFunction<String> names) {
        StringBuilder line = new StringBuilder();
        line.append("server=").append(names.apply(chosen.server));
        line.append("; by=").append(by());
        line.append("; cost=").append(number(cost(chosen)));
        if (!Double.isNaN(chosen.expectedNanos)) {
            line.append("; expected=").append(number(chosen.expectedNanos / NANOS));
        }
        line.append("; held-blocks=").append(chosen.heldBlocks);
        age(line, "report-age", chosen.reportAgeNanos);
        age(line, "answer-age", chosen.answerAgeNanos);
        line.append("; candidates=").append(candidates);
        for (int i = 0; i < rejected.size(); i++) {
            Option other = rejected.get(i);
            line.append(i == 0 ? "; rejected=" : ",").append(names.apply(other.server));
            line.append(':').append(number(cost(other)));
        }
        return line.toString();
    }

    private static void age(StringBuilder line, String name, long nanos) {
        if (nanos != NEVER) {
            line.append("; ").append(name).append('=').append(number(nanos / NANOS));
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value).replaceAll("\\.?0+$", "");
    }
}
