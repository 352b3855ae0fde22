package io.berth.console.submission;

import io.berth.console.submission.KnownKey.Key;
import io.berth.edge.access.Tokens;
import io.berth.live.disk.DiskFault;
import io.berth.live.disk.DiskFullException;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.Batch;
import io.berth.live.driver.Operator;
import io.berth.live.driver.RefusedException;
import io.berth.spec.job.JobGraph;
import io.berth.spec.job.JobGraphWriter;
import io.berth.spec.job.JobWriter;
import io.berth.spec.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Submissions with an idempotency key. One thread writes keys to the disk, all that came meanwhile at once, and hands their
 * submissions to the engine in the order of their sequences.
 */
public final class KeyedSubmissions implements AutoCloseable {
    /** Keys that are remembered; the oldest go first. */
    public static final int MOST_KEYS = 65_536;

    private static final long MOST_LINES = 4L * MOST_KEYS;

    /** What the engine has answered is written with the next keys, or after so long. */
    private static final long WRITE_AFTER_SECONDS = 1;

    private static final long PATIENCE_SECONDS = 30;

    /** Ends the writer; it is never interrupted, since that would close the file under it. */
    private static final KnownKey END = new KnownKey(new Key("", ""), "", "", 0, 0);

    private final Operator operator;
    private final @Nullable KeyFile file;
    private final Thread writer;
    private final LinkedBlockingQueue<KnownKey> pending = new LinkedBlockingQueue<>();

    /** Guards what follows; whoever adds to {@code pending} holds it too, so that sequences arrive in order. */
    private final Object lock = new Object();

    private final KnownKeys known;
    /** The last sequence of each origin. */
    private final Map<String, Long> lastByOrigin = new HashMap<>();

    /** How often the sequences of a caller began again at the engine's last, as one of them had been refused. */
    private final Map<String, Integer> refusals = new HashMap<>();

    /** The file is written anew when it has more lines; the writer's alone. */
    private long shrinkAt = MOST_LINES;

    private List<KeyRecord> answered = new ArrayList<>();

    /**
     * What becomes of a request.
     *
     * @param accepted its submission; null where the key came before with another job
     * @param repeated true where the key came before
     */
    public record Outcome(@Nullable CompletableFuture<Acceptance> accepted, boolean repeated) {}

    private KeyedSubmissions(Operator operator, @Nullable Path path) {
        this.operator = operator;
        if (path == null) {
            known = new KnownKeys(KeyFile.newName(), MOST_KEYS);
            file = null;
        } else {
            KeyFile.Content content = KeyFile.read(path);
            known = new KnownKeys(content.name(), MOST_KEYS);
            known.recover(content.records(), this::last);
            file = KeyFile.create(path, known.name(), known.records());
        }
        writer = Thread.ofVirtual().name("berth-keys").start(this::write);
    }

    /**
     * Opens the file of keys, or makes one.
     *
     * @param path null to remember keys only until this process ends
     * @throws UncheckedIOException where it cannot be had
     */
    public static KeyedSubmissions open(@Nullable Path path, Operator operator) {
        return new KeyedSubmissions(operator, path);
    }

    /** True where {@code caller} submitted something under {@code key} before. */
    public boolean knows(String caller, String key) {
        synchronized (lock) {
            return known.get(new Key(caller, key)) != null;
        }
    }

    /**
     * Submits {@code handed} under {@code key}, which is {@code caller}'s own, unless that was done before.
     *
     * @throws java.util.concurrent.CompletionException where the engine does not answer
     */
    public Outcome submit(String caller, String key, Handed handed) {
        JobGraph asked = handed.asked();
        boolean alone = asked.jobs().size() == 1;
        Object document = alone ? JobWriter.document(asked.jobs().getFirst().spec()) : JobGraphWriter.document(asked);
        String digest = HexFormat.of().formatHex(Tokens.sha256(Json.line(document)));
        Key id = new Key(caller, key);
        synchronized (lock) {
            KnownKey before = known.get(id);
            if (before == null) {
                return new Outcome(enter(id, digest, handed), false);
            }
            if (!before.digest.equals(digest)) {
                return new Outcome(null, true);
            }
            if (before.answer == null) {
                // The sequence was taken before the restart, so the engine makes nothing new of it.
                before.answer = before.job == Acceptance.FORGOTTEN
                        ? operator.submit(batch(handed, before.origin, before.sequence))
                        : CompletableFuture.completedFuture(new Acceptance(before.job, before.sequence, true));
            }
            return new Outcome(before.answer, true);
        }
    }

    /** Writes what is known; submissions that nobody was told of yet may be forgotten. */
    @Override
    public void close() {
        pending.add(END);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (file != null) {
            file.close();
        }
    }

    private CompletableFuture<Acceptance> enter(Key id, String digest, Handed handed) {
        CompletableFuture<Acceptance> answer = new CompletableFuture<>();
        enter(id, digest, handed, answer);
        return answer;
    }

