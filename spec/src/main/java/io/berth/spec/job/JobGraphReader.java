package io.berth.spec.job;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a file of several jobs: {@code jobs: [{name: prep, ...}, {name: train, after: [prep]}]}. */
public final class JobGraphReader {
    private static final String JOBS = "jobs";
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private final Fields file;
    private final String queue;
    private final List<Fields> jobs = new ArrayList<>();
    private final TreeMap<String, Integer> byName = new TreeMap<>();
    private final List<List<JobGraph.Link>> links = new ArrayList<>();
    private final List<List<After>> numbers = new ArrayList<>();

    private JobGraphReader(Fields file, String queue) {
        this.file = file;
        this.queue = queue;
    }

    /** True where {@code tree} is a file of several jobs. */
    public static boolean isGraph(Tree tree) {
        return tree instanceof Tree.Map && tree.get(JOBS) != null;
    }

    /**
     * The jobs in {@code tree}, each after those that it waits for, else as they stand there.
     *
     * @param queue of jobs that name none
     */
    public static JobGraph read(Tree tree, String queue) {
        return new JobGraphReader(JobSchema.GRAPH.read(tree), queue).graph();
    }

    private JobGraph graph() {
        List<Tree> items = file.items(JOBS);
        if (items.isEmpty() || items.size() > JobGraph.MOST) {
            throw InputException.at(file.value(JOBS), "must be 1 to " + JobGraph.MOST + " jobs");
        }
        items.forEach(item -> jobs.add(JobSchema.GRAPH_JOB.read(item)));
        for (int job = 0; job < jobs.size(); job++) {
            name(job);
        }
        jobs.forEach(this::link);
        List<Integer> order = order();
        int[] places = new int[order.size()];
        for (int place = 0; place < places.length; place++) {
            places[order.get(place)] = place;
        }
        List<JobSpec> specs = new ArrayList<>();
        for (int job = 0; job < jobs.size(); job++) {
            specs.add(spec(job));
        }
        for (int job = 0; job < jobs.size(); job++) {
            checkLinks(job, specs);
        }
        List<JobGraph.Member> members = new ArrayList<>();
        for (int job : order) {
            List<JobGraph.Link> moved = links.get(job).stream()
                    .map(link -> new JobGraph.Link(places[link.job()], link.when()))
                    .toList();
            members.add(new JobGraph.Member(specs.get(job), moved));
        }
        return new JobGraph(members);
    }

    private void name(int job) {
        Tree name = jobs.get(job).value("name");
        if (NUMBER.matcher(name.text()).matches()) {
            throw InputException.at(name, "must not be a number: numbers are those of jobs submitted before");
        }
        @Nullable Integer other = byName.put(name.text(), job);
        if (other != null) {
            Tree first = jobs.get(other).value("name");
            throw InputException.at(
                    name,
                    "the name " + Quote.of(name.text()) + " is there twice, first in line "
                            + first.position().line());
        }
    }

    private void link(Fields job) {
        List<JobGraph.Link> others = new ArrayList<>();
        List<After> before = new ArrayList<>();
        for (Tree item : job.items("after")) {
            boolean full = item instanceof Tree.Map;
            Fields fields = full ? JobSchema.GRAPH_AFTER.read(item) : job;
            Tree other = full ? fields.value("job") : item;
            When when = full ? When.valueOf(fields.text("when").toUpperCase(Locale.ROOT)) : When.OK;
            @Nullable Integer known = byName.get(other.text());
            if (known != null) {
                others.add(new JobGraph.Link(known, when));
            } else if (NUMBER.matcher(other.text()).matches() && other.whole() > 0) {
                before.add(new After(other.whole(), when));
            } else {
                throw InputException.at(other, InputException.unknown("job", other.text(), byName.keySet()));
            }
        }
        links.add(others);
        numbers.add(before);
    }

    /** Kahn's algorithm (CACM 5(11), 1962): of the jobs that wait for none that is left, the first of the file goes next. */
    private List<Integer> order() {
        int[] open = new int[jobs.size()];
        List<List<Integer>> followers = new ArrayList<>();
        jobs.forEach(_ -> followers.add(new ArrayList<>()));
        for (int job = 0; job < open.length; job++) {
            for (JobGraph.Link link : links.get(job)) {
                followers.get(link.job()).add(job);
                open[job]++;
            }
        }
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int job = 0; job < open.length; job++) {
            if (open[job] == 0) {
                ready.add(job);
            }
        }
        List<Integer> order = new ArrayList<>();
        for (Integer job = ready.poll(); job != null; job = ready.poll()) {
            order.add(job);
            for (int follower : followers.get(job)) {
                if (--open[follower] == 0) {
                    ready.add(follower);
                }
            }
        }
        if (order.size() < open.length) {
            throw cycle(open);
        }
        return order;
    }

    /** Every job that is left waits for one that is left, so going from one to the next comes back. */
    private InputException cycle(int[] open) {
        int job = 0;
        while (open[job] == 0) {
            job++;
        }
        Deque<Integer> path = new ArrayDeque<>();
        while (!path.contains(job)) {
            path.addLast(job);
            job = links.get(job).stream()
                    .map(JobGraph.Link::job)
                    .filter(other -> open[other] > 0)
                    .findFirst()
                    .orElseThrow();
        }
        while (path.getFirst() != job) {
            path.removeFirst();
        }
        StringBuilder names = new StringBuilder();
        for (int one : path) {
            names.append(Quote.of(jobs.get(one).text("name"))).append(" after ");
        }
        names.append(Quote.of(jobs.get(job).text("name")));
        return InputException.at(jobs.get(job).value("after"), "the jobs wait for one another: " + names);
    }

    private JobSpec spec(int job) {
        Fields fields = jobs.get(job);
        JobSpec spec = JobReader.read(fields, fields.text("name"), numbers.get(job));
        if (!fields.has("queue")) {
            spec = spec.withQueue(queue);
        }
        return spec.withEach(group -> group.program().runs() ? group.withProgram(inFile(group.program())) : group);
    }

    /** With what the file says for all jobs where {@code own} says nothing. */
    private Program inFile(Program own) {
        TreeMap<String, String> environment = new TreeMap<>();
        if (file.has("env")) {
            file.value("env")
                    .entries()
                    .forEach(entry -> environment.put(entry.key(), entry.value().text()));
        }
        environment.putAll(own.environment());
        String directory = own.directory().isEmpty() ? file.text("directory", "") : own.directory();
        return own.withEnvironment(environment).withDirectory(directory);
    }

    private void checkLinks(int job, List<JobSpec> specs) {
        long after = numbers.get(job).size();
        for (JobGraph.Link link : links.get(job)) {
            after += new JobGraph.Member(specs.get(link.job()), List.of()).count();
        }
        if (after > Terms.MOST_AFTER) {
            throw InputException.at(
                    jobs.get(job).value("after"),
                    "stands for " + after + " jobs, and a job may wait for at most " + Terms.MOST_AFTER);
        }
    }
}
