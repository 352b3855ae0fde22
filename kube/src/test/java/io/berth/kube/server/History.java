package io.berth.kube.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.kubernetes.client.proto.Meta.WatchEvent;
import io.kubernetes.client.proto.Runtime.RawExtension;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** What happened in a cluster, by version, and who follows it. */
final class History {
    private final List<Entry> entries = new ArrayList<>();
    private long version = 100;
    private long floor;
    private int drops;
    private boolean paused;

    private record Entry(long version, String kind, String type, MessageLite object) {}

    synchronized long next() {
        return ++version;
    }

    synchronized long version() {
        return version;
    }

    synchronized void add(String kind, String type, MessageLite object) {
        entries.add(new Entry(version, kind, type, object));
        notifyAll();
    }

    synchronized boolean forgot(long from) {
        return from < floor;
    }

    synchronized void drop(boolean forgotten) {
        drops++;
        if (forgotten) {
            floor = ++version;
        }
        notifyAll();
    }

    synchronized void pause(boolean now) {
        paused = now;
        notifyAll();
    }

    synchronized void awaitRunning() throws InterruptedException {
        while (paused) {
            wait();
        }
    }

    /** Writes what happened to {@code kind} after {@code from}, and what happens, until watches are dropped. */
    void follow(String kind, long from, OutputStream to) throws IOException, InterruptedException {
        DataOutputStream frames = new DataOutputStream(to);
        int began;
        synchronized (this) {
            began = drops;
        }
        frames.flush();
        int at = 0;
        while (true) {
            List<Entry> fresh;
            synchronized (this) {
                while (drops == began && at == entries.size()) {
                    wait();
                }
                if (drops != began) {
                    return;
                }
                fresh = List.copyOf(entries.subList(at, entries.size()));
                at = entries.size();
            }
            for (Entry entry : fresh) {
                if (entry.kind().equals(kind) && entry.version() > from) {
                    byte[] frame = frame(entry);
                    frames.writeInt(frame.length);
                    frames.write(frame);
                }
            }
            frames.flush();
        }
    }

    private static byte[] frame(Entry entry) {
        return WatchEvent.newBuilder()
                .setType(entry.type())
                .setObject(RawExtension.newBuilder().setRaw(ByteString.copyFrom(FakeServer.sealed(entry.object()))))
                .build()
                .toByteArray();
    }
}
