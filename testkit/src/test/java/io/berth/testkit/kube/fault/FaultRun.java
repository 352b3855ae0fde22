package io.berth.testkit.kube.fault;

import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonLines;
import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.kube.KubeApi;
import io.berth.testkit.kube.ServerProcess;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One history: pods come and go, one Berth or two with a lease bind them, and much goes wrong; then it is calm, and all must come right. */
final class FaultRun {
    private static final int STEPS = 14;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final ControlPlane plane;
    private final String name;
    private final Random random;
    private final Faults faults;
    private final Path folder;
    private final List<BerthKube> berths = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final TreeMap<String, Integer> happened = new TreeMap<>();
    private long calmNanos;

    /**
     * How a history went.
     *
     * @param happened how often what went wrong, by name
     * @param calmMillis from the last fault until all that could be was bound
     */
    record Outcome(
            String name,
            List<String> complaints,
            Map<String, Integer> happened,
            int pods,
            int ended,
            long calmMillis) {}

    private FaultRun(ControlPlane plane, String name, long seed) {
        this.plane = plane;
        this.name = name;
        random = new Random(seed);
        faults = new Faults(seed + 1);
        folder = plane.folder().resolve(name);
    }

    /** History {@code number} of {@code seed}, at an empty {@code plane}, which is empty again after it. */
    static Outcome of(ControlPlane plane, long seed, int number) {
        return new FaultRun(plane, "f" + seed + "-" + number, seed * 1_000_003 + number).run(number);
    }

