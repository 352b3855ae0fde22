package io.berth.console.api;

import io.berth.console.access.Guard;
import io.berth.console.access.SubmitRate;
import io.berth.console.access.Tokens;
import io.berth.console.http.Exchanges;
import io.berth.console.http.Handler;
import io.berth.console.insight.Insight;
import io.berth.console.metrics.HttpMetrics;
import io.berth.console.output.Outputs;
import io.berth.console.submission.KeyedSubmissions;
import io.berth.console.view.LiveView;
import io.berth.core.policy.Catalog;
import io.berth.live.run.LiveRun;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API of one run, put together. */
public final class ApiService implements AutoCloseable {
    private final SlowLane documents = new SlowLane("berth-console-documents");
    private final SlowLane explanations = new SlowLane("berth-console-explain");
    private final SystemResource system;
    private final EventResource events;
    private final LogResource logs;
    private final Api api;
    private final HttpMetrics http;

    /**
     * What it works with.
     *
     * @param catalog the policies of the run
     * @param tokens null to serve this machine only
     * @param heartbeat how long the stream of events may be silent
     * @param outputs what tasks wrote; null where tasks are no real programs
     * @param insight what is learnt from running jobs; null where nothing is
     */
    public record Setup(
            LiveRun run,
            LiveView view,
            Catalog catalog,
            @Nullable Tokens tokens,
            SubmitRate rate,
            KeyedSubmissions keyed,
            Duration heartbeat,
            @Nullable Outputs outputs,
            @Nullable Insight insight) {}

    public ApiService(Setup setup) {
        LiveView view = setup.view();
        system = new SystemResource(setup.run(), view);
        var operator = setup.run().operator();
        Submitter submitter = new Submitter(
                operator, view, new Submitter.Rules(setup.rate(), setup.outputs() != null), setup.keyed(), documents);
        JobResource jobs = new JobResource(operator, view, setup.insight());
        logs = new LogResource(setup.outputs(), jobs, view);
        events = new EventResource(view.ring(), setup.heartbeat());
        MetricResource metrics = new MetricResource(view, events, submitter, setup.insight());
        List<Route> routes = Routes.of(new Routes.Parts(
                submitter,
                jobs,
                logs,
                new CurveResource(setup.insight(), jobs, view),
                new Explanations(operator, setup.catalog(), jobs, explanations),
                new NodeResource(operator, view, setup.insight()),
                new StrategyResource(operator, view, setup.catalog()),
                system,
                events,
                metrics));
        Insight insight = setup.insight();
        api = new Api(new Guard(setup.tokens(), insight == null ? null : insight.jobTokens()), routes);
        http = new HttpMetrics(api::template, Set.of(Routes.EVENTS));
        metrics.include(http);
    }

    /** What answers requests. */
    public Handler handler() {
        return api;
    }

    /** What counts them. */
    public Exchanges exchanges() {
        return http;
    }

    /** Says that nothing new should be sent here, and ends the streams of events. */
    public void beginClose() {
        system.close();
        events.close();
        logs.close();
    }

    /** Ends what is left. */
    @Override
    public void close() {
        beginClose();
        documents.close();
        explanations.close();
    }
}
