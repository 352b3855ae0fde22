package io.berth.testkit.real;

import io.berth.app.home.BerthHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One client: submits jobs of all kinds under keys, cancels some, and sends again what was not answered when the server died, as
 * a careful program does.
 */
public final class Load {
    private final String name;
    private final Random random;
    private final Ledger ledger;
    private final Path folder;
    private final List<LoadJob> jobs = new ArrayList<>();
    private final List<LoadJob> unanswered = new ArrayList<>();
    private final List<LoadJob> toCancel = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();
    private int repeated;
    private int made;

    /**
     * A client.
     *
     * @param name begins all its keys
     * @param folder where its jobs run
     */
    public Load(String name, long seed, Ledger ledger, Path folder) {
        this.name = name;
        this.random = new Random(seed);
        this.ledger = ledger;
        this.folder = folder;
    }

    /** Every job ever tried. */
    List<LoadJob> jobs() {
        synchronized (jobs) {
            return List.copyOf(jobs);
        }
    }

    /** How many jobs or arrays it submitted. */
    public long submitted() {
        return jobs().size();
    }

    /** How many jobs, those of arrays one by one. */
    public long members() {
        return jobs().stream().mapToLong(job -> job.members).sum();
    }

    /** How many submissions it sent again after a death. */
    public long repeated() {
        return repeated;
    }

    /** What went wrong since the last call. */
    public List<String> complaints() {
        List<String> drained = new ArrayList<>();
        for (String complaint = complaints.poll(); complaint != null; complaint = complaints.poll()) {
            drained.add(complaint);
        }
        return drained;
    }

    /**
     * Submits until nobody answers any more, at most {@code most} times.
     *
     * @param longestPauseMillis between two submissions
     */
    public void run(BerthHome home, int most, int longestPauseMillis) {
        try {
            RestClient client = RestClient.of(home);
            settle(client);
            for (int count = 0; count < most; count++) {
                LoadJob job = make();
                synchronized (jobs) {
                    jobs.add(job);
                }
                unanswered.add(job);
                settle(client);
                UpProcess.pause(random.nextInt(longestPauseMillis));
            }
        } catch (IOException e) {
            // Killed, as planned.
        } catch (RestClient.Refused e) {
            complaints.add(name + " was refused: " + e.getMessage());
            unanswered.clear();
        }
    }

    /** Submits one more, after what has no answer so far. */
    public void next(RestClient client) throws IOException {
        settle(client);
        LoadJob job = make();
        synchronized (jobs) {
            jobs.add(job);
        }
        unanswered.add(job);
        settle(client);
    }

    /** Sends what has no answer so far, and asks again for ends. */
    public void settle(RestClient client) throws IOException {
        while (!unanswered.isEmpty()) {
            LoadJob job = unanswered.getFirst();
            job.first = client.submit(job.key, job.document);
            unanswered.removeFirst();
            if (job.cancelled) {
                toCancel.add(job);
            }
        }
        while (!toCancel.isEmpty() && random.nextInt(3) > 0) {
            LoadJob job = toCancel.getFirst();
            for (int member = 0; member < job.members; member++) {
                int status = client.cancel(job.first + member).status();
                if (status == 503 || status == 507) {
                    // Not now: it stays to be sent.
                    return;
                }
                // 409 where it has ended.
                if (status != 202 && status != 409 && status != 404) {
                    complaints.add("to cancel " + job.key + " was answered with " + status);
                }
            }
            toCancel.removeFirst();
        }
    }

    /** True where nothing is left to send. */
    public boolean settled() {
        return unanswered.isEmpty() && toCancel.isEmpty();
    }

    /** After a restart, what is sent first was sent before. */
    public void noteRepetition() {
        repeated += unanswered.size();
    }

    private LoadJob make() {
        String key = name + "-" + ++made;
        LoadJob job = kind(key, random.nextInt(100));
        job.document.put("directory", folder.toString());
        job.cancelled = random.nextInt(12) == 0 && job.starts == 1;
        return job;
    }

    private LoadJob kind(String key, int draw) {
        String nap = "sleep 0." + (1 + random.nextInt(4)) + "; ";
        int code = 1 + random.nextInt(120);
        if (draw < 30) {
            return new LoadJob(key, ledger, "END exit 0");
        } else if (draw < 45) {
            return new LoadJob(key, ledger, nap + "END exit " + code).ends("failed", code);
        } else if (draw < 55) {
            int signal = random.nextBoolean() ? 9 : 15;
            return new LoadJob(key, ledger, nap + "kill -" + signal + " $$").ends("failed", 128 + signal);
        } else if (draw < 70) {
            return new LoadJob(key, ledger, "sleep " + (2 + random.nextInt(6)) + "; END exit 0");
        } else if (draw < 80) {
            return new LoadJob(key, ledger, nap + "END exit 0").tasks(2 + random.nextInt(2));
        } else if (draw < 86) {
            return new LoadJob(key, ledger, "END exit " + code).members(3).ends("failed", code);
        } else if (draw < 88) {
            LoadJob again =
                    new LoadJob(key, ledger, "[ -e tried-" + key + " ] || { : >tried-" + key + "; exit 1; }; END");
            again.starts = 2;
            return again.with("retries", 1);
        } else if (draw < 90) {
            return new LoadJob(key, ledger, "sleep 60; END")
                    .with("time_limit", "1s")
                    .ends("timed_out", 143);
        }
        LoadJob next = new LoadJob(key, ledger, "END exit 0");
        for (LoadJob before : jobs.reversed()) {
            if (before.first > 0) {
                return next.with("after", List.of(Map.of("job", before.first, "when", "any")));
            }
        }
        return next;
    }
}