    private Outcome run(int number) {
        FaultCluster cluster = new FaultCluster(plane.api(), random, name);
        try (FaultProxy proxy = new FaultProxy(plane, faults, Files.createDirectories(folder))) {
            Path kubeconfig = plane.kubeconfig(name, "admin-token", proxy.address());
            // Two of them in every third history; in each eighth of those, one sleeps longer than its lease.
            int replicas = number % 3 == 2 ? 2 : 1;
            for (int i = 0; i < replicas; i++) {
                berths.add(start(kubeconfig, i, replicas > 1));
            }
            cluster.makePods(30);
            for (int step = 0; step < STEPS; step++) {
                faults.rate(random.nextInt(3) == 0 ? 0 : random.nextInt(30));
                step(cluster, kubeconfig);
                UpProcess.pause(random.nextInt(600));
                restartThoseWithoutLease(kubeconfig);
            }
            if (number % 24 == 2) {
                freeze(berths.getFirst().process(), 18_000);
            }
            calm(cluster, kubeconfig);
            berths.forEach(berth -> berth.process().stop());
            for (int i = 0; i < replicas; i++) {
                redecide(folder.resolve("journal-" + i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            berths.forEach(BerthKube::close);
        }
        complaints.addAll(cluster.complaints());
        complaints.addAll(boundTwice());
        plane.clear();
        faults.done().forEach((fault, times) -> happened.put("answers: " + fault, times));
        return new Outcome(
                name,
                complaints.stream().map(complaint -> name + ": " + complaint).toList(),
                happened,
                cluster.made(),
                cluster.ended(),
                TimeUnit.NANOSECONDS.toMillis(calmNanos));
    }

    private BerthKube start(Path kubeconfig, int number, boolean several) {
        List<String> options = new ArrayList<>(
                List.of("--journal", folder.resolve("journal-" + number).toString()));
        if (several) {
            options.addAll(List.of("--leader-elect", "on", "--lease", "default/" + name));
        }
        return BerthKube.start(folder, "berth-" + number, kubeconfig, options.toArray(String[]::new));
    }

    private void step(FaultCluster cluster, Path kubeconfig) {
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                happened("kill of Berth");
                int which = random.nextInt(berths.size());
                berths.get(which).process().kill();
                UpProcess.pause(random.nextInt(1_500));
                berths.set(which, start(kubeconfig, which, berths.size() > 1));
            }
            case 2 -> {
                happened("Berth asleep");
                freeze(berths.get(random.nextInt(berths.size())).process(), 200 + random.nextInt(3_000));
            }
            case 3 -> {
                happened("kill of the API server");
                plane.killServer();
                UpProcess.pause(random.nextInt(1_000));
                plane.startServer();
            }
            case 4 -> {
                happened("etcd asleep");
                freeze(plane.etcd(), 200 + random.nextInt(2_500));
            }
            case 5, 6 -> {
                happened("node made again");
                cluster.remakeNode(() -> UpProcess.pause(random.nextInt(1_200)));
            }
            case 7 -> {
                happened("cordon");
                cluster.cordon(random.nextBoolean());
            }
            case 8 -> {
                happened("pods deleted");
                cluster.deletePods();
            }
            case 9 -> cluster.endPods(2);
            default -> {
                cluster.endPods(4);
                cluster.makePods(5 + random.nextInt(25));
            }
        }
    }

    /** Who could not renew its lease ends, and whoever keeps it running starts it again. */
    private void restartThoseWithoutLease(Path kubeconfig) {
        for (int i = 0; i < berths.size(); i++) {
            BerthKube berth = berths.get(i);
            if (!berth.process().alive() && berth.process().lines().getLast().contains("ends: the lease")) {
                happened("lease lost");
                berths.set(i, start(kubeconfig, i, true));
            }
        }
    }

    private void happened(String what) {
        happened.merge(what, 1, Integer::sum);
    }

    private static void freeze(ServerProcess process, long millis) {
        process.freeze();
        UpProcess.pause(millis);
        process.thaw();
    }

    /** Nothing goes wrong any more, and those that run make room: all that any node could hold are bound, the others hear why not. */
    private void calm(FaultCluster cluster, Path kubeconfig) {
        faults.rate(0);
        cluster.cordon(false);
        long began = System.nanoTime();
        await(() -> {
            restartThoseWithoutLease(kubeconfig);
            cluster.endPods(2);
            return cluster.waiting().isEmpty();
        });
        calmNanos = System.nanoTime() - began;
        await(() -> cluster.untold().isEmpty());
        cluster.waiting().forEach(pod -> complaints.add(pod + " is forgotten"));
        cluster.untold().forEach(pod -> complaints.add(pod + " is not told why it waits"));
        berths.stream()
                .filter(berth -> !berth.process().alive())
                .forEach(_ -> complaints.add("a Berth ended by itself; see " + folder));
    }

    private static void await(BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            UpProcess.pause(300);
        }
    }

    /** Decides again what a journal has. One who never led has none. */
    private void redecide(Path journal) {
        if (!Files.isDirectory(journal)) {
            return;
        }
        List<String> words = new ArrayList<>(UpProcess.ofClassPath("-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("replay", journal.toString(), "--redecide"));
        ServerProcess replay = ServerProcess.start(folder, journal.getFileName() + "-replay", words);
        if (replay.end() != 0) {
            complaints.add(journal + " is decided otherwise: " + replay.lines());
        }
    }

    /** The pods that the server bound more than once, by what it wrote of each binding. */
    private List<String> boundTwice() {
        TreeMap<String, Integer> bindings = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(plane.auditLog())) {
                Tree event = JsonLines.read("binding", line);
                String pod = KubeApi.text(event, "objectRef", "name");
                if (pod.startsWith(name + "-")
                        && KubeApi.text(event, "objectRef", "subresource").equals("binding")
                        && KubeApi.text(event, "responseStatus", "code").equals("201")) {
                    bindings.merge(pod, 1, Integer::sum);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        happened.put(
                "bindings",
                bindings.values().stream().mapToInt(Integer::intValue).sum());
        return bindings.entrySet().stream()
                .filter(pod -> pod.getValue() > 1)
                .map(pod -> pod.getKey() + " is bound " + pod.getValue() + " times")
                .toList();
    }
}
