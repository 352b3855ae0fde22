package io.berth.kube.mirror;

import io.berth.kube.api.ApiClient;
import io.berth.kube.object.KubeObject;
import io.berth.kube.queue.Bearing;
import io.berth.kube.queue.ClusterQueues;
import io.berth.kube.queue.QueueConvention;
import io.berth.kube.watch.Reflector;
import io.berth.kube.watch.Reflector.Need;
import io.berth.kube.watch.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** All that is watched for a mirror. */
public final class Watches implements AutoCloseable {
    /** Bookmarks come each minute, so a watch that is silent for longer is dead. */
    private static final long LONGEST_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(150);

    private static final long LOOK_SECONDS = 15;

    private final Mirror mirror;
    private final List<Reflector<?>> reflectors;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-watches").daemon().factory());

    private Watches(Mirror mirror, List<Reflector<?>> reflectors) {
        this.mirror = mirror;
        this.reflectors = reflectors;
    }

    /** Begins to fill {@code mirror} with nodes and pods; {@code notes} hear what somebody should know. */
    public static Watches start(ApiClient client, Mirror mirror, Consumer<String> notes) {
        return start(
                mirror,
                List.of(
                        new Reflector<>(client, List.of(Resource.NODES), mirror.nodeSink(), Need.ALWAYS, notes),
                        new Reflector<>(client, List.of(Resource.PODS), mirror.podSink(), Need.ALWAYS, notes)));
    }

    /** The same with claims, volumes and devices, where there is the right to read them, for whoever says where pods may go. */
    public static Watches startAnswering(ApiClient client, Mirror mirror, Consumer<String> notes) {
        return start(mirror, placing(client, mirror, notes));
    }

    /** The same for whoever schedules: with gangs, disruption budgets and queues too. */
    public static Watches startScheduling(ApiClient client, Mirror mirror, Consumer<String> notes) {
        List<Reflector<?>> reflectors = new ArrayList<>(placing(client, mirror, notes));
        reflectors.add(new Reflector<>(client, Resource.POD_GROUPS, mirror.groupSink(), Need.WHERE_SERVED, notes));
        reflectors.add(new Reflector<>(
                client, List.of(Resource.BUDGETS), mirror.budgets().sink(), Need.WHERE_ALLOWED, notes));
        reflectors.addAll(queues(client, mirror.queues(), notes));
        return start(mirror, reflectors);
    }

    private static List<Reflector<?>> queues(ApiClient client, ClusterQueues queues, Consumer<String> notes) {
        QueueConvention convention = queues.convention();
        List<Reflector<?>> reflectors = new ArrayList<>();
        if (convention != null) {
            convention
                    .kinds()
                    .forEach(kind -> reflectors.add(
                            new Reflector<>(client, kind.ways(), queues.sink(kind), Need.ONCE_SERVED, notes)));
            Bearing<?> bearing = convention.bearing();
            if (bearing != null) {
                reflectors.add(bearing(client, bearing, queues, notes));
            }
        }
        return reflectors;
    }

    private static <T extends KubeObject> Reflector<T> bearing(
            ApiClient client, Bearing<T> bearing, ClusterQueues queues, Consumer<String> notes) {
        return new Reflector<>(client, bearing.ways(), queues.sink(bearing), bearing.need(), notes);
    }

    private static List<Reflector<?>> placing(ApiClient client, Mirror mirror, Consumer<String> notes) {
        Claims.VolumeSinks sinks = mirror.claims().volumeSinks();
        Claims.DeviceSinks devices = mirror.claims().deviceSinks();
        return List.of(
                new Reflector<>(client, List.of(Resource.NODES), mirror.nodeSink(), Need.ALWAYS, notes),
                new Reflector<>(client, List.of(Resource.ATTACH_LIMITS), sinks.limits(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.STORAGE_DRIVERS), sinks.drivers(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.STORAGE_ROOMS), sinks.rooms(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.STORAGE_CLASSES), sinks.classes(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.VOLUMES), sinks.volumes(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.CLAIMS), sinks.claims(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.SLICES), devices.slices(), Need.WHERE_SERVED, notes),
                new Reflector<>(client, Resource.TAINT_RULES, devices.rules(), Need.WHERE_SERVED, notes),
                new Reflector<>(client, List.of(Resource.DEVICE_CLASSES), devices.classes(), Need.WHERE_SERVED, notes),
                new Reflector<>(client, List.of(Resource.DEVICE_CLAIMS), devices.claims(), Need.WHERE_SERVED, notes),
                new Reflector<>(
                        client, List.of(Resource.NAMESPACES), mirror.namespaceSink(), Need.WHERE_ALLOWED, notes),
                new Reflector<>(client, List.of(Resource.PODS), mirror.podSink(), Need.ALWAYS, notes));
    }

    private static Watches start(Mirror mirror, List<Reflector<?>> reflectors) {
        Watches watches = new Watches(mirror, reflectors);
        watches.reflectors.forEach(Reflector::start);
        watches.looks.scheduleAtFixedRate(
                () -> watches.reflectors.forEach(reflector -> reflector.breakSilence(LONGEST_SILENCE_NANOS)),
                LOOK_SECONDS,
                LOOK_SECONDS,
                TimeUnit.SECONDS);
        return watches;
    }

    /** What they fill. */
    public Mirror mirror() {
        return mirror;
    }

    /** True when everything was listed once. */
    public boolean listed() {
        return reflectors.stream().allMatch(Reflector::listed);
    }

    /** Waits until everything was listed once. */
    public void awaitLists() {
        try {
            for (Reflector<?> reflector : reflectors) {
                reflector.awaitList();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts who waits for lists.", e);
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
        reflectors.forEach(Reflector::close);
    }
}
