package io.berth.edge.alert;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One receiver, and the thread that tells it. */
final class Telling {
    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long MILLI = 1_000_000;

    private final Receiver receiver;
    private final AlertDelivery.Time time;
    private final Consumer<String> notes;
    private final long gatheredNanos;
    private final Thread thread;
    /** What stands, by identity; guarded by this. */
    private Map<String, Alert> standing = Map.of();

    /** What the receiver knows; of its thread. */
    private Map<String, Alert> told = Map.of();

    private boolean closed;
    private int failures;
    private long heard;
    private long failed;

    Telling(Receiver receiver, AlertDelivery.Time time, Consumer<String> notes, long gatheredNanos) {
        this.receiver = receiver;
        this.time = time;
        this.notes = notes;
        this.gatheredNanos = gatheredNanos;
        this.thread = Thread.ofPlatform().name("berth-alerts").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    String name() {
        return receiver.name();
    }

    synchronized long heard() {
        return heard;
    }

    synchronized long failed() {
        return failed;
    }

    synchronized void stand(List<Alert> alerts) {
        Map<String, Alert> now = new LinkedHashMap<>();
        alerts.forEach(alert -> now.put(alert.identity(), alert));
        standing = now;
        notifyAll();
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        thread.interrupt();
    }

    private void run() {
        try {
            long last = time.nanos();
            while (true) {
                await(last);
                tell();
                last = time.nanos();
            }
        } catch (InterruptedException e) {
            // Closed: nobody is told anything any more.
        }
    }

    /** Until there is something to tell, and it was gathered, or until what stands is to be told again. */
    private synchronized void await(long lastNanos) throws InterruptedException {
        while (changes().none() && !again(lastNanos)) {
            wait(Math.max(1, untilAgainNanos(lastNanos) / MILLI));
        }
        long until = time.nanos() + (changes().none() ? 0 : gatheredNanos);
        for (long left = until - time.nanos(); left > 0; left = until - time.nanos()) {
            wait(left / MILLI + 1);
        }
        if (closed) {
            throw new InterruptedException();
        }
    }

    private boolean again(long lastNanos) {
        return !told.isEmpty() && untilAgainNanos(lastNanos) <= 0;
    }

    private long untilAgainNanos(long lastNanos) {
        return receiver.againNanos() == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : lastNanos + receiver.againNanos() - time.nanos();
    }

    private synchronized Changes changes() {
        List<Alert> raised = new ArrayList<>();
        List<Alert> still = new ArrayList<>();
        standing.forEach((identity, alert) -> (told.containsKey(identity) ? still : raised).add(alert));
        List<Alert> cleared = new ArrayList<>();
        told.forEach((identity, alert) -> {
            if (!standing.containsKey(identity)) {
                cleared.add(alert);
            }
        });
        return new Changes(raised, cleared, still);
    }

    private void tell() throws InterruptedException {
        Changes changes;
        Map<String, Alert> known;
        synchronized (this) {
            changes = changes();
            known = standing;
        }
        if (changes.none() && changes.standing().isEmpty()) {
            return;
        }
        try {
            receiver.tell(changes, time.now());
        } catch (IOException e) {
            fail(e);
            return;
        }
        synchronized (this) {
            heard++;
            told = known;
        }
        if (failures > 0) {
            notes.accept("alerts: " + receiver.name() + " hears again");
        }
        failures = 0;
    }

    private void fail(IOException problem) throws InterruptedException {
        synchronized (this) {
            failed++;
        }
        if (failures == 0) {
            notes.accept(
                    "alerts: " + receiver.name() + " cannot be told, and is told again later: " + problem.getMessage());
        }
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, 20));
        failures++;
        Thread.sleep(Duration.ofNanos(pause));
    }
}
