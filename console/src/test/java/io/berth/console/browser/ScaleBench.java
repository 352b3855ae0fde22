package io.berth.console.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.berth.console.Client;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.driver.Submission;
import io.berth.spec.json.Json;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The console of 5,000 nodes of eight GPUs with 20,000 jobs, while 500 events happen in a second: how soon the page of the cluster
 * is there and answers in a browser, how long lists take, and what the engine needs. {@code bench/console} runs it.
 */
final class ScaleBench implements AutoCloseable {
    private static final int NODES = 5_000;
    private static final int JOBS = 20_000;
    /** Each is submitted, placed (two outcomes) and ends: four events. */
    private static final int BRIEF_JOBS_PER_SECOND = 125;

    private static final int PAGES = 5;
    private static final int LISTS = 200;
    private static final double MILLION = 1e6;

    private static final String PAINTED = """
            () => new Promise((done) => {
              const drawn = () => document.querySelector('.cards .card') && document.querySelector('.map canvas[width]')
                && document.querySelector('tbody td a');
              const look = () => drawn() ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
              look();
            })""";

    private static final String CLICKED = """
            () => new Promise((done) => {
              const began = performance.now();
              document.querySelector("nav a[href='#/jobs']").click();
              const look = () => document.querySelector('.badge.running')
                ? requestAnimationFrame(() => done(performance.now() - began)) : requestAnimationFrame(look);
              look();
            })""";

    /** The longest that the page did not answer in so many seconds of events. */
    private static final String BLOCKED = """
            () => new Promise((done) => {
              let longest = 0;
              const watch = new PerformanceObserver((list) => list.getEntries().forEach((it) => { longest = Math.max(longest, it.duration); }));
              watch.observe({ entryTypes: ['longtask'] });
              setTimeout(() => done(longest), 10000);
            })""";

    private final boolean json;
    private final Cluster cluster;
    private final ConsoleServer server;
    private final AtomicBoolean over = new AtomicBoolean();
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private boolean good = true;

