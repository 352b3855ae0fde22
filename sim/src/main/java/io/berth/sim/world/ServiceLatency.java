package io.berth.sim.world;

import io.berth.core.metric.Distribution;
import io.berth.core.metric.RunMetrics;
import io.berth.core.time.Chance;
import io.berth.core.workload.DeviceDemand;
import io.berth.spec.scenario.ServiceUse;

/**
 * How long requests of services take beside best-effort work on their device, against alone, minute by minute.
 *
 * <p>A request takes 1 + interference · share times as long beside best-effort work that has {@code share} of the device. A service is a
 * queue with one server (M/M/1), whose 99th percentile is ln 100 · s/(1 − ρ) for requests that take s and a server that is busy for the part
 * ρ of the time; both grow by that factor f, so the percentile is f · (1 − ρ)/(1 − f · ρ) times that of alone.
 *
 * <p>Tally (Zhao et al., ASPLOS 2025) measured 7.2 % more at the 99th percentile beside training in the mean, which is an interference of
 * 0.075 where training has 0.4 of the device and ρ is 0.56; for TGS, which shares by time, it gives 188.9 %, an interference of 1.
 */
public final class ServiceLatency {
    private static final String PHASE = "service.phase";
    /** Of a queue that grows without end. */
    private static final double MOST = 100;

    private static final int SAMPLE = 1 << 20;

    private final ServiceUse service;
    private final long seed;
    private final Distribution times = Distribution.bounded(SAMPLE);
    private double byServices;
    private double byBestEffort;

    /** @param seed of the moments at which services are busiest */
    public ServiceLatency(ServiceUse service, long seed) {
        this.service = service;
        this.seed = seed;
    }

    /** The part of its peak that job {@code number} gets at {@code nanos}. */
    double load(long number, long nanos) {
        double phase = Chance.unitAt(seed, PHASE, number, 0);
        double turns = (double) nanos / service.periodNanos() + phase;
        double load = service.load() + service.swing() * StrictMath.sin(2 * StrictMath.PI * (turns % 1));
        return StrictMath.min(1, StrictMath.max(0, load));
    }

    /** A minute in which a service at {@code load} of its peak used {@code milli} of a device of which best-effort work had {@code beside}. */
    void minute(double load, double milli, double beside) {
        double slower = 1 + service.interference() * beside / DeviceDemand.WHOLE_MILLI;
        double busy = service.busy() * load;
        double left = 1 - slower * busy;
        times.add(left <= 0 ? MOST : StrictMath.min(MOST, slower * (1 - busy) / left));
        byServices += milli;
        byBestEffort += StrictMath.min(beside, DeviceDemand.WHOLE_MILLI - milli);
    }

    /** Tells {@code metrics} its figures, once there are some. */
    public void tell(RunMetrics metrics) {
        metrics.tells("service_p99_times_alone", () -> times.size() == 0 ? Double.NaN : times.mean());
        metrics.tells("service_p99_times_alone_p99", () -> times.size() == 0 ? Double.NaN : times.quantile(0.99));
        metrics.tells(
                "gpu_use_times_services",
                () -> byServices == 0 ? Double.NaN : (byServices + byBestEffort) / byServices);
    }
}
