package io.berth.testkit.restore;

import io.berth.testkit.real.RestClient;
import io.berth.testkit.real.TaskProcesses;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether a Berth shows of each job only what that job did, and answers for all processes. */
final class RestoreAudit {
    private static final int SIGNALLED = 128;
    private static final int LOOKS = 20;
    private static final long BETWEEN_LOOKS_MILLIS = 100;

    private final Path ledger;
    private final TaskProcesses processes;
    private final List<String> complaints;
    int jobsSeen;
    int outputsSeen;
    int processesSeen;

    /** @param ledger the folder in which jobs write that they started */
    RestoreAudit(Path ledger, Path tasks, List<String> complaints) {
        this.ledger = ledger;
        this.processes = new TaskProcesses(tasks);
        this.complaints = complaints;
    }

    /** Asks for all that is known now. */
    void check(RestClient client, String when) throws IOException {
        for (RestClient.Job job : client.jobs().values()) {
            jobsSeen++;
            checkExit(job, when);
            RestClient.Answer log = client.ask("GET", "/api/v1/jobs/" + job.id() + "/logs", null, null);
            checkOutput(job, log.status() == 200 ? log.body() : "", when);
        }
        checkProcesses(client, when);
    }

    /** Its own code, or none where a signal ended it or nobody knows. */
    private void checkExit(RestClient.Job job, String when) {
        Integer exit = job.exitCode();
        boolean plain = exit == null || exit == -1 || exit > SIGNALLED || exit == Errand.code(job.name());
        boolean none = exit != null && exit == 0 && !job.state().equals("finished");
        if (!plain && !none) {
            complaints.add(
                    when + ": " + job + " shows the exit code of another, its own is " + Errand.code(job.name()));
        }
    }

    /** One start of its own, which it wrote down by itself. */
    private void checkOutput(RestClient.Job job, String output, String when) throws IOException {
        Set<String> runs = new TreeSet<>();
        boolean own = true;
        for (String line : output.lines().toList()) {
            String[] words = line.split(" ");
            own &= words.length == 3 && words[0].equals(job.name());
            runs.add(words[words.length - 1]);
        }
        outputsSeen += output.isEmpty() ? 0 : 1;
        boolean ownRun = runs.stream().allMatch(run -> run.startsWith(job.id() + "-0-"));
        if (!own || runs.size() > 1 || !ownRun) {
            complaints.add(when + ": " + job + " shows the output of another: " + output.replace("\n", " | "));
        }
        Integer exit = job.exitCode();
        if (exit != null && exit == Errand.code(job.name()) && !Files.exists(ledger.resolve(job.name()))) {
            complaints.add(when + ": " + job + " has ended and never ran");
        }
    }

    /** A process may end, or its job just begin, between two questions: what is wrong stays wrong. */
    private void checkProcesses(RestClient client, String when) throws IOException {
        Set<String> wrong = new TreeSet<>();
        for (int look = 0; look < LOOKS; look++) {
            Set<String> now = new TreeSet<>();
            List<TaskProcesses.Found> found = processes.running();
            Map<Long, RestClient.Job> jobs = client.jobs();
            for (TaskProcesses.Found process : found) {
                processesSeen++;
                RestClient.Job job = jobs.get(process.job());
                String name = name(process.pid());
                if (!name.isEmpty()
                        && (job == null || job.ended() || !job.name().equals(name))) {
                    now.add("process " + process.pid() + " of " + name + " in "
                            + process.run().getFileName() + " stands for " + job);
                }
            }
            if (look == 0) {
                wrong.addAll(now);
            }
            wrong.retainAll(now);
            if (wrong.isEmpty()) {
                return;
            }
            UpProcess.pause(BETWEEN_LOOKS_MILLIS);
        }
        wrong.forEach(each -> complaints.add(when + ": " + each));
    }

    /** Of which errand a process is; empty where it is gone. */
    private static String name(long pid) {
        try {
            String text = Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
            for (String variable : text.split("\0")) {
                if (variable.startsWith(Errand.MARK + "=")) {
                    return variable.substring(Errand.MARK.length() + 1);
                }
            }
            return "";
        } catch (IOException e) {
            return "";
        }
    }
}
