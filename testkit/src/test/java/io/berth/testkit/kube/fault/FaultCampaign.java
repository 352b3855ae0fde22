package io.berth.testkit.kube.fault;

import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.real.CampaignEnd;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Histories in which much goes wrong at a real API server; arguments: RUNS SEED FOLDER. */
public final class FaultCampaign {
    private FaultCampaign() {}

    public static void main(String[] arguments) {
        int runs = Integer.parseInt(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        long began = System.nanoTime();
        List<FaultRun.Outcome> outcomes = new ArrayList<>();
        try (ControlPlane plane = ControlPlane.start(Path.of(arguments[2]))) {
            for (int run = 0; run < runs; run++) {
                FaultRun.Outcome outcome = FaultRun.of(plane, seed, run);
                outcomes.add(outcome);
                System.err.println("faults: " + outcome.name() + ": " + outcome.pods() + " pods, " + outcome.happened()
                        + ", all right " + outcome.calmMillis() + " ms after"
                        + (outcome.complaints().isEmpty() ? "" : "; " + outcome.complaints()));
            }
        }
        TreeMap<String, Integer> happened = new TreeMap<>();
        outcomes.forEach(
                outcome -> outcome.happened().forEach((what, times) -> happened.merge(what, times, Integer::sum)));
        List<Long> calm =
                outcomes.stream().map(FaultRun.Outcome::calmMillis).sorted().toList();
        List<String> complaints = outcomes.stream()
                .flatMap(outcome -> outcome.complaints().stream())
                .toList();
        String text = "faults: " + runs + " histories of seed " + seed + ", "
                + outcomes.stream().mapToInt(FaultRun.Outcome::pods).sum() + " pods, " + happened
                + "; all right after p50 " + calm.get(calm.size() / 2) + " ms, worst " + calm.getLast() + " ms; "
                + complaints.size() + " complaints; " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)
                + " s";
        new CampaignEnd("faults", complaints, Map.of("runs", runs, "seed", seed, "happened", happened), text)
                .tellAndExit(false);
    }
}
