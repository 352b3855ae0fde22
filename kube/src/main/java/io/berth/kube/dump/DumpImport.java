package io.berth.kube.dump;

import io.berth.core.queue.QueueSpec;
import io.berth.kube.object.Pod;
import io.berth.kube.record.FactJournal;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Sync;
import io.berth.spec.quantity.Durations;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What an import came to.
 *
 * @param nodes how many
 * @param pods what became of them
 * @param gangs how many jobs of several pods that start together
 * @param frames how many the journal has
 * @param queues that objects declare; none where queues are names alone
 */
public record DumpImport(int nodes, Pods pods, int gangs, long frames, List<QueueSpec> queues) {
    public DumpImport {
        queues = List.copyOf(queues);
    }

    /** How many pods there are of each sort. */
    public record Pods(long waiting, long running, long succeeded, long failed, long deleted) {
        private static Pods of(List<DumpedPod> pods) {
            return new Pods(
                    pods.stream().filter(pod -> lives(pod) && !bound(pod)).count(),
                    pods.stream().filter(pod -> lives(pod) && bound(pod)).count(),
                    pods.stream().filter(pod -> pod.pod().succeeded()).count(),
                    pods.stream()
                            .filter(pod -> pod.pod().over() && !pod.pod().succeeded())
                            .count(),
                    pods.stream()
                            .filter(pod -> !lives(pod) && !pod.pod().over())
                            .count());
        }

        private static boolean lives(DumpedPod pod) {
            return pod.life().ended() == 0;
        }

        private static boolean bound(DumpedPod pod) {
            return pod.life().bound() > 0;
        }
    }

    /**
     * Writes {@code dump} as a journal into {@code folder}.
     *
     * @param waits whose pods wait and start; others count where they run
     * @param runNanos how long pods run that have not ended, where nothing says so
     */
    public static DumpImport write(Dump dump, Path folder, Predicate<Pod> waits, long runNanos, DumpNotes notes) {
        DumpedCluster cluster = counted(dump.cluster(), notes);
        RunTimes runTimes = new RunTimes(cluster.pods(), runNanos);
        // Where it is cut off, the dump is still there.
        try (FactJournal journal = FactJournal.open(folder, JournalOptions.LIVE.withSync(Sync.NEVER))) {
            DumpJournal writing = new DumpJournal(cluster, journal, waits, runTimes, notes);
            List<List<DumpedPod>> gangs = writing.gangs();
            writing.write(History.of(cluster.nodes(), cluster.pods(), gangs));
            runTimes.counted(cluster.pods())
                    .forEach((source, count) -> notes.count(
                            "pods that have not ended, and run " + source.text()
                                    + (source == RunTimes.Source.FALLBACK
                                            ? " (" + Durations.format(runNanos) + ")"
                                            : ""),
                            count));
            return new DumpImport(
                    cluster.nodes().size(),
                    Pods.of(cluster.pods()),
                    gangs.size(),
                    journal.frames(),
                    cluster.queues().declared());
        }
    }

    /** Without pods of which the dump does not say enough. */
    private static DumpedCluster counted(DumpedCluster cluster, DumpNotes notes) {
        Set<String> nodes = new HashSet<>();
        cluster.nodes().forEach(node -> nodes.add(node.meta().name()));
        List<DumpedPod> pods = cluster.pods().stream()
                .filter(pod -> {
                    boolean known = !pod.pod().bound()
                            || nodes.contains(pod.pod().spec().node());
                    if (pod.life().created() == 0) {
                        notes.count(
                                "pods left out, as they do not say when they were made (metadata.creationTimestamp)");
                    } else if (!known) {
                        notes.count("pods left out, as their nodes are not in the dump");
                    }
                    return pod.life().created() > 0 && known;
                })
                .toList();
        return new DumpedCluster(cluster.nodes(), pods, cluster.groups(), cluster.queues());
    }
}
