package io.berth.kube.bind;

import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.state.part.JobState;
import io.berth.edge.metric.MetricSource;
import io.berth.kube.api.ApiClient;
import io.berth.kube.convention.GangName;
import io.berth.kube.diff.DeviceGroups;
import io.berth.kube.diff.Difference;
import io.berth.kube.mirror.DeviceChoice;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.kube.object.Pod;
import io.berth.live.driver.LiveDriver;
import io.berth.live.run.LiveWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A Kubernetes cluster as a world. What its API server says becomes events by {@link Difference}; a start decision binds pods, a stop
 * deletes them. The server is the truth: a pod counts as started where it is bound, whoever said so first.
 */
public final class KubeWorld implements LiveWorld, Observer {
    /** A pod whose job was given up, or that could not be looked at, comes up again after so long. */
    private static final long LATER_SECONDS = 5;

    /** The server answers in less; who is told to end has half a minute for all. */
    private static final long LONGEST_FINISH_MILLIS = 5_000;

    private final LiveDriver driver;
    private final Mirror mirror;
    private final String scheduler;
    private final Watches watches;
    private final Consumer<String> notes;
    private final Difference difference;
    private final KubeMetrics metrics;
    private final Binder binder;
    private final ShareBinder shares;
    private final VolumeBinder volumes;
    private final DeviceBinder devices;
    private final PodEvents events;
    private final PodStopper stopper;
    private final WaitingReports reports;
    private final QueueReports queues;
    private final AtomicBoolean looking = new AtomicBoolean();

    /** @param watches have begun */
    public KubeWorld(
            LiveDriver driver, ApiClient client, Watches watches, KubeOptions options, Consumer<String> notes) {
        this.driver = driver;
        this.mirror = watches.mirror();
        this.scheduler = options.scheduler();
        this.watches = watches;
        this.notes = notes;
        this.difference = new Difference(mirror, options.scheduler(), notes);
        this.metrics = new KubeMetrics(options.scheduler());
        MissingRights rights = new MissingRights(notes);
        Outcomes outcomes = new Outcomes();
        this.binder = new Binder(client, options.leads(), metrics, rights, outcomes);
        this.shares = new ShareBinder(
                client, mirror, options.leads(), rights, new VolumeBinder.Heard(binder::bind, outcomes));
        this.volumes = new VolumeBinder(
                client, mirror, options.leads(), rights, new VolumeBinder.Heard(shares::prepare, outcomes));
        this.devices = new DeviceBinder(client, mirror, options.leads(), rights, new Prepared(outcomes));
        difference.refusals().whenLetGo(devices::giveBack);
        this.events = new PodEvents(client, options.scheduler(), options.events(), metrics, rights);
        this.stopper = new PodStopper(client, events, rights, notes);
        GangReports gangs = new GangReports(client, mirror, options.scheduler(), rights);
        WaitingReports.Told told =
                new WaitingReports.Told(events, metrics, rights, gangs, difference.refusals(), notes);
        this.reports = new WaitingReports(driver, client, mirror, told, options.catalog());
        this.queues = new QueueReports(
                driver, client, mirror.queues(), new QueueReports.Writing(options.leads(), rights, notes));
        metrics.pendingIn(reports::pending);
    }

    /**
     * Waits for all to be listed. What was under way goes on: tasks whose order may not have arrived get it again, all else is found by
     * comparing.
     */
    @Override
    public void resume(State state) {
        watches.awaitLists();
        for (Job job : state.jobs()) {
            List<Integer> again = new ArrayList<>();
            for (int task = 0; !job.waiting() && task < job.placedTasks(); task++) {
                Pod pod = job.holds(task) ? mirror.pod(key(job, task)) : null;
                if (pod == null || pod.over()) {
                    continue;
                }
                JobState was = job.taskState(task);
                if (!pod.bound() && (was == JobState.RESERVED || was == JobState.STARTING)) {
                    again.add(task);
                } else if (!pod.bound() && was == JobState.RUNNING) {
                    // It was on its way from one node to another.
                    String node = state.nodes().name(job.node(task));
                    difference.refusals().refused(key(job, task), node, "Berth ended before it was bound");
                } else if (was == JobState.STOPPING) {
                    stopper.stop(pod, job.stopping());
                }
            }
            // They may share what the first of them was promised.
            start(job, again, state);
        }
        mirror.touchAll();
        state.nodeNames().forEach(name -> mirror.touch(new Mirror.Changes(List.of(name), List.of())));
        state.jobs().forEach(job -> job.spec().terms().keys().tasks().forEach(mirror::touch));
        devices.sweep(pod -> pod.spec().scheduler().equals(scheduler));
        mirror.listen(this::changed);
        changed();
        reports.start();
        queues.start();
    }

