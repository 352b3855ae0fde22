package io.berth.console.api;

import io.berth.console.access.JobUsers;
import io.berth.console.access.StartCheck;
import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.api.call.SlowLane;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.submission.Handed;
import io.berth.console.submission.KeyedSubmissions;
import io.berth.console.submission.RefusedSubmissions;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.pace.Pace;
import io.berth.core.queue.QueueTree;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.edge.access.Caller;
import io.berth.edge.access.Scope;
import io.berth.edge.access.SubmitRate;
import io.berth.edge.metric.MetricSource;
import io.berth.live.disk.DiskGuard;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.Batch;
import io.berth.live.driver.Operator;
import io.berth.live.driver.Sender;
import io.berth.live.driver.Submission;
import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobGraph;
import io.berth.spec.job.JobGraphReader;
import io.berth.spec.job.JobReader;
import io.berth.spec.quantity.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Takes jobs in. */
final class Submitter {
    static final String KEY_HEADER = "Idempotency-Key";

    /** From so much on, reading takes some milliseconds. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final long LEAST_MEMORY_BYTES = 1 << 20;
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_KEY = 255;
    private static final Pattern KEY = Pattern.compile("[\\x20-\\x7e]+");

    private final Operator operator;
    private final LiveView view;
    private final Rules rules;
    private final KeyedSubmissions keyed;
    private final SlowLane large;
    private final RefusedSubmissions refused = new RefusedSubmissions();

    /**
     * What is taken.
     *
     * @param rate how much of it
     * @param commands true where a job without a command could not run
     * @param users whom jobs run as
     * @param disk whether there is room for more
     * @param starts which programs can never be started
     */
    record Rules(SubmitRate rate, boolean commands, JobUsers users, DiskGuard disk, StartCheck starts) {}

    /** What was accepted: the number of the first job, and whether it was accepted before. */
    private record Taken(long first, boolean repeated) {}

    /** @param large reads large documents */
    Submitter(Operator operator, LiveView view, Rules rules, KeyedSubmissions keyed, SlowLane large) {
        this.large = large;
        this.operator = operator;
        this.view = view;
        this.rules = rules;
        this.keyed = keyed;
    }

    /** How many it turned away. */
    MetricSource refused() {
        return refused;
    }

    /** What a body means, and for how many bytes it was paid. */
    private record Document(JobGraph jobs, long bytes) {}

    /** {@code POST /jobs}. */
    Response submit(Call call) {
        Document job = read(call, document -> JobGraph.of(job(document, call.caller())));
        Taken taken = take(call, job);
        return answer(taken, new Documented.Submitted(taken.first, warnings(job.jobs, call.caller())))
                .with("Location", Routes.ROOT + "/jobs/" + taken.first);
    }

    /** {@code POST /batches}. */
    Response submitAll(Call call) {
        Document jobs = read(call, document -> jobs(document, call.caller()));
        Taken taken = take(call, jobs);
        List<Documented.Member> members = new ArrayList<>();
        long next = taken.first;
        for (JobGraph.Member member : jobs.jobs.jobs()) {
            members.add(new Documented.Member(member.spec().name(), next, member.count()));
            next += member.count();
        }
        return answer(taken, new Documented.SubmittedBatch(members, warnings(jobs.jobs, call.caller())));
    }

    /** What is taken though it may not be what was meant. */
    private List<String> warnings(JobGraph jobs, Caller caller) {
        List<String> warnings = new ArrayList<>(ofQueues(jobs, caller));
        warnings.addAll(ofClasses(jobs));
        jobs.jobs().stream()
                .map(JobGraph.Member::spec)
                .filter(job -> Pace.shortestNanos(job) != Nanos.NEVER && Pace.shortestNanos(job) > job.deadlineNanos())
                .map(job -> "job " + Quote.of(job.name()) + " cannot make its deadline: that is in "
                        + Durations.format(job.deadlineNanos()) + ", and it takes at least "
                        + Durations.format(Pace.shortestNanos(job)))
                .distinct()
                .forEach(warnings::add);
        return warnings;
    }

    /** Jobs of classes that are not declared wait until they are. */
    private List<String> ofClasses(JobGraph jobs) {
        List<String> declared = view.classNames();
        return jobs.jobs().stream()
                .map(member -> member.spec().terms().qos())
                .distinct()
                .filter(qos -> !qos.isEmpty() && !declared.isEmpty() && !declared.contains(qos))
                .map(qos -> "class " + Quote.of(qos) + " is not declared: the job waits until it is"
                        + didYouMean(NearestName.of(qos, declared)))
                .toList();
    }

