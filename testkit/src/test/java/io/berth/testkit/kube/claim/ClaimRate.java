package io.berth.testkit.kube.claim;

import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.ServerProcess;
import io.berth.testkit.real.UpProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Lets Berth and kube-scheduler, one after the other, bind pods of which each claims one device, at one API server: as many devices as pods,
 * one half small, the other large; one half of the pods will do with a small one. Figures are pods bound per second from the first that is
 * made, the CPU time that the scheduler took meanwhile, and how many pods have a large device that would do with a small one: for each another waits.
 */
public final class ClaimRate {
    private ClaimRate() {}

    /** @param words the nodes, the pods, and a folder for logs */
    public static void main(String[] words) {
        int nodes = Integer.parseInt(words[0]);
        int pods = Integer.parseInt(words[1]);
        Path folder = Path.of(words[2]);
        try (ControlPlane plane = ControlPlane.start(folder)) {
            ClaimedCluster cluster = new ClaimedCluster(plane, nodes, pods);
            cluster.offer();
            System.out.printf(
                    Locale.ROOT,
                    "%-18s %6s %8s %8s %10s %12s%n",
                    "scheduler",
                    "bound",
                    "of",
                    "pods/s",
                    "CPU ms/pod",
                    "large wasted");
            for (String scheduler : List.of("default-scheduler", "berth")) {
                try (ServerProcess process = start(plane, scheduler)) {
                    Bound bound = cluster.bind(scheduler, process);
                    System.out.printf(
                            Locale.ROOT,
                            "%-18s %6d %8d %8.0f %10.2f %12d%n",
                            scheduler,
                            bound.pods(),
                            pods,
                            bound.pods() / bound.seconds(),
                            1e3 * bound.cpuSeconds() / Math.max(1, bound.pods()),
                            bound.wasted());
                }
                cluster.clear();
            }
        }
        System.exit(0);
    }

    private static ServerProcess start(ControlPlane plane, String scheduler) {
        if (!scheduler.equals("berth")) {
            ServerProcess process = plane.startScheduler();
            UpProcess.pause(5_000);
            return process;
        }
        BerthKube berth = BerthKube.startOptimized(plane.folder(), "berth", plane.kubeconfig());
        return berth.awaitReady().process();
    }
}
