package io.berth.testkit.kill;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What came of a campaign, so far. */
final class KillReport {
    final Map<Phase, Integer> kills = new EnumMap<>(Phase.class);
    final Map<KillPoint, Integer> points = new EnumMap<>(KillPoint.class);
    final List<Long> readyMillis = new ArrayList<>();
    final List<Long> watchedReadyMillis = new ArrayList<>();
    final List<String> complaints = new ArrayList<>();
    int adopted;
    int launchersKilled;
    long acknowledged;
    long repeated;
    long starts;
    long torn;
    String redecided = "";
    long seconds;

    Map<String, Object> document(long seed) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("seed", seed);
        document.put(
                "kills", kills.values().stream().mapToInt(Integer::intValue).sum());
        document.put("kills_by_phase", words(kills));
        document.put("kills_by_point", words(points));
        document.put("submissions_acknowledged", acknowledged);
        document.put("submissions_repeated", repeated);
        document.put("task_starts", starts);
        document.put("tasks_adopted", adopted);
        document.put("launchers_killed", launchersKilled);
        document.put("torn_records", torn);
        document.put("ready_ms_p50", quantile(readyMillis, 0.5));
        document.put("ready_ms_max", quantile(readyMillis, 1));
        document.put("ready_with_agent_ms_p50", quantile(watchedReadyMillis, 0.5));
        document.put("ready_with_agent_ms_max", quantile(watchedReadyMillis, 1));
        document.put("redecided", redecided);
        document.put("seconds", seconds);
        document.put("complaints", complaints);
        return document;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("kill: ").append(complaints.isEmpty() ? "ok" : "FAILED");
        kills.forEach((phase, count) -> text.append(", ")
                .append(phase.name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(count));
        text.append("\n  ")
                .append(acknowledged)
                .append(" submissions acknowledged, ")
                .append(repeated);
        text.append(" sent again; ").append(starts).append(" tasks started, ").append(adopted);
        text.append(" adopted; ")
                .append(launchersKilled)
                .append(" launchers killed, ")
                .append(torn);
        text.append(" torn records\n  ready again after ").append(quantile(readyMillis, 0.5));
        text.append(" ms in the middle, ").append(quantile(readyMillis, 1)).append(" ms at most (with the agent ");
        text.append(quantile(watchedReadyMillis, 0.5)).append(" and ").append(quantile(watchedReadyMillis, 1));
        text.append(")\n  ").append(redecided).append("; ").append(seconds).append(" s");
        return text.toString();
    }

    static long quantile(List<Long> values, double share) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get((int) ((double) (sorted.size() - 1) * share));
    }

    private static Map<String, Integer> words(Map<? extends Enum<?>, Integer> counts) {
        Map<String, Integer> words = new LinkedHashMap<>();
        counts.forEach((key, count) -> words.put(key.name().toLowerCase(Locale.ROOT), count));
        return words;
    }
}
