package io.berth.app.solve;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Iterations of duals for people. */
final class StepText {
    private StepText() {}

    static String of(List<DualSteps.Step> steps) {
        StringBuilder text = new StringBuilder();
        String relaxed = "";
        for (DualSteps.Step step : steps) {
            if (!step.relaxed().equals(relaxed)) {
                relaxed = step.relaxed();
                text.append(text.isEmpty() ? "" : "\n").append(title(relaxed)).append('\n');
            }
            text.append(one(step));
        }
        return text.toString();
    }

    private static String title(String relaxed) {
        return switch (relaxed) {
            case "capacity" -> "capacities priced: each task takes its best agent, at the price of the room it takes";
            case "assignment" -> "tasks priced: each agent takes what it gains most from, within its capacity";
            default -> "both priced: each pair is taken where it gains";
        };
    }

    private static String one(DualSteps.Step step) {
        return "  iteration " + step.number() + '\n'
                + "    prices    " + pairs(step.prices(), " ") + '\n'
                + "    choice    "
                + step.choice().entrySet().stream()
                        .map(each -> each.getKey() + " → "
                                + (each.getValue().isEmpty() ? "–" : String.join(" and ", each.getValue())))
                        .collect(Collectors.joining(", "))
                + '\n'
                + "    relaxed   value " + step.value().toPlainString() + ", bound "
                + step.bound().toPlainString() + '\n'
                + "    repaired  " + repaired(step.repaired(), step) + '\n';
    }

    private static String repaired(@Nullable Map<String, String> repaired, DualSteps.Step step) {
        return repaired == null || step.repairedValue() == null
                ? "no room"
                : pairs(repaired, " → ") + ": value " + step.repairedValue().toPlainString();
    }

    private static String pairs(Map<String, ?> map, String between) {
        return map.entrySet().stream()
                .map(each -> each.getKey() + between + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
