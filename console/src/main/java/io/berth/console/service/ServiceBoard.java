package io.berth.console.service;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.workload.Service;
import io.berth.edge.access.Caller;
import io.berth.edge.access.Role;
import io.berth.edge.scale.Told;
import io.berth.spec.quantity.Durations;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The services, made of their jobs and of how these do. For any thread. */
public final class ServiceBoard {
    private static final String STARTING = "starting";

    private final LiveView view;
    private final Replicas replicas;
    private final LongSupplier nanoTime;
    private final Followers followers = new Followers();
    /** By the name of a service, how its number of replicas follows the requests. */
    private final Map<String, ServiceRow.Scale> scales = new ConcurrentHashMap<>();

    /** @param nanoTime of a clock that only counts up */
    public ServiceBoard(LiveView view, Replicas replicas, LongSupplier nanoTime) {
        this.view = view;
        this.replicas = replicas;
        this.nanoTime = nanoTime;
    }

    /** The service that a job is a replica of. */
    public static Service service(JobEntry job) {
        return job.spec().firstProgram().service();
    }

    /** The services of which {@code caller} may know all, by name. */
    public List<ServiceRow> all(Caller caller) {
        return byName(caller).values().stream().map(this::row).toList();
    }

    /** By the names of services, their replicas that live, of which {@code caller} may know all, by number. */
    public SortedMap<String, List<JobEntry>> byName(Caller caller) {
        SortedMap<String, List<JobEntry>> byName = new TreeMap<>();
        for (JobEntry job : view.jobsAfter(0)) {
            if (lives(job, caller)) {
                byName.computeIfAbsent(service(job).name(), _ -> new ArrayList<>())
                        .add(job);
            }
        }
        return byName;
    }

    /** The replicas of {@code name} that live, of which {@code caller} may know all, by number. */
    public List<JobEntry> jobs(String name, Caller caller) {
        List<JobEntry> jobs = new ArrayList<>();
        for (JobEntry job : view.jobsAfter(0)) {
            if (lives(job, caller) && service(job).name().equals(name)) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    /** Those of {@code jobs} that are to stay, the first to be ended first: those that have no room, that are not ready, the newest. */
    public List<JobEntry> wanted(List<JobEntry> jobs) {
        // Asked once of each, as it may change meanwhile.
        record Standing(JobEntry job, boolean ready) {}
        return jobs.stream()
                .filter(job -> !job.cancelled())
                .map(job -> new Standing(job, replicas.of(job).ready()))
                .sorted(Comparator.comparing((Standing one) -> one.job.phase().holds())
                        .thenComparing(Standing::ready)
                        .thenComparing(one -> one.job.id(), Comparator.reverseOrder()))
                .map(Standing::job)
                .toList();
    }

    /** Whether {@code job}, a replica that has room, takes requests. */
    public boolean ready(JobEntry job) {
        return replicas.of(job).ready();
    }

    /** What gateways say comes for the service {@code name}, by how they call themselves. */
    public SortedMap<String, Told> demand(String name) {
        return followers.demand(name, nanoTime.getAsLong());
    }

    /** So the number of replicas follows the requests, by the names of services; of no others. */
    public void scaled(Map<String, ServiceRow.Scale> all) {
        scales.keySet().retainAll(all.keySet());
        scales.putAll(all);
    }

    /**
     * {@code follower} sends to replicas of {@code name}, and says that of itself: replicas that are to be stopped, and nobody holds, are asked to end, where
     * a follower who may change jobs says so.
     *
     * @return false where too many others follow it already
     */
    public boolean heard(String name, String follower, Followers.Says says, Caller caller) {
        long now = nanoTime.getAsLong();
        Followers.Name who = new Followers.Name(follower, caller.role().covers(Role.SUBMITTER));
        if (!followers.heard(name, who, says, now)) {
            return false;
        }
        for (JobEntry job : jobs(name, caller)) {
            Replicas.Condition condition = replicas.of(job);
            if (job.phase() == JobPhase.STOPPING
                    && condition.draining()
                    && followers.released(name, condition.address(), now)) {
                replicas.drained(job);
            }
        }
        return true;
    }

    /** A service of these replicas, by number, of which there is one at least. */
    public ServiceRow row(List<JobEntry> jobs) {
        List<ServiceRow.Replica> rows = jobs.stream().map(this::replica).toList();
        JobEntry newest = jobs.getLast();
        String name = service(newest).name();
        return new ServiceRow(
                name,
                newest.spec().queue(),
                newest.user(),
                (int) jobs.stream().filter(job -> !job.cancelled()).count(),
                (int) rows.stream().filter(row -> row.state().equals("ready")).count(),
                (int) jobs.stream()
                        .filter(job -> job.phase() == JobPhase.STOPPING)
                        .count(),
                followers.count(name, nanoTime.getAsLong()),
                scales.get(name),
                rows);
    }

    /** How a replica does, a phrase for people; null for a job that is none, or does not live. */
    public @Nullable String text(JobEntry job, Caller caller) {
        if (!lives(job, caller) || !job.phase().holds()) {
            return null;
        }
        ServiceRow.Replica replica = replica(job);
        ServiceRow row = row(jobs(service(job).name(), caller));
        String at = replica.address() == null ? "" : " at " + replica.address();
        String drain = replica.state().equals("draining")
                ? " (for " + Durations.format(service(job).drainNanos()) + " at most)"
                : "";
        String why = replica.trouble() == null ? "" : " (" + replica.trouble() + ")";
        return "service " + row.name() + ": " + replica.state() + at + drain + why + ", " + row.ready() + " of "
                + row.wanted() + " ready";
    }

    private ServiceRow.Replica replica(JobEntry job) {
        Replicas.Condition condition = job.phase().holds() ? replicas.of(job) : Replicas.Condition.UNKNOWN;
        String trouble = condition.trouble().isEmpty() && !job.phase().holds() ? job.trouble() : condition.trouble();
        return new ServiceRow.Replica(
                job.id(),
                job.decision(),
                state(job, condition),
                condition.address().isEmpty() ? null : condition.address(),
                job.attempt(),
                trouble.isEmpty() ? null : trouble);
    }

    private static String state(JobEntry job, Replicas.Condition condition) {
        return switch (job.phase()) {
            case RESERVED, STARTING -> STARTING;
            case RUNNING -> condition.ready() ? "ready" : condition.everReady() ? "unready" : STARTING;
            case STOPPING -> condition.draining() ? "draining" : "stopping";
            default -> job.phase().text();
        };
    }

    private static boolean lives(JobEntry job, Caller caller) {
        return !job.phase().ended() && service(job).serves() && caller.owns(job.spec());
    }
}