    private static String didYouMean(String nearest) {
        return nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
    }

    /** Jobs of queues that are not declared wait until they are. */
    private List<String> ofQueues(JobGraph jobs, Caller caller) {
        QueueTree declared = view.declaredQueues();
        if (!declared.any()) {
            return List.of();
        }
        return jobs.jobs().stream()
                .map(member -> member.spec().queue())
                .distinct()
                .filter(queue -> declared.leaf(queue) < 0)
                .map(queue -> warning(queue, declared, caller))
                .toList();
    }

    private static String warning(String queue, QueueTree declared, Caller caller) {
        if (declared.number(queue) >= 0) {
            return "queue " + Quote.of(queue)
                    + " has others below it, which jobs may be in: the job waits until it is moved";
        }
        String nearest = NearestName.of(
                queue, declared.leaves().stream().filter(caller::enters).toList());
        return "queue " + Quote.of(queue) + " is not declared: the job waits until it is, or until it is moved"
                + didYouMean(nearest);
    }

    /** Takes more jobs in that are like one that was taken before: the array {@code job}. */
    void more(Call call, JobSpec job) {
        JobGraph jobs = JobGraph.of(job);
        check(jobs, call.caller());
        checkRate(call.caller(), rules.rate().take(call.caller(), 0));
        take(call, new Document(jobs, 0));
    }

    /** What the body means; a large one is read and understood one after the other, since what comes of it may fill the heap. */
    private Document read(Call call, Function<Tree, JobGraph> meaning) {
        Caller caller = call.caller();
        String type = Documents.checkType(call.request());
        int most = operator.bounds().documentBytes();
        long announced = call.request().body().announced();
        long expected = announced < 0 ? most : Math.min(announced, most);
        checkRate(caller, rules.rate().take(caller, expected));
        if (expected <= LARGE_BYTES) {
            byte[] body = call.request().body().read(most);
            return new Document(meaning.apply(Documents.read(type, body)), expected);
        }
        try (SlowLane.Place place = large.enter(caller)) {
            byte[] body = call.request().body().read(most);
            rules.rate().charge(caller, (double) (body.length - expected) / SubmitRate.BYTES_PER_TOKEN);
            JobGraph jobs = body.length > LARGE_BYTES
                    ? place.run(() -> meaning.apply(Documents.read(type, body)))
                    : meaning.apply(Documents.read(type, body));
            return new Document(jobs, body.length);
        }
    }

    /** What is taken must be written down, now and when it ends. */
    private void checkRoom() {
        String refusal = rules.disk().refusal();
        if (refusal != null) {
            refused.withoutRoom();
            throw Engine.diskFull(refusal).exception();
        }
    }

    /** Takes jobs in, and what they cost beyond their document; what is not taken costs nothing, nor what was taken before. */
    private Taken take(Call call, Document document) {
        checkRoom();
        Caller caller = call.caller();
        String key = key(call.text(KEY_HEADER));
        boolean before = !key.isEmpty() && keyed.knows(caller.name(), key);
        double more = before ? 0 : tasks(document.jobs) - 1;
        checkRate(caller, rules.rate().takeMore(caller, document.bytes, more));
        boolean taken = false;
        try {
            JobGraph jobs = withUsers(document.jobs, caller);
            jobs.jobs().forEach(member -> checkService(member.spec()));
            if (!before) {
                checkStarts(jobs);
            }
            Taken answer = enter(caller, key, document.jobs, jobs);
            taken = !answer.repeated;
            return answer;
        } finally {
            if (!taken) {
                rules.rate().charge(caller, -more);
            }
        }
    }

    /** All replicas of a service are of one queue and run as one user: who may send to one may send to all. */
    private void checkService(JobSpec job) {
        Program program = job.firstProgram();
        if (!program.service().serves()) {
            return;
        }
        for (JobEntry other : view.jobsAfter(0)) {
            Program known = other.spec().firstProgram();
            boolean same = !other.phase().ended()
                    && known.service().name().equals(program.service().name());
            if (same
                    && !(known.user().equals(program.user())
                            && other.spec().queue().equals(job.queue()))) {
                throw Problem.of(
                                409,
                                "conflict",
                                "the state does not allow it",
                                "service: the name "
                                        + Quote.of(program.service().name())
                                        + " is taken by a service of another queue or user; choose another name")
                        .exception();
            }
        }
    }

