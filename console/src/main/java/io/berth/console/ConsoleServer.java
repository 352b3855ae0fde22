package io.berth.console;

import io.berth.console.access.Guard;
import io.berth.console.api.ApiService;
import io.berth.console.http.HttpEdge;
import io.berth.console.insight.Insight;
import io.berth.console.series.SeriesRecorder;
import io.berth.console.series.SeriesStore;
import io.berth.console.submission.KeyedSubmissions;
import io.berth.console.view.LiveView;
import io.berth.console.web.WebPage;
import io.berth.edge.access.Caller;
import io.berth.edge.access.SubmitRate;
import io.berth.edge.access.Tokens;
import io.berth.live.run.LiveRun;
import io.berth.spec.input.InputException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** The console of a running system. */
public final class ConsoleServer implements AutoCloseable {
    private final Parts parts;
    private final Access access;
    private final boolean tls;

    /** Who may come in, and how much each may submit. */
    private record Access(Guard guard, SubmitRate rate) {}

    /** What is closed with it. */
    private record Parts(ApiService api, HttpEdge edge, KeyedSubmissions keyed, SeriesRecorder series) {}

    private ConsoleServer(Parts parts, Access access, boolean tls) {
        this.parts = parts;
        this.access = access;
        this.tls = tls;
    }

    /**
     * Serves {@code run}, which {@code view} has followed since it began.
     *
     * <pre>
     * LiveView view = new LiveView();
     * LiveRun run = LiveRun.start(options.withObserver(view), world);
     * ConsoleServer console = ConsoleServer.start(ConsoleOptions.local(8080), run, view);
     * </pre>
     *
     * @throws InputException where the tokens cannot be read, or are missing where other machines could come
     * @throws UncheckedIOException where the port or the file of keys cannot be had
     */
    public static ConsoleServer start(ConsoleOptions options, LiveRun run, LiveView view) {
        @Nullable Tokens tokens = options.tokens();
        InetSocketAddress address = options.address();
        if (tokens == null
                && address != null
                && (address.isUnresolved() || !address.getAddress().isLoopbackAddress())) {
            throw new InputException(
                    "the console's address " + address.getHostString(),
                    "is reached from other machines, so tokens are needed; without them it must be 127.0.0.1 or ::1");
        }
        begin(run, view);
        KeyedSubmissions keyed = KeyedSubmissions.open(options.keys(), run.operator());
        SubmitRate rate = submitRate(options, run);
        Insight insight = options.sources().insight();
        SeriesStore series = new SeriesStore(options.series());
        Guard guard = new Guard(tokens, insight == null ? null : insight.jobTokens());
        ApiService api = new ApiService(new ApiService.Setup(
                run,
                view,
                options.catalog(),
                new ApiService.Entry(guard, rate, options.users(), options.tls() != null),
                keyed,
                series,
                options.name(),
                options.heartbeat(),
                options.sources(),
                options.learning()));
        if (!options.starting()) {
            api.ready();
        }
        try {
            HttpEdge edge = HttpEdge.open(new HttpEdge.Options(
                    new HttpEdge.Listen(address, options.tls(), options.socket(), options.shared()),
                    new WebPage(guard, api.handler()),
                    api.exchanges(),
                    options.connections(),
                    options.report()));
            SeriesRecorder recorder = recorder(series, options, run, view).start();
            ConsoleServer server = new ConsoleServer(
                    new Parts(api, edge, keyed, recorder), new Access(guard, rate), options.tls() != null);
            if (address != null) {
                api.at(server.uri());
            }
            return server;
        } catch (RuntimeException e) {
            api.close();
            keyed.close();
            throw e;
        }
    }

    private static void begin(LiveRun run, LiveView view) {
        run.operator()
                .ask(state -> {
                    view.begin(state);
                    return true;
                })
                .join();
    }

    private static SeriesRecorder recorder(SeriesStore series, ConsoleOptions options, LiveRun run, LiveView view) {
        Insight insight = options.sources().insight();
        return new SeriesRecorder(
                series, view, insight == null ? null : insight.loads(), run.driver()::evenNanos, options.report());
    }

    /** True where it has a port, beside its sockets. */
    public boolean hasPort() {
        return parts.edge.hasPort();
    }

    /** Where it serves; only of one that has a port. */
    public URI uri() {
        InetSocketAddress address = parts.edge.address();
        InetAddress host = address.getAddress();
        String name = host.isAnyLocalAddress() ? "localhost" : host.getHostAddress();
        String written = name.contains(":") ? "[" + name + "]" : name;
        return URI.create((tls ? "https" : "http") + "://" + written + ":" + address.getPort());
    }

    /** An address of the page that lets a browser in, once, as the owner; without a code where none is needed. */
    public String page() {
        return access.guard.open()
                ? uri() + "/"
                : uri() + "/#/code/" + access.guard.sessions().code(Caller.OWNER);
    }

    /** All figures, in the text format of Prometheus. */
    public String metrics() {
        return parts.api.figures();
    }

    /** Says that all is there that requests and commands need. */
    public void ready() {
        parts.api.ready();
    }

    /** From now on {@code tokens} are taken, and no others; only of a console that was started with tokens. */
    public void setTokens(Tokens tokens) {
        access.guard.replace(tokens);
    }

    /** From now on each tenant may submit so much. */
    public void setSubmitRate(double perSecond, double burst) {
        access.rate.set(perSecond, burst);
    }

    /** After a crash nobody knows what tenants had used: what they earned in the second that it took is theirs. */
    private static SubmitRate submitRate(ConsoleOptions options, LiveRun run) {
        double first = run.recovered() == null ? options.submitBurst() : options.submitsPerSecond();
        return new SubmitRate(options.submitsPerSecond(), options.submitBurst(), first, System::nanoTime);
    }

    /** Ends streams, lets other answers go out, then takes no more. Close it before the run. */
    @Override
    public void close() {
        parts.api.beginClose();
        parts.edge.close();
        parts.api.close();
        parts.series.close();
        parts.keyed.close();
    }
}
