package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.service.Followers;
import io.berth.console.service.ReplicaCount;
import io.berth.console.service.ServiceBoard;
import io.berth.console.service.ServiceRow;
import io.berth.console.view.job.JobEntry;
import io.berth.core.scale.Demand;
import io.berth.core.workload.JobSpec;
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

/** {@code /services}: which there are, how many replicas they have, and who sends requests there. */
final class ServiceResource {
    static final Section SCALE = Section.of(
            "scale",
            "How many replicas a service has.",
            Key.of("replicas", Shape.whole(0, ServiceKeys.MOST_REPLICAS), "How many; 0 ends all of them.")
                    .mandatory()
                    .example("3"));

    private static final Shape COUNT = Shape.whole(0, Long.MAX_VALUE);
    private static final Shape REAL = Shape.number(0, 1e12);

    private static final Section DEMAND = Section.of(
            "demand",
            "What comes for a service, as a gateway counts it.",
            Key.of("arrived", COUNT, "Requests that came since the gateway began.")
                    .mandatory()
                    .example("1200"),
            Key.of(
                            "running",
                            COUNT,
                            "Requests that replicas do now, of each as many as the target of its autoscale says.")
                    .fallback("0"),
            Key.of("waiting", COUNT, "Requests that wait there, or are at none yet.")
                    .fallback("0"),
            Key.of(
                            "service_seconds",
                            REAL,
                            "How long a replica did one, its wait not counted, on average of the last; 0: none was answered.")
                    .fallback("0"),
            Key.of("service_variation", REAL, "The variance of that over the square of its mean.")
                    .fallback("1"),
            Key.of("arrival_variation", REAL, "The same of the times between one and the next.")
                    .fallback("1"));

    static final Section FOLLOW = Section.of(
            "follow",
            "What a gateway says of itself.",
            Key.of(
                            "holds",
                            new Shape.Items(Shape.of(ValueType.TEXT)),
                            "The addresses of the replicas that it may send requests to, or still has some at.")
                    .fallback("[]"),
            Key.of(
                            "demand",
                            new Shape.Nested(DEMAND),
                            "What comes for the service, by which its number of replicas may follow the requests; absent: it does not say.")
                    .example("{arrived: 1200, running: 7, service_seconds: 0.8}"));

    private static final int MOST_BYTES = 64 << 10;
    private static final int LONGEST_NAME = 64;

    private final Operator operator;
    private final ServiceBoard board;
    private final ReplicaCount count;
    private final Submitter submitter;

    ServiceResource(Operator operator, ServiceBoard board, ReplicaCount count, Submitter submitter) {
        this.operator = operator;
        this.board = board;
        this.count = count;
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
        Demand demand = said.has("demand") ? demand(DEMAND.read(said.value("demand"))) : null;
        if (!board.heard(call.text("name"), follower, new Followers.Says(holds, demand), call.caller())) {
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

    /** {@code PUT /services/NAME}. */
    Response scale(Call call) {
        int replicas = read(call, SCALE).integer("replicas");
        List<JobEntry> jobs = found(call);
        String name = call.text("name");
        int port = ServiceBoard.service(jobs.getLast()).port();
        if (port > 0 && replicas > board.wanted(jobs).size()) {
            throw Problem.of(
                            409,
                            "conflict",
                            "the state does not allow it",
                            "the service " + name + " has the port " + port
                                    + " for its only replica; one that names no port can have more")
                    .exception();
        }
        count.set(name, replicas, call.caller(), new Asked(call));
        return Response.json(200, board.row(found(call)));
    }

    /** What somebody asked for by a call. */
    private final class Asked implements ReplicaCount.Changes {
        private final Call call;

        Asked(Call call) {
            this.call = call;
        }

        @Override
        public void cancel(long job) {
            Engine.await(operator.cancel(job));
        }

        @Override
        public void submit(JobSpec replicas) {
            submitter.more(call, replicas);
        }
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

    private static Demand demand(Fields said) {
        return new Demand(
                said.value("arrived").whole(),
                said.value("running").whole(),
                said.value("waiting").whole(),
                said.number("service_seconds"),
                said.number("service_variation"),
                said.number("arrival_variation"));
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