    private static double tasks(JobGraph jobs) {
        return jobs.jobs().stream()
                .mapToDouble(member -> (double) member.count() * most(member.spec()))
                .sum();
    }

    /** How many tasks it has at most, in any of its phases. */
    private static int most(JobSpec job) {
        int most = job.tasks();
        for (TaskGroup group : job.phases().any() ? job.everyGroup() : List.<TaskGroup>of()) {
            most = Math.max(most, group.max());
        }
        return most;
    }

    /** What a job comes after may make its program or its folder; what comes after nothing finds them now or never. */
    private void checkStarts(JobGraph jobs) {
        for (JobGraph.Member member : jobs.jobs()) {
            boolean first =
                    member.links().isEmpty() && member.spec().terms().after().isEmpty();
            for (TaskGroup group : first ? member.spec().everyGroup() : List.<TaskGroup>of()) {
                StartCheck.Refusal refusal = rules.starts().refusal(group.program());
                if (refusal != null) {
                    throw Problem.input(refusal.key(), refusal.text()).exception();
                }
            }
        }
    }

    private Taken enter(Caller caller, String key, JobGraph asked, JobGraph jobs) {
        Sender sender = sender(caller);
        if (key.isEmpty()) {
            Batch batch = new Batch(jobs, "http/" + caller.name(), Submission.NEXT, sender);
            return taken(Engine.await(operator.submit(batch)), false);
        }
        KeyedSubmissions.Outcome outcome =
                Engine.call(() -> keyed.submit(caller.name(), key, new Handed(asked, jobs, sender)));
        CompletableFuture<Acceptance> accepted = outcome.accepted();
        if (accepted == null) {
            throw Problem.of(
                            422,
                            "key-reused",
                            "the idempotency key was used for another request",
                            "the key came before with another job; a new job needs a new key")
                    .exception();
        }
        return taken(Engine.await(accepted), outcome.repeated());
    }

    /** {@code caller}, who may know of the jobs that are his, whatever the engine knows of others. */
    private Sender sender(Caller caller) {
        String user = caller.scope() instanceof Scope.User scope ? scope.user() : "";
        return new Sender(caller.tenant(), user, id -> {
            JobEntry other = caller.seesAll() ? null : view.job(id);
            return caller.seesAll() || other != null && caller.owns(other.spec());
        });
    }

    /** The jobs with the users that they run as; so the journal has what was decided, whatever becomes of the tokens. */
    private JobGraph withUsers(JobGraph asked, Caller caller) {
        List<JobGraph.Member> members = new ArrayList<>();
        for (JobGraph.Member member : asked.jobs()) {
            JobSpec spec = member.spec();
            JobSpec owned = spec.withEach(group ->
                    group.program().runs() ? group.withProgram(rules.users().of(caller, group.program())) : group);
            members.add(new JobGraph.Member(owned, member.links()));
        }
        return new JobGraph(members);
    }

    private static Taken taken(Acceptance acceptance, boolean repeated) {
        if (acceptance.job() == Acceptance.FORGOTTEN) {
            throw Problem.of(
                            409,
                            "accepted-before",
                            "the submission was accepted before",
                            "the submission was accepted so long ago that the number of its job is not known any more")
                    .exception();
        }
        return new Taken(acceptance.job(), repeated);
    }

    private static Response.Whole answer(Taken taken, Object document) {
        Response.Whole answer = Response.json(201, document);
        return taken.repeated ? answer.with("Idempotency-Replayed", "true") : answer;
    }

    private void checkRate(Caller caller, Duration wait) {
        if (wait.isPositive()) {
            refused.limited();
            long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
            throw Problem.of(
                            429,
                            "too-many-submissions",
                            "the tenant submits too much",
                            (caller.tenant().isEmpty() ? caller.name() : "the tenant " + caller.tenant())
                                    + " submits more than its share; try again in " + seconds + " s")
                    .with("Retry-After", Long.toString(seconds))
                    .exception();
        }
    }

