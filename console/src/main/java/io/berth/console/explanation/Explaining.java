package io.berth.console.explanation;

import io.berth.console.view.job.JobEntry;
import io.berth.core.catalog.StrategyLabel;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.explain.Bounded;
import io.berth.core.explain.Explanation;
import io.berth.core.explain.ForeignCodes;
import io.berth.core.explain.NodePreference;
import io.berth.core.explain.StartExplanation;
import io.berth.core.model.Attribution;
import io.berth.core.plan.Preference;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes documents of what the engine explains. */
public final class Explaining {
    /** A gang may be on thousands of nodes. */
    private static final int MOST_NODE_NAMES = 8;

    private static final Codes NO_CODES = new Codes(null, null, null);

    private Explaining() {}

    /**
     * The job that is explained.
     *
     * @param state where it is in its life, as documents write it
     * @param wall by which moments are shown
     * @param spec what was handed in
     * @param trouble why it did not go well so far, as the start of a task that failed; empty where nothing is known
     */
    public record Subject(long id, String state, JobSpec spec, WallClock wall, String trouble) {
        /** What the tasks ask for of which most is said: those with devices, where there are some. */
        private Demand demand() {
            return spec.groups().stream()
                    .map(TaskGroup::demand)
                    .filter(demand -> demand.gpus() > 0)
                    .findFirst()
                    .orElse(spec.groups().getFirst().demand());
        }

        private Codes codes(@Nullable Reason reason, String resource) {
            return reason == null ? NO_CODES : Codes.of(ForeignCodes.of(reason, demand(), resource));
        }
    }

    /** A job that does not wait: {@code text} says what is known of it. */
    public static Explained settled(Subject job, String text, @Nullable String strategy, @Nullable Started started) {
        return new Explained(
                job.id,
                job.state,
                false,
                false,
                null,
                phase(job) + text,
                NO_CODES,
                null,
                null,
                job.spec.tasks(),
                0,
                0,
                List.of(),
                null,
                null,
                null,
                List.of(),
                List.of(),
                null,
                null,
                strategy,
                started);
    }

    /** In which of its phases it is; nothing for a job without phases. */
    private static String phase(Subject job) {
        Phases phases = job.spec.phases();
        return phases.any() ? phases.text() + ": " : "";
    }

    /** Why a job waits, in few words. */
    public static String brief(Explanation why) {
        Reason reason = why.reason();
        return reason == null ? "the next pass starts it" : why.text();
    }

    /** A job that waits. */
    public static Explained waiting(Subject job, Explanation why, String strategy, @Nullable Started started) {
        List<NodeReason> nodes = why.nodes().entries().stream()
                .map(entry -> new NodeReason(
                        word(entry.reason()),
                        entry.text(),
                        word(entry.reason().cure()),
                        entry.nodes(),
                        job.codes(entry.reason(), entry.resource())))
                .toList();
        Reason reason = why.reason();
        Cure cure = why.cure();
        return new Explained(
                job.id,
                job.state,
                true,
                why.startable(),
                reason == null ? null : word(reason),
                phase(job)
                        + (job.trouble.isEmpty() ? "" : job.trouble + "; ")
                        + (reason == null ? "the next pass starts it" : why.text()),
                job.codes(reason, ""),
                cure == null ? null : word(cure),
                why.atNanos() == Nanos.NEVER ? null : JobEntry.time(job.wall.wallNanos(why.atNanos())),
                why.tasks(),
                why.room(),
                why.fitting(),
                nodes,
                Nearest.of(why.nearest()),
                QueuePlace.of(why.turn()),
                why.unmet().isEmpty() ? null : why.unmetText(),
                why.preferences().stream().map(Explaining::preferred).toList(),
                why.speeds().stream().map(ExpectedSpeed::of).toList(),
                bound(job, why.bounded()),
                DeadlineMissed.of(why.missed(), job.wall),
                strategy + StrategyLabel.ofClass(why.of()),
                started);
    }

