package io.berth.console.api;

import io.berth.console.api.call.Documented;
import io.berth.console.api.call.OpenApi;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.Schemas;
import io.berth.console.api.call.Views;
import io.berth.console.api.job.CurveResource;
import io.berth.console.api.job.Explanations;
import io.berth.console.api.job.Forecasts;
import io.berth.console.api.job.JobResource;
import io.berth.console.api.job.JobTables;
import io.berth.console.api.job.LogResource;
import io.berth.console.api.pool.PoolResource;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.setting.Reload;
import io.berth.console.view.NodeRow;
import io.berth.edge.access.Role;
import io.berth.edge.metric.MetricText;
import io.berth.spec.schema.JsonSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** All routes, declared once. */
final class Routes {
    static final String ROOT = "/api/v1";
    static final String EVENTS = ROOT + "/events";

    private static final Parameter NODE = Parameter.name("name", "The name of the node.");

    private final Parts parts;
    private final Schemas schemas = new Schemas();

    /** What answers. */
    record Parts(
            Submitter submitter,
            JobResource jobs,
            JobWishes wishes,
            JobTables tables,
            LogResource logs,
            CurveResource curves,
            Explanations explanations,
            Forecasts forecasts,
            NodeResource nodes,
            StrategyResource strategies,
            SystemResource system,
            EventResource events,
            HistoryResource history,
            ComparisonResource comparisons,
            MetricResource metrics,
            SettingResource settings,
            LearningResource learning,
            SessionResource sessions,
            SeriesResource series,
            HolderResource holders,
            ServiceResource services,
            ReservationResource reservations,
            PoolResource pools) {}

    private Routes(Parts parts) {
        this.parts = parts;
    }

    /** The routes, that of their own document included. */
    static List<Route> of(Parts parts) {
        Routes routes = new Routes(parts);
        List<Route> all = new ArrayList<>();
        all.addAll(new JobRoutes(parts, routes.schemas).all());
        all.addAll(new WishRoutes(parts.wishes(), routes.schemas).all());
        all.addAll(new ServiceRoutes(parts.services(), routes.schemas).all());
        all.addAll(new ReservationRoutes(parts.reservations(), routes.schemas).all());
        all.addAll(parts.pools().routes(ROOT, routes.schemas));
        all.addAll(routes.nodes());
        all.addAll(routes.strategies());
        all.addAll(routes.comparisons());
        all.addAll(routes.system());
        all.addAll(routes.pictures());
        all.addAll(routes.settings());
        all.addAll(routes.learning());
        all.addAll(routes.sessions());
        all.add(routes.probe(
                "/healthz",
                "health",
                "Whether the engine runs.",
                call -> parts.system().health()));
        all.add(routes.probe(
                "/readyz",
                "readiness",
                "Whether requests are served.",
                call -> parts.system().ready()));
        all.add(Route.get("/metrics", "metrics", "All figures, for Prometheus.", parts.metrics()::get)
                .giving(new Route.Output(200, "The text format 0.0.4.", MetricText.MEDIA_TYPE, null)));
        // Its own document is written when all is declared.
        byte[][] document = {new byte[0]};
        all.add(Route.get(
                        ROOT + "/openapi.json",
                        "openapi",
                        "This document.",
                        _ -> new Response.Whole(200, Response.JSON, document[0], Map.of()))
                .giving(Route.Output.json(200, "OpenAPI 3.1.", Map.of("type", "object"))));
        document[0] = OpenApi.text(all, routes.schemas).getBytes(StandardCharsets.UTF_8);
        return all;
    }

    private List<Route> nodes() {
        String nodes = ROOT + "/nodes";
        Route.Output node = Route.Output.json(200, "The node.", schemas.of(NodeRow.class));
        return List.of(
                Route.get(nodes, "listNodes", "Lists nodes by number.", parts.nodes()::list)
                        .with(
                                Parameter.words(
                                        "state", "Only nodes in one of these states.", NodeResource.stateWords()),
                                Parameter.text("name", "Only nodes of this name; * is for any characters."),
                                Parameter.text("model", "Only nodes with GPUs of this model; * is for any characters."),
                                Parameter.whole(
                                        "after",
                                        "Only nodes with greater numbers, which begin with 0.",
                                        -1,
                                        -1,
                                        Integer.MAX_VALUE),
                                Parameter.whole("limit", "At most so many.", 1_000, 1, 10_000),
                                Parameter.whole(
                                        "since",
                                        "Only nodes that changed after this instant, as an earlier list named it.",
                                        -1,
                                        -1,
                                        Long.MAX_VALUE),
                                Views.AT)
                        .giving(Route.Output.json(200, "Nodes.", schemas.of(Documented.NodePage.class))),
                Route.get(
                                nodes + "/{name}",
                                "getNode",
                                "One node, with what is on each of its GPUs, and how these reach each other.",
                                parts.nodes()::get)
                        .with(NODE, Views.AT)
                        .giving(Route.Output.json(
                                200, "The node.", schemas.all(NodeRow.class, Documented.NodeMore.class))),
                Route.change(
                                "POST",
                                nodes + "/{name}/drain",
                                "drainNode",
                                "Lets a node take no new tasks.",
                                call -> parts.nodes().drain(call, true))
                        .with(NODE, NodeResource.REASON)
                        .giving(node),
                Route.change(
                                "POST",
                                nodes + "/{name}/undrain",
                                "undrainNode",
                                "Lets a node take tasks again.",
                                call -> parts.nodes().drain(call, false))
                        .with(NODE)
                        .giving(node));
    }