    private ScaleBench(boolean json) {
        this.json = json;
        List<Event> beginning = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            String name = String.format(Locale.ROOT, "node-%04d", node);
            beginning.add(new Event.NodeJoined(node, NodeSpec.of(name, 128_000, 1L << 40, 8, "H100")));
        }
        beginning.add(new Event.StrategyChanged(StrategySpec.of("spread", "fcfs", "least-allocated", "greedy")));
        cluster = Cluster.of(beginning, null, new LiveView());
        server = cluster.serve(ConsoleOptions.local(0));
    }

    /** Arguments: the browser; {@code --json} for one document. */
    public static void main(String[] arguments) {
        boolean json = Arrays.asList(arguments).contains("--json");
        try (ScaleBench bench = new ScaleBench(json)) {
            bench.fill();
            Thread flow = Thread.ofPlatform().name("flow").daemon().start(bench::flow);
            bench.lists();
            bench.pages(Path.of(arguments[0]));
            bench.over.set(true);
            flow.interrupt();
            if (json) {
                System.out.println(Json.line(bench.figures));
            }
            if (!bench.good) {
                System.exit(1);
            }
        }
    }

    /** Nine in ten run, of one GPU or half of one, spread over all nodes; the others wait for a node with eight idle ones. */
    private void fill() {
        for (int job = 0; job < JOBS; job++) {
            Demand demand = Demand.cpu(2_000, 8L << 30);
            boolean waits = job >= JOBS * 9 / 10;
            Demand gpus = waits || job % 3 > 0 ? demand.withGpus(waits ? 8 : 1) : demand.withGpuShare(1, 500);
            submit("job-" + job, 1, gpus, Nanos.NEVER);
        }
    }

    private void flow() {
        long began = System.nanoTime();
        for (long number = 0; !over.get(); number++) {
            // By the clock, not by pauses: what comes late is made up for.
            LockSupport.parkNanos(began + number * Nanos.SECOND / BRIEF_JOBS_PER_SECOND - System.nanoTime());
            JobSpec job =
                    JobSpec.batch("brief-" + number, Demand.cpu(1_000, 1L << 30).withGpus(1), 2 * Nanos.SECOND);
            cluster.run().operator().submit(new Submission(job, "bench", Submission.NEXT));
        }
    }

    private void submit(String name, int tasks, Demand demand, long workNanos) {
        JobSpec job = JobSpec.batch(name, demand, workNanos).withTasks(tasks);
        cluster.run()
                .operator()
                .submit(new Submission(job, "bench", Submission.NEXT))
                .join();
    }

    private void lists() {
        long cpuBefore = engineNanos();
        long began = System.nanoTime();
        long jobsBefore = cluster.view().totals().jobsSubmitted();
        long instants = cluster.view().totals().instants();
        try (Client client = new Client(server)) {
            list(client, "jobs", "/api/v1/jobs?limit=1000&state=live");
            list(client, "nodes", "/api/v1/nodes?limit=5000");
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        double submitted = (cluster.view().totals().jobsSubmitted() - jobsBefore) / seconds;
        say("instants_per_s", (cluster.view().totals().instants() - instants) / seconds, Double.MAX_VALUE);
        say("events_per_s", 4 * submitted, Double.MAX_VALUE);
        say("engine_cpu_pct_of_a_core", 100 * (engineNanos() - cpuBefore) / 1e9 / seconds, 3);
    }

    private void list(Client client, String name, String path) {
        double[] millis = new double[LISTS];
        long bytes = 0;
        for (int i = -20; i < LISTS; i++) {
            long began = System.nanoTime();
            bytes = client.get(path).body().length();
            if (i >= 0) {
                millis[i] = (System.nanoTime() - began) / MILLION;
            }
            LockSupport.parkNanos(20 * Nanos.MILLISECOND);
        }
        Arrays.sort(millis);
        say(name + "_list_bytes", bytes, Double.MAX_VALUE);
        say(name + "_list_p50_ms", millis[LISTS / 2], Double.MAX_VALUE);
        say(name + "_list_p99_ms", millis[LISTS * 99 / 100 - 1], 200);
    }

    private void pages(Path executable) {
        try (Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(executable)
                                .setArgs(
                                        List.of("--no-sandbox", "--disable-gpu", "--disable-background-networking")))) {
            double[] painted = new double[PAGES];
            double[] clicked = new double[PAGES];
            double blocked = 0;
            for (int i = 0; i < PAGES; i++) {
                Page page = browser.newPage();
                page.navigate(server.uri() + "/");
                painted[i] = ((Number) page.evaluate(PAINTED)).doubleValue();
                blocked = i == 0 ? ((Number) page.evaluate(BLOCKED)).doubleValue() : blocked;
                clicked[i] = ((Number) page.evaluate(CLICKED)).doubleValue();
                page.close();
            }
            Arrays.sort(painted);
            Arrays.sort(clicked);
            say("cluster_page_painted_median_ms", painted[PAGES / 2], 1_000);
            say("cluster_page_painted_worst_ms", painted[PAGES - 1], Double.MAX_VALUE);
            say("click_to_jobs_page_median_ms", clicked[PAGES / 2], 1_000);
            say("longest_block_in_10_s_ms", blocked, Double.MAX_VALUE);
        }
    }

    private void say(String name, double value, double most) {
        figures.put(name, value);
        boolean bar = most < Double.MAX_VALUE;
        good &= !bar || value <= most;
        if (!json) {
            String verdict = bar ? String.format(Locale.ROOT, "  at most %.0f: %s", most, value <= most) : "";
            System.out.println(String.format(Locale.ROOT, "%-32s %12.1f%s", name, value, verdict));
        }
    }

    /** The time that the engine's thread computed so far, nanoseconds. */
    private static long engineNanos() {
        var threads = ManagementFactory.getThreadMXBean();
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().equals("berth-engine")) {
                return threads.getThreadCpuTime(id);
            }
        }
        throw new IllegalStateException("There is no engine's thread.");
    }

    @Override
    public void close() {
        over.set(true);
        server.close();
        cluster.close();
    }
}
