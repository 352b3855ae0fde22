package io.berth.console.browser;

import io.berth.console.Cluster;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import java.util.ArrayList;
import java.util.List;

/** An emulated cluster whose jobs and nodes are called what would do harm in a careless page. */
final class HostileCluster {
    static final List<String> NAMES = List.of(
            "<img src=x onerror=\"window.harmed=1\">",
            "\"><script>window.harmed=1</script>",
            "'-window.harmed=1-'",
            "{waiting} $& ${window.harmed=1}",
            "javascript:window.harmed=1",
            "\u202Egnp.exe \u2066 right to left",
            "a-name-without-any-place-to-break-that-is-longer-than-a-line-".repeat(4),
            "训练-大模型-第一阶段",
            "line one\nline two\ttab",
            "🚀 e\u0301\u0301\u0301\u0301\u0301\u0301");

    private static final List<String> QUEUES =
            List.of("research", "research/vision", "<b>team</b>", "production/serving/images");

    private HostileCluster() {}

    /** Nodes with GPUs of three kinds and none, some of them busy, one draining, one lost, and a queue of jobs that wait. */
    static Cluster busy() {
        List<Event> beginning = new ArrayList<>();
        add(beginning, 8, NodeSpec.of("hgx", 96_000, 1L << 40, 8, "H100"));
        add(beginning, 5, NodeSpec.of("dgx", 128_000, 1L << 40, 8, "A100"));
        add(beginning, 4, NodeSpec.of("edge", 16_000, 1L << 36, 1, "L4"));
        add(beginning, 3, NodeSpec.of("cpu", 64_000, 1L << 38, 0, ""));
        beginning.add(new Event.NodeJoined(
                beginning.size(), NodeSpec.of("<i onclick=alert(1)>node</i>", 64_000, 1L << 39, 4, "<u>GPU</u>")));
        beginning.add(new Event.StrategyChanged(StrategySpec.of("mine <s>", "fcfs", "fgd", "conservative")));
        Cluster cluster = Cluster.of(beginning, null, new LiveView(1_000));
        cluster.happens(new Event.NodeDrained(3, true), new Event.NodeLost(9));
        for (int job = 0; job < 60; job++) {
            cluster.submit(job(job));
        }
        cluster.run().operator().cancel(3).join();
        return cluster;
    }

    /** As many nodes as one page must show. */
    static Cluster large() {
        List<Event> beginning = new ArrayList<>();
        add(beginning, 5_000, NodeSpec.of("node", 96_000, 1L << 40, 8, "H100"));
        beginning.add(new Event.StrategyChanged(StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy")));
        Cluster cluster = Cluster.of(beginning, null, new LiveView(1_000));
        for (int job = 0; job < 300; job++) {
            Demand demand = Demand.cpu(4_000, 32L << 30);
            Demand gpus = job % 3 == 0 ? demand.withGpuShare(1, 400) : demand.withGpus(1 + job % 8);
            cluster.submit(spec("job-" + job, "research", 20 + job % 60, gpus, Nanos.NEVER));
        }
        return cluster;
    }

    /** A job that takes a GPU of {@link #busy} for a moment. */
    static JobSpec brief(String name) {
        return spec(name, "research", 1, Demand.cpu(100, 1L << 20), Nanos.SECOND / 10);
    }

    private static JobSpec job(int number) {
        String name = NAMES.get(number % NAMES.size());
        String queue = QUEUES.get(number % QUEUES.size());
        Demand demand = Demand.cpu(2_000 + 1_000 * (number % 5), (8L + 12 * (number % 7)) << 30);
        return switch (number % 6) {
            case 0 -> spec(name, queue, 1, demand.withGpuShare(1, 300), Nanos.NEVER);
            case 1 -> spec(name, queue, 2, demand.withGpus(4), Nanos.HOUR);
            case 2 -> spec(name, queue, 4, demand.withGpus(2), 2 * Nanos.HOUR);
            case 3 -> spec(name, queue, 1, demand, Nanos.NEVER);
            case 4 -> spec(name, queue, 1, demand.withGpuShare(1, 500), 3 * Nanos.HOUR);
            default -> spec(name, queue, 1, demand.withGpus(8), 5 * Nanos.HOUR);
        };
    }

    private static JobSpec spec(String name, String queue, int tasks, Demand demand, long workNanos) {
        JobSpec job = JobSpec.batch(name, demand, workNanos);
        return new JobSpec(
                name,
                queue,
                job.kind(),
                job.priority(),
                TaskGroup.of(tasks, demand),
                new Timing(workNanos, workNanos, job.patienceNanos(), job.deadlineNanos()));
    }

    private static void add(List<Event> beginning, int count, NodeSpec node) {
        for (int i = 0; i < count; i++) {
            beginning.add(new Event.NodeJoined(beginning.size(), node.withName(node.name() + "-" + i)));
        }
    }
}