    private List<Route> strategies() {
        String strategy = ROOT + "/strategy";
        Object schema = schemas.of(Documented.Strategy.class);
        return List.of(
                Route.get(
                                strategy,
                                "getStrategy",
                                "The strategy in force.",
                                _ -> parts.strategies().get())
                        .giving(Route.Output.json(200, "The strategy.", schema)),
                Route.change(
                                "PUT",
                                strategy,
                                "setStrategy",
                                "Changes the strategy, from the next pass on.",
                                parts.strategies()::put)
                        .taking(
                                new Route.Input(
                                        "The name of a ready strategy or policy, or a strategy by its parts.",
                                        strategySchema(),
                                        List.of(
                                                new Route.Example("name", "\"fgd-greedy\""),
                                                new Route.Example(
                                                        "parts",
                                                        "{\"order\": \"sjf\", \"place\": \"best-fit\", \"backfill\": \"easy\"}"),
                                                new Route.Example(
                                                        "combined",
                                                        "{\"name\": \"mine\", \"place\": [{\"fgd\": 0.7}, {\"least-allocated\": 0.3}]}"))))
                        .giving(Route.Output.json(200, "The strategy.", schema)),
                Route.get(
                                ROOT + "/policies",
                                "listPolicies",
                                "The policies that strategies are made of.",
                                _ -> parts.strategies().policies())
                        .giving(Route.Output.json(200, "The catalog.", schemas.of(Documented.PolicyList.class))));
    }

    private List<Route> comparisons() {
        String comparisons = ROOT + "/comparisons";
        Parameter id = Parameter.number("id", "The number of the comparison.");
        Object schema = schemas.of(Documented.ComparisonDocument.class);
        return List.of(
                Route.change(
                                "POST",
                                comparisons,
                                "compareStrategies",
                                "Simulates the last hours under other strategies, beside the one in force. Needs a journal; one at a time.",
                                parts.comparisons()::begin)
                        .taking(new Route.Input(
                                "How many hours of the journal, 6 where absent, and up to seven strategies, each a name or by its parts.",
                                Map.of(
                                        "type",
                                        "object",
                                        "required",
                                        List.of("strategies"),
                                        "properties",
                                        new TreeMap<>(Map.of(
                                                "hours",
                                                Map.of("type", "number"),
                                                "strategies",
                                                Map.of("type", "array", "items", strategySchema())))),
                                List.of(new Route.Example(
                                        "two", "{\"hours\": 12, \"strategies\": [\"sjf\", \"best-fit\"]}"))))
                        .giving(Route.Output.json(202, "It has begun.", schema)),
                Route.get(
                                comparisons,
                                "listComparisons",
                                "The last comparisons, the newest first.",
                                parts.comparisons()::list)
                        .giving(Route.Output.json(200, "Comparisons.", schemas.of(Documented.ComparisonList.class))),
                Route.get(
                                comparisons + "/{id}",
                                "getComparison",
                                "How a comparison stands, and what came of it so far.",
                                parts.comparisons()::get)
                        .with(id)
                        .giving(Route.Output.json(200, "The comparison.", schema)),
                Route.change(
                                "DELETE",
                                comparisons + "/{id}",
                                "cancelComparison",
                                "Ends a comparison that is under way.",
                                parts.comparisons()::cancel)
                        .with(id)
                        .giving(Route.Output.json(202, "It ends or has ended.", schema)));
    }

    private List<Route> system() {
        return List.of(
                Route.get(
                                ROOT + "/queues",
                                "listQueues",
                                "The queues that a known job is of, by name.",
                                parts.system()::queues)
                        .with(Views.AT)
                        .giving(Route.Output.json(200, "Queues.", schemas.of(Documented.QueueList.class))),
                Route.get(ROOT + "/status", "getStatus", "The system in figures.", parts.system()::status)
                        .with(Views.AT)
                        .giving(Route.Output.json(200, "Figures.", schemas.of(Documented.Status.class))),
                Route.get(
                                ROOT + "/history",
                                "getHistory",
                                "From when to when the past is known, and when how much happened.",
                                parts.history()::get)
                        .with(HistoryResource.FROM, HistoryResource.TO)
                        .giving(Route.Output.json(200, "The past.", schemas.of(Documented.History.class))),
                Route.get(
                                EVENTS,
                                "followEvents",
                                "What changes, as server-sent events: job, node and strategy with the new row as data; alert with {raised, alert}; reset and dropped where the lists must be read again.",
                                parts.events()::follow)
                        .with(
                                Parameter.words(
                                        "types", "Only changes of these; all where it is absent.", EventResource.TYPES),
                                Parameter.header("Last-Event-ID", "Goes on after this event."))
                        .giving(new Route.Output(200, "Events without an end.", EventResource.MEDIA_TYPE, null)));
    }

