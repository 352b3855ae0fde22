package io.berth.sim.table.gavel;

import io.berth.sim.table.Cell;
import io.berth.sim.table.Cell.Address;
import java.util.List;

/** One run of the table. */
final class Trial implements Runnable {
    private static final int SEED = 0;
    private static final RoundReplay.Window MEASURED = new RoundReplay.Window(4000, 5000);
    private static final double HOUR = 3600;

    /** Ours may be off by so much of the published figure, which depends on the solver and on draws of later versions of the original. */
    private static final double TOLERANCE = 0.1;

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
        return cell("jct h", target.hours(), hours);
    }

    /** Against {@code base} on the same jobs. */
    Cell ratio(Trial base) {
        return cell("jct / " + base.target.policy().row(), target.hours() / base.target.hours(), hours / base.hours);
    }

    private Cell cell(String figure, double published, double ours) {
        Address address = new Address(
                target.trace() + " " + target.perHour() + "/h", target.policy().row(), figure);
        return Cell.of(address, List.of((long) SEED), published, ours, TOLERANCE * published);
    }
}
