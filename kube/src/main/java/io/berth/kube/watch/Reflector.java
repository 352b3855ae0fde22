package io.berth.kube.watch;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.RefusedException;
import io.berth.kube.object.KubeObject;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.MalformedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a sink told of all objects of one kind: lists them, then watches what becomes of them from that version on; after a gap that the
 * server cannot fill it lists them again. On a thread of its own.
 */
public final class Reflector<T extends KubeObject> {
    /** So that not all clients come again at once; the server ends watches after that. */
    private static final int LEAST_WATCH_SECONDS = 300;

    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    /** After so long a server is asked again whether it has a kind now. */
    private static final long ABSENT_MILLIS = 30_000;

    private final ApiClient client;
    private final List<Resource<T>> ways;
    /** The way that the server has. */
    private Resource<T> resource;

    private final Sink<T> sink;
    private final Consumer<String> notes;
    private final Need need;
    private final CountDownLatch listed = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable InputStream open;
    private volatile long heardNanos = System.nanoTime();
    private String version = "";
    private String told = "";
    /** How often in a row no answer came. */
    private int misses;

    /** Whether all waits for a kind to be listed. */
    public enum Need {
        /** Without it nothing can be scheduled. */
        ALWAYS,
        /** It counts as listed, without any, while there is no right to list it. */
        WHERE_ALLOWED,
        /** The server need not have it. */
        WHERE_SERVED,
        /** The server need not have it; where it has it, all waits for it, unless there is no right to list it. */
        ONCE_SERVED
    }

    /** @param ways in which the kind may be served, the best first */
    public Reflector(ApiClient client, List<Resource<T>> ways, Sink<T> sink, Need need, Consumer<String> notes) {
        this.client = client;
        this.need = need;
        this.ways = ways;
        this.resource = ways.getFirst();
        this.sink = sink;
        this.notes = notes;
        this.thread = Thread.ofPlatform()
                .name("berth-kube-" + resource.name())
                .daemon()
                .unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** True when the sink has had all of them once. */
    public boolean listed() {
        return listed.getCount() == 0;
    }

    /** Waits until the sink has had all of them once. */
    public void awaitList() throws InterruptedException {
        listed.await();
    }

    /** Ends a watch of which nothing was heard for so long that its connection may be dead. */
    public void breakSilence(long longestNanos) {
        InputStream watched = open;
        if (watched != null && System.nanoTime() - heardNanos > longestNanos) {
            close(watched);
        }
    }

    public void close() {
        closed = true;
        InputStream watched = open;
        if (watched != null) {
            close(watched);
        }
        thread.interrupt();
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }

    private void run() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            try {
                if (version.isEmpty() && !listAny()) {
                    Thread.sleep(ABSENT_MILLIS);
                    continue;
                }
                pause = FIRST_PAUSE_MILLIS;
                watch();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (IOException | RuntimeException e) {
                if (closed) {
                    return;
                }
                missed(e);
                pause = sleep(pause);
            }
        }
    }

    /** What the server cannot tell from this version on is listed anew; so is what this program could not read. */
    private void missed(Exception e) {
        int code = e instanceof RefusedException refused ? refused.answer().code() : 0;
        boolean gone = code == Answer.GONE || optional() && code == Answer.NOT_FOUND;
        if (gone || !(e instanceof IOException)) {
            version = "";
        }
        String line = "cannot read " + resource.name() + " of " + client.address() + ", will try again: "
                + (e instanceof IOException || e instanceof MalformedException ? ApiClient.why(e) : e);
        boolean absent = code == Answer.NOT_FOUND && optional();
        boolean forbidden = code == Answer.FORBIDDEN && need != Need.ALWAYS;
        if (need == Need.WHERE_SERVED || absent || forbidden) {
            // Nobody waits for what need not be there.
            listed.countDown();
        }
        // A connection that ends as it is used again is nothing to tell of, if the next one does.
        boolean once = e instanceof IOException && code == 0 && misses++ == 0;
        if (!gone && !once && !line.equals(told)) {
            told = line;
            notes.accept(line);
        }
    }

    private static long sleep(long pause) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(pause / 2, pause + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
    }

    /** False where the server has no such kind: then there are none of it. */
    private boolean listAny() throws IOException, InterruptedException {
        List<String> versions = optional() ? versions(ways.getFirst().group()) : List.of();
        for (Resource<T> way : ways) {
            if (!optional() || versions.contains(way.version())) {
                resource = way;
                if (listed(ways.size() > 1)) {
                    return true;
                }
            }
        }
        sink.all(List.of());
        listed.countDown();
        return false;
    }

    /** @param others true where the kind may be served in another way: then false where it is not in this one */
    private boolean listed(boolean others) throws IOException, InterruptedException {
        try {
            list();
            return true;
        } catch (RefusedException e) {
            // A version that is served need not have all kinds of its group.
            if (others && e.answer().code() == Answer.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /**
     * What the server has of a group ({@code meta/v1 APIGroup}), which whoever is known to it may ask: one that may not list the kind would
     * hear that even where there is none.
     */
    private List<String> versions(String group) throws IOException, InterruptedException {
        try (InputStream body = client.stream("/apis/" + group, Envelope.TYPE)) {
            return Envelope.open(body, found -> found.each(2, version -> version.only(1)));
        } catch (RefusedException e) {
            if (e.answer().code() == Answer.NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
    }

    private boolean optional() {
        return need == Need.WHERE_SERVED || need == Need.ONCE_SERVED;
    }

    private void list() throws IOException, InterruptedException {
        Format<T> format = resource.format();
        try (InputStream body = client.stream(resource.query("resourceVersion=0"), format.listed())) {
            ListAnswer<T> answer = format.list(body);
            answer.problems().forEach(this::unreadable);
            sink.all(answer.items());
            version = answer.version();
        }
        told = "";
        misses = 0;
        listed.countDown();
    }

    private void unreadable(String problem) {
        notes.accept("one of the " + resource.name() + " is left out: " + problem);
    }

    private void watch() throws IOException, InterruptedException {
        int seconds = LEAST_WATCH_SECONDS + ThreadLocalRandom.current().nextInt(LEAST_WATCH_SECONDS);
        String path = resource.query(
                "watch=true&allowWatchBookmarks=true&timeoutSeconds=" + seconds + "&resourceVersion=" + version);
        heardNanos = System.nanoTime();
        try (InputStream body = client.stream(path, resource.format().watched())) {
            open = body;
            Format.Frames<T> frames = resource.format().frames(body);
            Format.Frame<T> frame = frames.next();
            while (!closed && frame != null) {
                heardNanos = System.nanoTime();
                misses = 0;
                take(frame);
                frame = frames.next();
            }
        } finally {
            open = null;
        }
    }

    private void take(Format.Frame<T> frame) throws RefusedException {
        switch (frame.type()) {
            case "ADDED", "MODIFIED" -> read(frame, sink::put);
            case "DELETED" -> read(frame, sink::remove);
            case "BOOKMARK" -> version = frame.meta().resourceVersion();
            case "ERROR" -> throw new RefusedException(frame.error());
            default -> throw new MalformedException("a watch says \"" + frame.type() + "\"");
        }
    }

    private void read(Format.Frame<T> frame, Consumer<T> taking) {
        T object;
        try {
            object = frame.object();
        } catch (MalformedException e) {
            unreadable(String.valueOf(e.getMessage()));
            version = frame.meta().resourceVersion();
            return;
        }
        taking.accept(object);
        version = object.meta().resourceVersion();
    }
}
