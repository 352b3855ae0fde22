package io.berth.console.alert;

import io.berth.console.alert.Finding.Level;
import io.berth.console.event.ChangeRing;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The alerts that are raised. {@link #look} is for one thread, all else may be called from any. Those who follow the events hear
 * of each that is raised or cleared.
 */
public final class AlertBoard implements MetricSource {
    private static final Metric ALERTS =
            Metric.gauge("berth_alerts", "alerts", "Alerts that are raised, by kind.", "kind");
    private static final Metric IDLE = Metric.counter(
            "berth_gpu_idle_seconds_total",
            "seconds",
            "How long GPUs were held and less busy than the threshold of gpu_idle, all together.");

    private final AlertChecks checks;
    private final ChangeRing ring;
    private final TreeMap<Key, Watch> watches = new TreeMap<>();
    private long lookedNanos = -1;
    private long idleNanos;

    private record Key(long job, AlertKind kind, int subject) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byJob = Long.compare(job, other.job);
            int byKind = byJob == 0 ? kind.compareTo(other.kind) : byJob;
            return byKind == 0 ? Integer.compare(subject, other.subject) : byKind;
        }
    }

    /** How one thing has stood so far. */
    private static final class Watch {
        long badSince = -1;
        long goodSince = -1;

        @Nullable
        AlertRow raised;

        long raisedNanos;

        @Nullable
        JobEntry about;
    }

    /** What those who follow the events get: the alert, and whether it is raised now or cleared. */
    private record Told(boolean raised, AlertRow alert) {}

    public AlertBoard(AlertRules rules, ChangeRing ring) {
        this.checks = new AlertChecks(rules);
        this.ring = ring;
    }

    /**
     * Looks at all jobs that run; the alerts of others are cleared.
     *
     * @param wall what the machine's clock shows at {@code nowNanos}, which goes evenly
     */
    public synchronized void look(List<JobFacts> running, long nowNanos, WallClock wall) {
        long passed = lookedNanos < 0 ? 0 : nowNanos - lookedNanos;
        lookedNanos = nowNanos;
        TreeSet<Key> gone = new TreeSet<>(watches.keySet());
        for (JobFacts facts : running) {
            for (Finding finding : checks.of(facts, nowNanos)) {
                Key key = new Key(facts.job().id(), finding.kind(), finding.subject());
                gone.remove(key);
                boolean idle = finding.kind() == AlertKind.GPU_IDLE && finding.level() == Level.BAD;
                idleNanos += idle ? passed : 0;
                if (take(key, finding, nowNanos)) {
                    raise(key, finding, facts.job(), new Moment(nowNanos, wall));
                }
            }
            // What is not measured this time may be the next.
            gone.removeIf(key -> key.job == facts.job().id());
        }
        for (Key key : gone) {
            Watch watch = watches.remove(key);
            if (watch != null && watch.raised != null) {
                tell(false, watch.raised, watch.about);
            }
        }
    }

    /** All that are raised, by job. */
    public synchronized List<AlertRow> all() {
        List<AlertRow> rows = new ArrayList<>();
        for (Watch watch : watches.values()) {
            if (watch.raised != null) {
                rows.add(watch.raised);
            }
        }
        return rows;
    }

    /** Those of {@code job}. */
    public List<AlertRow> of(long job) {
        return all().stream().filter(row -> row.job() == job).toList();
    }

    /** One alert of each job of which one of {@code kinds} has stood for {@code nanos} or longer. */
    public synchronized List<AlertRow> standing(List<AlertKind> kinds, long nanos, long nowNanos) {
        TreeMap<Long, AlertRow> rows = new TreeMap<>();
        watches.forEach((key, watch) -> {
            if (watch.raised != null && kinds.contains(key.kind) && nowNanos - watch.raisedNanos >= nanos) {
                rows.putIfAbsent(key.job, watch.raised);
            }
        });
        return List.copyOf(rows.values());
    }

    /** The alerts of {@code job} are cleared; what stays as it is raises them again in its time. */
    public synchronized void dismiss(long job) {
        watches.entrySet().removeIf(entry -> {
            Watch watch = entry.getValue();
            boolean of = entry.getKey().job == job;
            if (of && watch.raised != null) {
                tell(false, watch.raised, watch.about);
            }
            return of;
        });
    }

    /** How many are raised of each kind, those without any included. */
    public Map<AlertKind, Long> counts() {
        Map<AlertKind, Long> counts = new EnumMap<>(AlertKind.class);
        List<AlertRow> rows = all();
        for (AlertKind kind : AlertKind.values()) {
            counts.put(
                    kind,
                    rows.stream().filter(row -> row.kind().equals(kind.text())).count());
        }
        return counts;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(ALERTS, IDLE);
    }

    @Override
    public void write(MetricText text) {
        counts().forEach((kind, count) -> text.put(ALERTS, (double) count, kind.text()));
        text.put(IDLE, idleSeconds());
    }

    private synchronized double idleSeconds() {
        return idleNanos / (double) Nanos.SECOND;
    }

    /** Takes note of how something stands; true where an alert is to be raised. */
    private boolean take(Key key, Finding finding, long nowNanos) {
        Watch watch = watches.computeIfAbsent(key, _ -> new Watch());
        watch.badSince = since(finding.level() == Level.BAD, watch.badSince, nowNanos);
        watch.goodSince = since(finding.level() == Level.GOOD, watch.goodSince, nowNanos);
        if (watch.raised == null) {
            return held(watch.badSince, finding.forNanos() + key.kind.raiseNanos(), nowNanos);
        }
        if (held(watch.goodSince, key.kind.clearNanos(), nowNanos)) {
            tell(false, watch.raised, watch.about);
            watch.raised = null;
        }
        return false;
    }

    /** A moment, of the time that goes evenly, and what clocks show then. */
    private record Moment(long nanos, WallClock wall) {
        String text() {
            return JobEntry.time(wall.wallNanos(nanos));
        }
    }

    private void raise(Key key, Finding finding, JobEntry job, Moment now) {
        AlertRow row = row(finding, job, now.text());
        Watch watch = watches.computeIfAbsent(key, _ -> new Watch());
        watch.raised = row;
        watch.raisedNanos = now.nanos;
        watch.about = job;
        tell(true, row, job);
    }

    private static long since(boolean holds, long before, long nowNanos) {
        if (!holds) {
            return -1;
        }
        return before < 0 ? nowNanos : before;
    }

    private static boolean held(long since, long nanos, long nowNanos) {
        return since >= 0 && nowNanos - since >= nanos;
    }

    private static AlertRow row(Finding finding, JobEntry job, String since) {
        boolean gpu = finding.kind() == AlertKind.GPU_IDLE;
        return new AlertRow(
                job.id(),
                job.spec().name(),
                job.spec().queue(),
                finding.kind().text(),
                gpu ? null : finding.subject(),
                gpu ? finding.subject() : null,
                since,
                finding.text());
    }

    private void tell(boolean raised, AlertRow row, @Nullable JobEntry about) {
        ring.add(
                ChangeRing.ALERT,
                caller -> about == null || caller.owns(about.spec()) ? Json.line(new Told(raised, row)) : null);
    }
}
