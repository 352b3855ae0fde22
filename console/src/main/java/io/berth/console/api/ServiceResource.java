package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.service.ServiceBoard;
import io.berth.console.service.ServiceRow;
import io.berth.console.view.job.JobEntry;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.JobArray;
import io.berth.live.driver.Operator;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.job.ServiceKeys;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** {@code /services}: which there are, how many replicas they have, and who sends requests there. */
final class ServiceResource {
    static final Section SCALE = Section.of(
            "scale",
            "How many replicas a service has.",
            Key.of("replicas", Shape.whole(0, ServiceKeys.MOST_REPLICAS), "How many; 0 ends all of them.")
                    .mandatory()
                    .example("3"));

    static final Section FOLLOW = Section.of(
            "follow",
            "What a gateway says of itself.",
            Key.of(
                            "holds",
                            new Shape.Items(Shape.of(ValueType.TEXT)),
                            "The addresses of the replicas that it may send requests to, or still has some at.")
                    .fallback("[]"));

    private static final int MOST_BYTES = 64 << 10;
    private static final int LONGEST_NAME = 64;

    private final Operator operator;
    private final ServiceBoard board;
    private final Submitter submitter;

    ServiceResource(Operator operator, ServiceBoard board, Submitter submitter) {
        this.operator = operator;
        this.board = board;
        this.submitter = submitter;
    }

    /** The services. */
    record ServiceList(List<ServiceRow> services) {}

    /** {@code GET /services}. */
    Response list(Call call) {
        return Response.json(200, new ServiceList(board.all(call.caller())));
    }

    /** {@code GET /services/NAME}. */
    Response get(Call call) {
        return Response.json(200, board.row(found(call)));
    }

    /** {@code PUT /services/NAME/followers/FOLLOWER}. */
    Response follow(Call call) {
        Fields said = read(call, FOLLOW);
        found(call);
        String follower = call.text("follower");
        Documents.checkLength("follower", follower, LONGEST_NAME);
        Set<String> holds = new TreeSet<>();
        said.items("holds").forEach(address -> holds.add(address.text()));
        if (!board.heard(call.text("name"), follower, holds, call.caller())) {
            throw Problem.of(
                            429,
                            "too-many-readers",
                            "too many follow",
                            "the service " + call.text("name") + " has as many followers as it may have")
                    .with("Retry-After", "10")
                    .exception();
        }
        return get(call);
    }

    /** {@code PUT /services/NAME}; one at a time, as each goes by how many there are. */
    synchronized Response scale(Call call) {
        int replicas = read(call, SCALE).integer("replicas");
        List<JobEntry> jobs = found(call);
        List<JobEntry> wanted = board.wanted(jobs);
        for (JobEntry surplus : wanted.subList(0, Math.max(0, wanted.size() - replicas))) {
            Engine.await(operator.cancel(surplus.id()));
        }
        if (replicas > wanted.size()) {
            add(call, jobs, replicas - wanted.size());
        }
        return Response.json(200, board.row(found(call)));
    }

    /** More replicas are what the newest is. */
    private void add(Call call, List<JobEntry> jobs, int count) {
        JobEntry newest = jobs.getLast();
        JobSpec spec = newest.spec();
        if (ServiceBoard.service(newest).port() > 0) {
            throw Problem.of(
                            409,
                            "conflict",
                            "the state does not allow it",
                            "the service " + call.text("name") + " has the port "
                                    + ServiceBoard.service(newest).port()
                                    + " for its only replica; one that names no port can have more")
                    .exception();
        }
        int from = jobs.stream().mapToInt(ServiceResource::index).max().orElse(0) + 1;
        List<Integer> indices = IntStream.range(from, from + count).boxed().toList();
        submitter.more(
                call,
                spec.withName(plainName(spec))
                        .withTerms(spec.terms().withAfter(List.of()).withArray(JobArray.of(indices, count))));
    }

    /** The number behind the name of a replica; 0 where it has none. */
    private static int index(JobEntry job) {
        String name = job.spec().name();
        String plain = plainName(job.spec());
        return plain.equals(name) ? 0 : Integer.parseInt(name.substring(plain.length() + 1, name.length() - 1));
    }

    private static String plainName(JobSpec job) {
        return job.terms().array().id() == 0 ? job.name() : job.name().replaceFirst("\\[\\d{1,9}]$", "");
    }

    private List<JobEntry> found(Call call) {
        String name = call.text("name");
        List<JobEntry> jobs = board.jobs(name, call.caller());
        if (jobs.isEmpty()) {
            List<String> known = new ArrayList<>();
            board.all(call.caller()).forEach(row -> known.add(row.name()));
            String detail = known.isEmpty()
                    ? "there is no service \"" + name + "\": no service has a replica"
                    : InputException.unknown("service", name, known);
            throw Problem.of(404, "no-service", "there is no such service", detail)
                    .exception();
        }
        return jobs;
    }

    private static Fields read(Call call, Section section) {
        try {
            Tree document = Documents.read(call.request(), MOST_BYTES);
            return section.read(document);
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
    }
}
