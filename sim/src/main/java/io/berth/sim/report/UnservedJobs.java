package io.berth.sim.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sentences below the table about jobs that came to nothing: rejected, and why; or never started. Several seeds give means. */
final class UnservedJobs {
    private UnservedJobs() {}

    /** A sentence for each way in which strategies differ, within {@code width} columns; empty where all jobs started. */
    static String text(List<RunSummary> summaries, int width) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        for (RunSummary summary : summaries) {
            String said = rejected(summary);
            if (!said.isEmpty()) {
                alike.computeIfAbsent(said, _ -> new ArrayList<>()).add(name(summary));
            }
        }
        for (RunSummary summary : summaries) {
            double waiting = summary.figure("jobs_waiting_at_end").mean();
            if (waiting > 0) {
                String said = "Still pending when the run ended%s: " + jobs(waiting) + ".";
                alike.computeIfAbsent(said, _ -> new ArrayList<>()).add(name(summary));
            }
        }
        StringBuilder text = new StringBuilder();
        alike.forEach((said, names) -> text.append(Wrapped.text(line(said, names, summaries.size()), width)));
        return text.isEmpty() ? "" : "\n" + text;
    }

    private static String rejected(RunSummary summary) {
        List<String> parts = new ArrayList<>();
        for (Rejection rejection : Rejection.values()) {
            double jobs = summary.figure(rejection.figure()).mean();
            if (jobs > 0) {
                parts.add(Figure.COUNT.show(jobs) + " " + rejection.text());
            }
        }
        return parts.isEmpty() ? "" : "Rejected%s: " + String.join("; ", parts) + ".";
    }

    private static String line(String said, List<String> names, int all) {
        String under = names.size() == all ? "" : " under " + String.join(", ", names);
        return said.replace("%s", under);
    }

    private static String jobs(double count) {
        return Figure.COUNT.show(count) + (count == 1 ? " job" : " jobs");
    }

    private static String name(RunSummary summary) {
        String at = summary.set().isEmpty() ? "" : " at " + summary.set();
        return summary.strategy() + at;
    }
}
