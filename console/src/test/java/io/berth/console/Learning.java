package io.berth.console;

import io.berth.console.alert.AlertBoard;
import io.berth.console.alert.AlertRules;
import io.berth.console.curve.Curves;
import io.berth.console.curve.Tails;
import io.berth.console.insight.Insight;
import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.core.time.Nanos;
import io.berth.edge.access.JobTokens;
import java.nio.file.Path;
import java.util.List;

/** What is learnt from jobs that print nothing, at one o'clock on the first day of 1970. */
public final class Learning {
    private Learning() {}

    /** Kept in {@code folder}; the first node is measured. */
    public static Insight of(Cluster cluster, Path folder) {
        NodeLoads loads = new NodeLoads();
        loads.put(0, new NodeLoad("t", 12.5, 1e9, 3.0, 4.0, List.of(new NodeLoad.GpuLoad(2, 80.0, 5e9))));
        return new Insight(
                new Curves(folder, (_, _, _) -> new Silence(), _ -> {}, () -> Nanos.HOUR),
                new AlertBoard(AlertRules.DEFAULT, cluster.view().ring()),
                loads,
                JobTokens.open(folder.resolve("job-key")));
    }

    private static final class Silence implements Tails.Tail {
        @Override
        public byte[] next(int most) {
            return new byte[0];
        }

        @Override
        public long skip(int keep) {
            return 0;
        }

        @Override
        public String mark() {
            return "";
        }
    }
}