    /** The key without the quotes that RFC 9651 puts around a text. */
    private static String key(String header) {
        if (header.isEmpty()) {
            return "";
        }
        boolean quoted = header.length() >= 2 && header.startsWith("\"") && header.endsWith("\"");
        String key = quoted ? header.substring(1, header.length() - 1) : header;
        if (key.length() > LONGEST_KEY || !KEY.matcher(key).matches()) {
            throw Problem.input(KEY_HEADER, "the key must be 1 to " + LONGEST_KEY + " printable ASCII characters")
                    .exception();
        }
        return key;
    }

    private JobSpec job(Tree document, Caller caller) {
        JobSpec job;
        try {
            job = JobReader.read(document, "job");
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
        if (document.get("queue") == null && !caller.tenant().isEmpty()) {
            job = job.withQueue(caller.tenant());
        }
        check(JobGraph.of(job), caller);
        return job;
    }

    private JobGraph jobs(Tree document, Caller caller) {
        JobGraph jobs;
        try {
            checkShared(document);
            jobs = JobGraphReader.read(document, caller.tenant().isEmpty() ? JobSpec.DEFAULT_QUEUE : caller.tenant());
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
        check(jobs, caller);
        return jobs;
    }

    /** Variables of all jobs are given to each of them: refused before they are, where all together would fill the heap. */
    private void checkShared(Tree document) {
        Tree jobs = document.get("jobs");
        Tree variables = document.get("env");
        if (jobs instanceof Tree.Items items && variables instanceof Tree.Map map) {
            int jobCount = items.items().size();
            int variableCount = map.entries().size();
            Engine.call(() -> operator.bounds().checkVariables(jobCount, variableCount));
        }
    }

    private void check(JobGraph jobs, Caller caller) {
        Engine.call(() -> operator.bounds().check(jobs, !caller.seesAll()));
        jobs.jobs().forEach(member -> check(member.spec(), caller));
    }

    /** Refuses a queue of no proper name, or one that {@code caller} may not enter. */
    static void checkQueue(String queue, Caller caller) {
        Documents.checkLength("queue", queue, LONGEST_NAME);
        checkName("queue", queue);
        if (!caller.enters(queue)) {
            throw new Problem(
                            403,
                            "forbidden",
                            "this is not allowed",
                            "the queue must be " + caller.tenant() + " or below it",
                            "queue",
                            0,
                            0,
                            Map.of())
                    .exception();
        }
    }

    private void check(JobSpec job, Caller caller) {
        Documents.checkLength("name", job.name(), LONGEST_NAME);
        checkName("name", job.name());
        checkQueue(job.queue(), caller);
        Offer.check(view.nodes(), job);
        if (rules.commands()) {
            List<TaskGroup> groups = job.everyGroup();
            for (int group = 0; group < groups.size(); group++) {
                check(groups.get(group), job.pathOf(group));
            }
        }
    }

    /** Refuses a group whose keys are below {@code path} where jobs run programs. */
    private static void check(TaskGroup group, String path) {
        Program program = group.program();
        if (!program.runs()) {
            throw problem(path + "command", "is missing; jobs run a program here");
        }
        checkMemory(group.demand().memoryBytes(), path.isEmpty() ? "demand." : path);
        String directory = program.directory();
        if (!directory.isEmpty() && !directory.startsWith("/")) {
            throw problem(path + "directory", "must be an absolute path, but is " + Quote.of(directory));
        }
    }

    private static RuntimeException problem(String key, String text) {
        return Problem.input(key, key + ": " + text).exception();
    }

    /** No program runs in so little: whoever asks for it left a unit out. */
    private static void checkMemory(long bytes, String path) {
        if (bytes > 0 && bytes < LEAST_MEMORY_BYTES) {
            throw problem(
                    path + "memory",
                    bytes + " bytes are less than 1 MiB, in which no program runs; did you mean " + bytes
                            + "Mi? 0 is no limit");
        }
    }

    /** Names are printed on terminals, written into pages and put into the names of files. */
    private static void checkName(String key, String text) {
        boolean hidden = !Quote.oneLine(text).equals(text);
        boolean leaves = text.startsWith("/") || List.of(text.split("/", -1)).contains("..");
        boolean tag = text.indexOf('<') >= 0 || text.indexOf('>') >= 0;
        if (hidden || leaves || tag) {
            String problem = hidden
                    ? "a character that cannot be printed"
                    : tag ? "\"<\" or \">\"" : "a path out of its folder (\"..\" or a leading \"/\")";
            throw Problem.input(key, key + " must not hold " + problem + ": " + Quote.of(text))
                    .exception();
        }
    }
}
