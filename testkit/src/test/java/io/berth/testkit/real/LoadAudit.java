package io.berth.testkit.real;

import io.berth.app.home.BerthHome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares what Berth says, and what really ran, with what was promised. */
public final class LoadAudit {
    private final List<Load> loads;
    private final Ledger ledger;
    private final Map<Long, LoadJob> unsettled = new HashMap<>();
    private final Set<Long> known = new TreeSet<>();
    private final Set<Long> disturbed = new TreeSet<>();

    public LoadAudit(List<Load> loads, Ledger ledger) {
        this.loads = loads;
        this.ledger = ledger;
    }

    /** Looks at all jobs that have not been seen to end; what is wrong is added to {@code complaints}. */
    public void check(RestClient client, List<String> complaints) throws IOException {
        learn();
        if (unsettled.isEmpty()) {
            return;
        }
        Map<Long, RestClient.Job> jobs = client.jobs();
        for (Map.Entry<Long, LoadJob> entry : List.copyOf(unsettled.entrySet())) {
            RestClient.Job job = jobs.get(entry.getKey());
            LoadJob wanted = entry.getValue();
            if (job == null) {
                complaints.add("job " + entry.getKey() + " (" + wanted.key + ") is lost");
                unsettled.remove(entry.getKey());
            } else if (!job.name().equals(wanted.name(job.id()))) {
                complaints.add("job " + job.id() + " is " + job.name() + ", not " + wanted.name(job.id()));
                unsettled.remove(entry.getKey());
            } else if (job.ended()) {
                unsettled.remove(entry.getKey());
                String wrong = wanted.wrong(job);
                if (wrong != null) {
                    complaints.add(wrong);
                }
            }
        }
    }

    /** True where all that was acknowledged has ended. */
    public boolean done() {
        learn();
        return unsettled.isEmpty();
    }

    /** The jobs that have not ended. */
    public String open() {
        return unsettled.keySet().toString();
    }

    /** At the end of all: how often each task started; how many there are. */
    public long checkStarts(List<String> complaints) {
        Map<String, Map<Integer, Integer>> starts = ledger.starts();
        Set<String> keys = new TreeSet<>();
        for (Load load : loads) {
            for (LoadJob job : load.jobs()) {
                for (int member = 0; member < job.members; member++) {
                    keys.add(job.key + "." + member);
                }
                String wrong = job.wrong(starts);
                if (wrong != null) {
                    complaints.add(wrong);
                }
            }
        }
        starts.keySet().stream().filter(key -> !keys.contains(key)).forEach(key -> complaints.add(key + " is unknown"));
        return ledger.lines().stream().filter(line -> line.startsWith("start")).count();
    }

    /** Counts the tasks in {@code before} that run on, and complains of those whose jobs say that they do not. */
    public int adopted(List<TaskProcesses.Found> before, BerthHome home, RestClient client, List<String> complaints)
            throws IOException {
        Map<Long, RestClient.Job> jobs = client.jobs();
        List<Long> alive = new ArrayList<>();
        for (TaskProcesses.Found now : new TaskProcesses(home.tasks()).running()) {
            alive.add(now.pid());
        }
        int adopted = 0;
        for (TaskProcesses.Found task : before) {
            if (alive.contains(task.pid())) {
                adopted++;
                RestClient.Job job = jobs.get(task.job());
                if (job == null || job.ended()) {
                    complaints.add("task " + task.run() + " runs on and its job is " + job);
                }
            }
        }
        return adopted;
    }

    /** A launcher of {@code job} was killed; call it when nobody submits. */
    public void disturbed(long job) {
        disturbed.add(job);
    }

    private void learn() {
        for (Load load : loads) {
            load.jobs().stream().filter(job -> job.first > 0).forEach(this::learn);
        }
    }

    private void learn(LoadJob job) {
        for (int member = 0; member < job.members; member++) {
            job.disturbed |= disturbed.contains(job.first + member);
            if (known.add(job.first + member)) {
                unsettled.put(job.first + member, job);
            }
        }
    }
}
