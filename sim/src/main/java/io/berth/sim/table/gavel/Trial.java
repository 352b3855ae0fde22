package io.berth.sim.table.gavel;

import io.berth.sim.table.Cell;
import io.berth.sim.table.Cell.Address;
import java.util.List;

/** One run of the table. */
final class Trial implements Runnable {
    private static final int SEED = 0;
    private static final RoundReplay.Window MEASURED = new RoundReplay.Window(4000, 5000);
    private static final double HOUR = 3600;

    /** Published to a hundredth of an hour. */
    private static final double ROUNDING = 0.0051;

    /** Of the published figure: which of many equal shares are taken is the solver's business. */
    private static final double SOLVER = 0.05;

    private final Throughputs throughputs;
    private final Target target;
    private double hours = Double.NaN;

    Trial(Throughputs throughputs, Target target) {
        this.throughputs = throughputs;
        this.target = target;
    }

    @Override
    public void run() {
        boolean several = target.trace().equals("multi");
        JobStream stream = new JobStream(throughputs, several, Double.parseDouble(target.perHour()), SEED);
        hours = new RoundReplay(target.policy().sharing(SEED), stream, MEASURED, SEED).meanSeconds() / HOUR;
    }

    Target target() {
        return target;
    }

    double hours() {
        return hours;
    }

    Cell cell() {
        double tolerance = target.policy().solves() ? SOLVER * target.hours() : ROUNDING;
        return cell("jct h", target.hours(), hours, tolerance);
    }

    /** Against {@code base} on the same jobs. */
    Cell ratio(Trial base) {
        double published = target.hours() / base.target.hours();
        return cell("jct / " + base.target.policy().row(), published, hours / base.hours, SOLVER * published);
    }

    private Cell cell(String figure, double published, double ours, double tolerance) {
        Address address = new Address(
                target.trace() + " " + target.perHour() + "/h", target.policy().row(), figure);
        return Cell.of(address, List.of((long) SEED), published, ours, tolerance);
    }
}