    /** What charts and maps of all are made of. */
    private List<Route> pictures() {
        return List.of(
                Route.get(ROOT + "/holders", "getHolders", "Whose each GPU is.", parts.holders()::get)
                        .with(HolderResource.BY, Views.AT)
                        .giving(Route.Output.json(200, "Holders.", schemas.of(HolderResource.Holders.class))),
                Route.get(
                                ROOT + "/series",
                                "getSeries",
                                "What was held, measured, waited for, started and ended over time.",
                                parts.series()::get)
                        .with(SeriesResource.FROM, SeriesResource.TO, SeriesResource.FIGURE, SeriesResource.BY)
                        .giving(Route.Output.json(
                                200, "Figures over time.", schemas.of(SeriesResource.SeriesDocument.class))));
    }

    private List<Route> settings() {
        String config = ROOT + "/config";
        return List.of(
                Route.get(
                                config,
                                "getConfig",
                                "The settings in force, and where each comes from.",
                                _ -> parts.settings().get())
                        .by(Role.OPERATOR)
                        .giving(Route.Output.json(200, "Settings.", schemas.of(Documented.Config.class))),
                Route.change(
                                "POST",
                                config + "/reload",
                                "reloadConfig",
                                "Reads the settings again. What can change while jobs run does; of the rest it says so.",
                                parts.settings()::reload)
                        .giving(Route.Output.json(200, "What changed.", schemas.of(Reload.class))));
    }

    private List<Route> learning() {
        String learning = ROOT + "/learning";
        Route.Output output = Route.Output.json(200, "How learning stands.", Map.of("type", "object"));
        Route.Output none = new Route.Output(
                409, "Nothing learns here.", Problem.MEDIA_TYPE, Map.of("$ref", "#/components/schemas/Problem"));
        return List.of(
                Route.get(
                                learning,
                                "getLearning",
                                "How learning beside the system stands.",
                                _ -> parts.learning().status())
                        .by(Role.OPERATOR)
                        .giving(output)
                        .giving(none),
                Route.change("POST", learning + "/start", "startLearning", "Learns again.", parts.learning()::begin)
                        .giving(output)
                        .giving(none),
                Route.change(
                                "POST",
                                learning + "/stop",
                                "stopLearning",
                                "The fallback holds at once, and nothing is tried until learning is started again.",
                                parts.learning()::stop)
                        .giving(output)
                        .giving(none));
    }

    private List<Route> sessions() {
        String session = ROOT + "/session";
        SequencedMap<String, Object> code = new LinkedHashMap<>(JsonSchema.of(SessionResource.CODE));
        code.remove("$schema");
        return List.of(
                Route.change(
                                "POST",
                                ROOT + "/codes",
                                "makeCode",
                                "Gives a code with which a browser may do for a while what this caller may; it is good once.",
                                parts.sessions()::code)
                        .by(Role.VIEWER)
                        .giving(Route.Output.json(201, "The code.", schemas.of(SessionResource.GivenCode.class))),
                Route.change(
                                "POST",
                                ROOT + "/sessions",
                                "beginSession",
                                "Hands in a code: a cookie, and a key that changes need beside it in the header Berth-Session-Key.",
                                parts.sessions()::begin)
                        .by(null)
                        .taking(new Route.Input(
                                "The code.", code, List.of(new Route.Example("code", "{\"code\": \"3f0a\"}"))))
                        .giving(Route.Output.json(
                                201, "The session has begun.", schemas.of(SessionResource.BegunSession.class))),
                Route.get(session, "getSession", "Who asks, and what it may do.", parts.sessions()::who)
                        .giving(Route.Output.json(200, "Who it is.", schemas.of(SessionResource.Who.class))),
                Route.change(
                                "DELETE",
                                session,
                                "endSession",
                                "Ends the session of the cookie, where there is one.",
                                parts.sessions()::end)
                        .by(Role.VIEWER)
                        .giving(new Route.Output(204, "It has ended.", "", null)));
    }

    private Route probe(String path, String operation, String summary, Route.Action action) {
        return Route.get(path, operation, summary, action)
                .by(null)
                .giving(Route.Output.json(200, "It does.", schemas.of(Documented.Health.class)));
    }

    private static Map<String, Object> strategySchema() {
        return Map.of("anyOf", List.of(Map.of("type", "string"), Map.of("type", "object")));
    }
}
