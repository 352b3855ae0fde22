package io.berth.testkit.dispatch;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Nanos;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** All balancers on four unlike servers of which they are told nothing, in virtual time: {@code bench/balancers}. */
final class BalancerTable {
    /** How often servers say how many requests they have: as often as the endpoint picker asks. */
    static final long REPORT = Nanos.SECOND / 20;

    private static final double[] LOADS = {0.7, 0.9};

    private BalancerTable() {}

    /** The balancers of the catalog that look at no model and no class of requests, and some combinations. */
    static List<PartSpec> balancers() {
        List<PartSpec> balancers = new ArrayList<>();
        for (String name : DispatchCatalog.standard().names(DispatchKind.BALANCE)) {
            if (!name.equals("learnt") && !name.equals("by-priority")) {
                balancers.add(PolicySpec.of(name));
            }
        }
        balancers.add(new PartSpec.Lexicographic(
                List.of(PolicySpec.of("least-connections"), PolicySpec.of("prefix-affinity"))));
        balancers.add(weighted("least-connections", 1, "peak-ewma", 1));
        balancers.add(weighted("predicted", 0.8, "prefix-affinity", 0.2));
        return balancers;
    }

    private static PartSpec weighted(String one, double weight, String other, double otherWeight) {
        return new PartSpec.Weighted(List.of(
                new PartSpec.Weighed(PolicySpec.of(one), weight),
                new PartSpec.Weighed(PolicySpec.of(other), otherWeight)));
    }

    static Balancer made(PartSpec spec) {
        return DispatchCatalog.standard().balancer(spec);
    }

    /** Servers of speeds 1, 1, ½, ¼ with 8 slots each; with beginnings that prompts have in common, or without. */
    static UntoldFleet fleet(double load, int requests, boolean alike, long seed) {
        return new UntoldFleet(
                new double[] {1, 1, 0.5, 0.25},
                new int[] {8, 8, 8, 8},
                new UntoldFleet.Asked(load, requests, alike ? 100 : 0, alike ? 25 : 0),
                seed);
    }

    /** Prints the table, means over the seeds from 1 on. */
    public static void main(String[] arguments) {
        int requests = Integer.parseInt(arguments[0]);
        int seeds = Integer.parseInt(arguments[1]);
        PrintStream out = System.out;
        out.println(
                "| balancer | 70 %: mean ms | p99 | 90 %: mean ms | p99 | alike, 70 %: mean ms | p99 | read again, % "
                        + "| alike, 90 %: mean ms | p99 | read again, % |");
        out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        StringBuilder known = new StringBuilder("| knows every length, speed and slot |");
        for (double load : LOADS) {
            known.append(over(seeds, seed -> fleet(load, requests, false, seed).omniscient())
                    .cells(false));
        }
        out.println(known + " | | | | | |");
        for (PartSpec spec : balancers()) {
            out.println("| `" + spec + "` |" + row(spec, requests, seeds));
        }
    }

    private static String row(PartSpec spec, int requests, int seeds) {
        StringBuilder row = new StringBuilder();
        for (boolean alike : new boolean[] {false, true}) {
            for (double load : LOADS) {
                Sum sum = over(seeds, seed -> fleet(load, requests, alike, seed).by(made(spec), REPORT));
                row.append(sum.cells(alike));
            }
        }
        return row.toString();
    }

    private static Sum over(int seeds, LongFunction<UntoldFleet.Latencies> run) {
        Sum sum = new Sum();
        for (long seed = 1; seed <= seeds; seed++) {
            sum.add(run.apply(seed));
        }
        return sum;
    }

    /** Figures over seeds. */
    private static final class Sum {
        private double mean;
        private double p99;
        private double read;
        private int runs;

        void add(UntoldFleet.Latencies latencies) {
            mean += latencies.meanMillis();
            p99 += latencies.p99Millis();
            read += latencies.readShare();
            runs++;
        }

        String cells(boolean alike) {
            String times = String.format(Locale.ROOT, " %.0f | %.0f |", mean / runs, p99 / runs);
            return alike ? times + String.format(Locale.ROOT, " %.0f |", 100 * read / runs) : times;
        }
    }
}
