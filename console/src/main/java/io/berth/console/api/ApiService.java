package io.berth.console.api;

import io.berth.console.access.Guard;
import io.berth.console.access.JobUsers;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.SlowLane;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.console.api.call.Views;
import io.berth.console.api.job.CurveResource;
import io.berth.console.api.job.Explanations;
import io.berth.console.api.job.Forecasts;
import io.berth.console.api.job.JobResource;
import io.berth.console.api.job.JobTables;
import io.berth.console.api.job.LogResource;
import io.berth.console.api.pool.PoolResource;
import io.berth.console.comparison.Comparisons;
import io.berth.console.history.Past;
import io.berth.console.http.Exchanges;
import io.berth.console.http.Handler;
import io.berth.console.http.HttpMetrics;
import io.berth.console.http.message.Request;
import io.berth.console.insight.Insight;
import io.berth.console.load.LoadMetrics;
import io.berth.console.scale.Autoscaling;
import io.berth.console.series.SeriesStore;
import io.berth.console.service.ReplicaCount;
import io.berth.console.service.ServiceBoard;
import io.berth.console.setting.Learning;
import io.berth.console.submission.KeyedSubmissions;
import io.berth.console.view.LiveView;
import io.berth.console.view.ViewMetrics;
import io.berth.core.catalog.Catalog;
import io.berth.edge.access.SubmitRate;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.Metrics;
import io.berth.edge.metric.ProcessMetrics;
import io.berth.live.run.LiveRun;
import io.berth.sim.scenario.CatalogNames;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API of one run, put together. */
public final class ApiService implements AutoCloseable {
    private final SlowLane documents = new SlowLane("berth-console-documents");
    private final SlowLane explanations = new SlowLane("berth-console-explain");
    private final SlowLane forecasts = new SlowLane("berth-console-forecast");
    private final SlowLane history = new SlowLane("berth-console-history");
    private final Comparisons comparisons;
    private final Autoscaling autoscaling;
    private final SystemResource system;
    private final EventResource events;
    private final LogResource logs;
    private final Api api;
    private final SessionResource sessions;
    private final HttpMetrics http;
    private final Metrics figures;

    /**
     * What it works with.
     *
     * @param catalog the policies of the run
     * @param series what was when
     * @param name of the system
     * @param heartbeat how long the stream of events may be silent
     * @param sources what is shown beside what the engine knows
     * @param learning what learns beside it
     */
    public record Setup(
            LiveRun run,
            LiveView view,
            Catalog catalog,
            Entry entry,
            KeyedSubmissions keyed,
            SeriesStore series,
            SystemName name,
            Duration heartbeat,
            Sources sources,
            Learning learning) {}

    /**
     * Who may come in, how much each may submit, and whom their jobs run as.
     *
     * @param rate of each tenant
     * @param tls true where its port is encrypted
     */
    public record Entry(Guard guard, SubmitRate rate, JobUsers users, boolean tls) {}

    public ApiService(Setup setup) {
        LiveView view = setup.view();
        Sources sources = setup.sources();
        @Nullable Insight insight = sources.insight();
        Path journal = setup.run().journal();
        Views views = new Views(view, journal == null ? null : new Past(journal), history);
        comparisons = new Comparisons(setup.catalog());
        system = new SystemResource(setup.run(), views, sources.disk(), setup.name());
        var operator = setup.run().operator();
        Submitter submitter = new Submitter(
                operator,
                view,
                new Submitter.Rules(
                        setup.entry().rate(),
                        sources.outputs() != null,
                        setup.entry().users(),
                        sources.disk(),
                        sources.starts()),
                setup.keyed(),
                documents);
        ServiceBoard services = new ServiceBoard(view, sources.replicas(), System::nanoTime);
        ReplicaCount count = new ReplicaCount(services);
        autoscaling = new Autoscaling(services, operator, count, System::nanoTime);
        sessions = new SessionResource(setup.entry().guard(), setup.entry().tls());
        JobResource jobs = new JobResource(operator, views, sources);
        logs = new LogResource(sources.outputs(), jobs, view);
        events = new EventResource(view.ring(), setup.heartbeat());
        http = new HttpMetrics(this::template, Set.of(Routes.EVENTS));
        Explanations explained = new Explanations(
                operator, setup.catalog(), new Explanations.Known(jobs, services), views, explanations);
        figures = metrics(setup, events, submitter.refused(), http, autoscaling);
        List<Route> routes = Routes.of(new Routes.Parts(
                submitter,
                jobs,
                new JobWishes(operator, view, jobs),
                new JobTables(operator, views, explained, insight),
                logs,
                new CurveResource(insight, jobs, view),
                explained,
                new Forecasts(operator, setup.catalog(), view, jobs, forecasts),
                new NodeResource(operator, views, sources),
                new StrategyResource(operator, view, setup.catalog()),
                system,
                events,
                new HistoryResource(views),
                new ComparisonResource(comparisons, views, new CatalogNames(setup.catalog())),
                new MetricResource(figures),
                new SettingResource(sources.settings()),
                new LearningResource(setup.learning()),
                sessions,
                new SeriesResource(setup.series(), view),
                new HolderResource(views),
                new ServiceResource(operator, services, count, submitter),
                new ReservationResource(operator, view),
                new PoolResource(view)));
        api = new Api(setup.entry().guard(), routes);
    }

    private static Metrics metrics(Setup setup, MetricSource... own) {
        LiveView view = setup.view();
        Sources sources = setup.sources();
        List<MetricSource> all = new ArrayList<>(List.of(new ViewMetrics(view), new ProcessMetrics(), sources.disk()));
        all.addAll(List.of(own));
        Insight insight = sources.insight();
        if (insight != null) {
            all.add(insight.alerts());
            all.add(new LoadMetrics(insight.loads(), view::nodeName));
        }
        all.addAll(sources.metrics());
        return new Metrics(all);
    }

    private String template(Request request) {
        return api.template(request);
    }

    /** From now on it is known where it is served. */
    public void at(URI uri) {
        sessions.at(uri);
    }

    /** What answers requests. */
    public Handler handler() {
        return api;
    }

    /** What counts them. */
    public Exchanges exchanges() {
        return http;
    }

    /** All figures, in the text format of Prometheus. */
    public String figures() {
        return figures.text();
    }

    /** Says that all is there that requests need. */
    public void ready() {
        system.begin();
        autoscaling.start();
    }

    /** Says that nothing new should be sent here, and ends the streams of events. */
    public void beginClose() {
        autoscaling.close();
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
        forecasts.close();
        comparisons.close();
        history.close();
    }
}
