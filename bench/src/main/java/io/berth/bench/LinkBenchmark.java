package io.berth.bench;

import io.berth.core.cluster.device.link.LinkTable;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.time.Chance;
import io.berth.spec.cluster.LinkText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Which free devices a task gets: a look-up once all is reckoned, and the table of a matrix with all that it is asked for. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LinkBenchmark {
    private static final int QUESTIONS = 4096;

    @Param({"8", "16"})
    int devices;

    private final int[] free = new int[QUESTIONS];
    private final int[] wanted = new int[QUESTIONS];
    private Links links = Links.NONE;
    private LinkTable table = new LinkTable(LinkText.read("dgx-1-v100", LinkText.NVLINK));
    private int next;

    /** The mesh of a DGX-1, or a matrix of sixteen devices by chance. */
    @Setup
    public void prepare() {
        Chance chance = new Chance(1, "links", devices);
        links = devices == 8 ? LinkText.read("dgx-1-v100", LinkText.NVLINK) : random(chance);
        table = new LinkTable(links);
        for (int i = 0; i < QUESTIONS; i++) {
            free[i] = 1 + chance.below((1 << devices) - 1);
            wanted[i] = 1 + chance.below(Integer.bitCount(free[i]));
            table.best(free[i], wanted[i]);
        }
    }

    private Links random(Chance chance) {
        List<Integer> pairs = new ArrayList<>();
        for (int pair = 0; pair < devices * (devices - 1) / 2; pair++) {
            pairs.add(16_000 + 9_000 * chance.below(5));
        }
        return new Links(devices, pairs);
    }

    /** The best set and its slowest link. */
    @Benchmark
    public int lookUp() {
        next = (next + 1) % QUESTIONS;
        return table.slowest(table.best(free[next], wanted[next]));
    }

    /** The table of a matrix, and the first set that is asked for. */
    @Benchmark
    public int table() {
        return new LinkTable(links).best((1 << devices) - 1, devices / 2);
    }
}