    private void enter(Key id, String digest, Handed handed, CompletableFuture<Acceptance> answer) {
        String origin = known.origin(id.caller());
        long sequence = last(origin) + 1;
        lastByOrigin.put(origin, sequence + handed.jobs().jobs().size() - 1);
        KnownKey entry = new KnownKey(id, digest, origin, sequence, refusals.getOrDefault(id.caller(), 0));
        entry.jobs = handed;
        entry.answer = answer;
        known.put(entry);
        pending.add(entry);
    }

    /** The last sequence given to {@code origin}; the engine knows those whose keys are forgotten. */
    private long last(String origin) {
        Long last = lastByOrigin.get(origin);
        if (last == null) {
            last = operator.ask(state -> state.lastSequence(origin))
                    .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
            lastByOrigin.put(origin, last);
        }
        return last;
    }

    private static Batch batch(Handed handed, String origin, long sequence) {
        return new Batch(handed.jobs(), origin, sequence, handed.sender());
    }

    private void write() {
        List<KnownKey> batch = new ArrayList<>();
        boolean open = true;
        while (open) {
            try {
                KnownKey first = pending.poll(WRITE_AFTER_SECONDS, TimeUnit.SECONDS);
                if (first != null) {
                    batch.add(first);
                    pending.drainTo(batch);
                }
            } catch (InterruptedException e) {
                // Nobody interrupts it; were it so, it would end as at the close.
                batch.add(END);
            }
            open = !batch.remove(END);
            commit(batch);
            batch.clear();
        }
    }

    /** Makes keys durable, then hands their submissions over. */
    private void commit(List<KnownKey> batch) {
        List<KeyRecord> records;
        List<KeyRecord> before;
        synchronized (lock) {
            before = answered;
            answered = new ArrayList<>();
        }
        records = new ArrayList<>(before);
        batch.forEach(entry -> records.add(entry.intent()));
        try {
            if (file != null && !records.isEmpty()) {
                file.append(records, !batch.isEmpty());
            }
        } catch (IOException e) {
            synchronized (lock) {
                answered.addAll(0, before);
            }
            fail(batch, e);
            return;
        }
        for (KnownKey entry : batch) {
            Handed jobs = entry.jobs;
            if (jobs != null) {
                operator.submit(batch(jobs, entry.origin, entry.sequence))
                        .whenComplete((accepted, error) -> settle(entry, accepted, error));
            }
        }
        if (file != null) {
            shrink(file);
        }
    }

    /** Where it cannot be written anew, it goes on to grow until it can. */
    private void shrink(KeyFile keys) {
        if (keys.lines() > shrinkAt) {
            List<KeyRecord> records;
            synchronized (lock) {
                records = known.records();
            }
            try {
                keys.rewrite(records);
                shrinkAt = MOST_LINES;
            } catch (IOException e) {
                shrinkAt = keys.lines() + MOST_KEYS;
            }
        }
    }

    private void settle(KnownKey entry, @Nullable Acceptance accepted, @Nullable Throwable error) {
        CompletableFuture<Acceptance> answer;
        synchronized (lock) {
            Handed jobs = entry.jobs;
            entry.jobs = null;
            answer = entry.answer;
            if (error instanceof RefusedException refused && jobs != null && answer != null) {
                if (refused.early()) {
                    enter(entry.key, entry.digest, jobs, answer);
                    return;
                }
                refuse(entry);
            } else if (error instanceof DiskFullException) {
                // It never came to the engine.
                refuse(entry);
            }
            if (accepted != null) {
                entry.job = accepted.job();
                answered.add(entry.done());
            }
        }
        if (answer != null && accepted != null) {
            answer.complete(accepted);
        } else if (answer != null && error != null) {
            answer.completeExceptionally(error);
        }
    }

    /**
     * The engine did not take the sequence of {@code entry}, so it is given again, once: whatever was given after it is refused as
     * early, and given another. All of those came to the engine before anything that is entered from now on.
     */
    private void refuse(KnownKey entry) {
        known.remove(entry);
        int now = refusals.getOrDefault(entry.key.caller(), 0);
        if (entry.refusalsBefore == now) {
            refusals.put(entry.key.caller(), now + 1);
            lastByOrigin.remove(entry.origin);
        }
    }

    /** Nothing of {@code batch} is on the disk: its sequences are free again, with those given out since. */
    private void fail(List<KnownKey> batch, IOException cause) {
        List<KnownKey> failed = new ArrayList<>(batch);
        synchronized (lock) {
            pending.drainTo(failed);
            for (KnownKey entry : failed) {
                known.remove(entry.key);
                lastByOrigin.merge(entry.origin, entry.sequence - 1, Math::min);
            }
        }
        RuntimeException error = DiskFault.full(cause)
                ? new DiskFullException("the idempotency key cannot be kept: " + cause.getMessage(), cause)
                : new UncheckedIOException("keys cannot be written: " + cause.getMessage(), cause);
        for (KnownKey entry : failed) {
            if (entry.answer != null) {
                entry.answer.completeExceptionally(error);
            }
        }
    }
}
