package io.berth.app.command;

import io.berth.sim.report.RunReport;
import io.berth.sim.report.identity.RunIdentity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Says of seeds that they made no difference. */
public final class Copies {
    private Copies() {}

    /** A line where several seeds gave fewer runs, or have one list of jobs between them; empty where each seed is a draw of its own. */
    public static String text(List<RunReport> reports) {
        RunReport first = reports.getFirst();
        List<RunReport> same = reports.stream()
                .filter(run ->
                        run.strategy().equals(first.strategy()) && run.set().equals(first.set()))
                .toList();
        if (same.size() < 2) {
            return "";
        }
        List<RunIdentity> runs = reports.stream()
                .map(RunReport::identity)
                .filter(Objects::nonNull)
                .toList();
        Set<RunIdentity> outcomes = new LinkedHashSet<>(runs);
        Set<String> workloads = new LinkedHashSet<>();
        runs.forEach(run -> workloads.add(run.workload()));
        int seeds = same.size();
        if (outcomes.size() * seeds <= reports.size()) {
            return "All " + seeds + " seeds gave one and the same run of each strategy, which counts once.\n";
        }
        if (outcomes.size() < reports.size() && workloads.size() < seeds) {
            return "Seeds that gave one and the same run count once.\n";
        }
        return "";
    }
}