    private static @Nullable WaitBounded bound(Subject job, @Nullable Bounded bound) {
        if (bound == null) {
            return null;
        }
        boolean ever = bound.pressesNanos() != Nanos.NEVER;
        String presses = ever ? JobEntry.time(job.wall.wallNanos(bound.pressesNanos())) : null;
        String by = JobEntry.time(job.wall.wallNanos(bound.byNanos()));
        List<String> names =
                bound.kept().subList(0, Math.min(MOST_NODE_NAMES, bound.kept().size()));
        int more = bound.kept().size() - names.size();
        String kept = names.isEmpty()
                ? ""
                : "; room is kept for it on " + String.join(", ", names) + (more > 0 ? " and " + more + " more" : "");
        String goes = bound.pressing() ? "goes before all others since " : "goes before all others from ";
        return new WaitBounded(
                bound.pressing(),
                presses,
                by,
                bound.kept().size(),
                names,
                (ever ? goes + presses + ", " : "") + "shall start by " + by + kept);
    }

    /**
     * @param starts how often the job was started up to then; null where only the last start was looked for
     * @param wall by which moments are shown
     */
    public static Started started(StartExplanation why, @Nullable Long starts, WallClock wall) {
        List<String> names = why.nodes().stream().distinct().toList();
        List<String> shown = names.subList(0, Math.min(MOST_NODE_NAMES, names.size()));
        String time = JobEntry.time(wall.wallNanos(why.atNanos()));
        return new Started(
                time,
                starts,
                names.size(),
                shown,
                text(time, starts, names.size(), shown, why.same()) + moved(why.movedFor()),
                StrategyLabel.of(why.strategy()) + StrategyLabel.ofClass(why.of()),
                why.same(),
                why.preferences().stream().map(Explaining::preferred).toList(),
                why.placements().stream().map(Explaining::placed).toList());
    }

    private static String moved(long movedFor) {
        if (movedFor == 0) {
            return "";
        }
        return movedFor == StartExplanation.OTHERS_MOVED
                ? "; others moved to make room for it"
                : "; moved to make room for job " + movedFor;
    }

    private static String text(String time, @Nullable Long starts, int nodes, List<String> names, boolean same) {
        String which = starts == null || starts == 1 ? "start decided at " : "start " + starts + ", decided at ";
        String more = nodes > names.size() ? " and " + (nodes - names.size()) + " more nodes" : "";
        String why = same ? "" : "; the policies of this program decide otherwise, so they cannot say why";
        return which + time + " on " + String.join(", ", names) + more + why;
    }

    private static Preferred preferred(Preference preference) {
        Attribution why = preference.why();
        String head = "job " + preference.first() + " goes before job " + preference.second();
        if (why == null) {
            String unseen = head + ", which the order did not look at: it looks at some of a long queue";
            return new Preferred(
                    preference.model(), preference.first(), preference.second(), unseen, null, null, List.of());
        }
        String reasons = FeatureWords.reasons(why);
        return new Preferred(
                preference.model(),
                preference.first(),
                preference.second(),
                head + ": " + (reasons.isEmpty() ? "the order sees no difference, and it came first" : reasons),
                why.lead(),
                why.error(),
                FeatureWords.contributions(why));
    }

    private static Placed placed(NodePreference preference) {
        Attribution why = preference.why();
        return new Placed(
                preference.task(),
                preference.node(),
                preference.runnerUp(),
                "task " + preference.task() + " goes to " + preference.node() + rather(preference),
                preference.model().isEmpty() ? null : preference.model(),
                why == null ? null : why.lead(),
                why == null ? null : why.error(),
                why == null ? List.of() : FeatureWords.contributions(why));
    }

    private static String rather(NodePreference preference) {
        if (preference.runnerUp() == null) {
            return ", and no other node had room for it";
        }
        String head = " rather than " + preference.runnerUp();
        if (preference.alike()) {
            return head + ", which scores the same and comes after it";
        }
        Attribution why = preference.why();
        return why == null ? head + ", which scores lower" : head + ": " + FeatureWords.reasons(why);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