    /** True when it sends no more bindings. */
    boolean closing() {
        return binder.closing();
    }

    /** Pods stay as they are; bindings that were sent are waited for. */
    @Override
    public void close() {
        reports.close();
        queues.close();
        devices.close();
        volumes.close();
        shares.close();
        try {
            binder.finish(LONGEST_FINISH_MILLIS);
            events.finish(LONGEST_FINISH_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        switch (effect) {
            case Decision.Start start -> {
                Job job = state.job(start.job());
                if (job != null) {
                    start(
                            job,
                            IntStream.range(0, start.placements().size())
                                    .map(start::task)
                                    .boxed()
                                    .toList(),
                            state);
                }
            }
            case Decision.Stop stop -> {
                Job job = state.job(stop.job());
                for (int task = 0; job != null && task < job.placedTasks(); task++) {
                    if (job.taskState(task) == JobState.STOPPING) {
                        stop(job, task);
                    }
                }
            }
            case Decision.Grow _, Decision.Shrink _ ->
                throw new IllegalStateException("No job of pods has tasks that come and go: (" + effect + ").");
            case Decision.Reject _ -> {}
        }
    }

    /** Engines give jobs up that fail to start again and again; a pod that is there may do better later. */
    @Override
    public void ended(JobEnd end) {
        for (String key : end.job().spec().terms().keys().tasks()) {
            Pod pod = mirror.pod(key);
            if (pod != null && !pod.over()) {
                later(() -> mirror.touch(key));
            }
        }
    }

    /** What is counted. */
    public MetricSource metrics() {
        return metrics;
    }

    @Override
    public void note(String line) {
        notes.accept(line);
    }

    /** Binds the pods of {@code tasks}; none of them where they do not all get the devices that they claim. */
    private void start(Job job, List<Integer> tasks, State state) {
        List<BindOrder> orders = new ArrayList<>();
        List<Pod> pods = new ArrayList<>();
        for (int task : tasks) {
            Pod pod = mirror.pod(key(job, task));
            if (pod != null) {
                orders.add(order(job, task, pod, state));
                pods.add(pod);
                if (mirror.shares().convention() != null && job.grant(task).mask() != 0) {
                    shares.placed(
                            pod,
                            job.grant(task),
                            job.spec().demand(task).devices(),
                            DeviceGroups.of(mirror, state, job.node(task)));
                }
            } else if (job.mostTasks() > 1) {
                mirror.touch(key(job, task));
            } else {
                driver.at(
                        driver.nowNanos(),
                        new Event.TaskStartFailed(job.id(), task, job.decision(), "the pod is gone", Again.NEVER));
            }
        }
        List<DeviceChoice> choices = mirror.claims()
                .promiseDevices(pods, orders.stream().map(BindOrder::node).toList());
        if (choices.isEmpty() || choices.getLast().possible()) {
            for (int i = 0; i < orders.size(); i++) {
                prepare(orders.get(i), pods.get(i), choices.get(i));
            }
        } else {
            startsNot(orders, choices.getLast().why());
        }
    }

    /** One that was refused before pauses first, and holds its room meanwhile. */
    private void prepare(BindOrder order, Pod pod, DeviceChoice choice) {
        String uid = order.pod().uid();
        long pause = difference.refusals().pause(uid);
        if (pause == 0) {
            devices.prepare(order, pod, choice);
            return;
        }
        CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS)
                .execute(() -> driver.ask(state ->
                                stands(order, state) && difference.refusals().goesOn(uid))
                        .thenAccept(stands -> {
                            if (stands) {
                                devices.prepare(order, pod, choice);
                            }
                        }));
    }

    /** True while the task is where {@code order} has it. */
    private static boolean stands(BindOrder order, State state) {
        TaskOfJob task = state.taskByKey(order.pod().uid());
        return task != null
                && task.job().id() == order.job()
                && task.job().decision() == order.decision()
                && task.job().holds(task.task());
    }

    private BindOrder order(Job job, int task, Pod pod, State state) {
        return new BindOrder(
                job.id(),
                task,
                job.decision(),
                pod.meta().key(),
                state.nodes().name(job.node(task)),
                mirror.seenNanos(pod.meta().uid()),
                job.mostTasks() > 1 || GangName.of(pod) != null);
    }

    /** All of them at once wait again: nothing was told to the server yet. */
    private void startsNot(List<BindOrder> orders, String why) {
        metrics.failed();
        List<Event> failed = new ArrayList<>();
        orders.forEach(
                order -> failed.add(new Event.TaskStartFailed(order.job(), order.task(), order.decision(), why)));
        driver.proposeAll(_ -> failed)
                .whenComplete((_, _) -> orders.forEach(order -> {
                    mirror.touch(new Mirror.Changes(
                            List.of(order.node()), List.of(order.pod().uid())));
                }));
    }

    private void stop(Job job, int task) {
        Pod pod = mirror.pod(key(job, task));
        if (pod == null || pod.over()) {
            driver.at(driver.nowNanos(), new Event.TaskEnded(job.id(), task, job.decision(), 1));
        } else {
            stopper.stop(pod, job.stopping());
        }
    }

    private static String key(Job job, int task) {
        List<String> keys = job.spec().terms().keys().tasks();
        return task < keys.size() ? keys.get(task) : "";
    }

    /** One look at a time waits for the engine: it sees all that changed until then. */
    private void changed() {
        if (looking.compareAndSet(false, true)) {
            Difference.Comparison comparison = difference.compare();
            driver.proposeAll(state -> {
                        looking.set(false);
                        return comparison.apply(state);
                    })
                    .whenComplete((_, problem) -> {
                        if (problem == null) {
                            comparison.goOn();
                        } else if (driver.done().isDone()) {
                            looking.set(true);
                        } else {
                            looking.set(false);
                            later(this::changed);
                        }
                    });
        }
    }

    private static void later(Runnable work) {
        CompletableFuture.delayedExecutor(LATER_SECONDS, TimeUnit.SECONDS).execute(work);
    }

    /** What becomes of orders whose claims of devices are seen to. */
    private final class Prepared implements DeviceBinder.Heard {
        private final Outcomes outcomes;

        Prepared(Outcomes outcomes) {
            this.outcomes = outcomes;
        }

        @Override
        public void ready(BindOrder order, Pod pod) {
            volumes.prepare(order, pod);
        }

        @Override
        public void failed(BindOrder order, String why) {
            outcomes.failed(order, why);
        }

        @Override
        public void forbidden(BindOrder order, String why) {
            outcomes.forbidden(order, why);
        }
    }

    private final class Outcomes implements BindOutcomes {
        @Override
        public void bound(BindOrder order) {
            mirror.bound(order.pod().uid(), order.node());
            devices.bound(order.pod().uid());
            shares.bound(order);
            driver.post(new Event.TaskStarted(order.job(), order.task(), order.decision()));
            metrics.bound(System.nanoTime() - order.seenNanos());
            events.scheduled(order.pod(), order.node());
        }

        @Override
        public void failed(BindOrder order, String why) {
            if (startsNot(order, why)) {
                notes.accept("cannot bind pod " + order.pod().text() + " to " + order.node() + ": " + why);
            }
        }

        @Override
        public void forbidden(BindOrder order, String why) {
            startsNot(order, why);
        }

        /** False where the same was said before. */
        private boolean startsNot(BindOrder order, String why) {
            String uid = order.pod().uid();
            metrics.failed();
            shares.failed(order);
            if (order.ofGang()) {
                boolean news = difference.refusals().refused(uid, order.node(), why);
                mirror.touch(uid);
                return news;
            }
            devices.giveBack(uid);
            driver.post(new Event.TaskStartFailed(order.job(), order.task(), order.decision(), why))
                    .whenComplete((_, _) -> mirror.touch(uid));
            return true;
        }
    }
}
