package io.berth.app.imitate;

import io.berth.core.model.InvalidModelException;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.NetworkShape;
import io.berth.core.model.column.Columns;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.Foresight;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.environment.ordering.QueueOrdering.Rewarding;
import io.berth.learn.environment.ordering.QueueOrdering.Setup;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.Apprenticeship;
import io.berth.learn.imitation.Apprenticeship.Options;
import io.berth.learn.imitation.Apprenticeship.Span;
import io.berth.learn.imitation.Apprenticeship.Verdict;
import io.berth.learn.imitation.Cloning;
import io.berth.learn.imitation.Lessons.Agreement;
import io.berth.learn.imitation.Lessons.Shown;
import io.berth.learn.imitation.NetworkTeacher;
import io.berth.learn.imitation.Oracle;
import io.berth.learn.imitation.OrderTeacher;
import io.berth.learn.imitation.RecordedChoices;
import io.berth.learn.imitation.Teacher;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.PointerNetworks;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.table.CatalogOrder;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A network that learns from a log with a teacher, or from a file of choices; the first two thirds are shown, the rest is unseen. */
record Student(Columns columns, String network, int tests, int threads, long seed) {
    private static final int JOBS = 10_000;
    private static final int WINDOW = 256;
    private static final int ROWS = QueueOrdering.PUBLISHED_ROWS;
    private static final double SEEN = 0.65;
    private static final int CANDIDATES = 16;

    /** Of an oracle for which none is told: what it departs for can mostly be seen (docs/experiments). */
    private static final double USUAL_MARGIN = 0.05;

    private static final List<Integer> KERNEL = List.of(32, 32, 16);
    private static final int POINTER_WIDTH = 16;
    private static final int POINTER_HIDDEN = 32;

    Student {
        if (!List.of("kernel", "pointer").contains(network)) {
            throw new InputException("--network", "must be kernel or pointer, not (" + network + ")");
        }
    }

    /** Networks, and the shape of their actor. */
    private record Networks(ActorCritic both, NetworkShape actor) {}

    ImitationDocument ofLog(Path log, String teacher, Options options, @Nullable Path out) {
        OrderingJobs jobs = OrderingJobs.read(log, JOBS);
        int cut = (int) (SEEN * jobs.count());
        if (jobs.count() - cut < WINDOW) {
            throw new InputException(
                    log.toString(),
                    "has " + jobs.count() + " jobs; windows of " + WINDOW + " need three times as many");
        }
        QueueOrdering environment = new QueueOrdering(
                jobs, new Setup(WINDOW, ROWS, false, columns.columns(), Reward.BOUNDED_SLOWDOWN, Rewarding.AS_CERTAIN));
        Networks networks = networks(environment.mdp());
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            Teacher taught = teacher(teacher, jobs, environment.mdp());
            Apprenticeship apprenticeship = new Apprenticeship(environment, taught, networks.both(), workers, options);
            float[] actor = apprenticeship.learn(new Span(0, cut, WINDOW));
            Verdict verdict = apprenticeship.judge(actor, new Span(cut, jobs.count(), WINDOW), tests);
            Model model = model(networks.actor(), actor, jobs.longestNanos(), teacher, log);
            return ImitationDocument.of(teacher, model, verdict.agreement(), verdict, write(model, out));
        }
    }

    ImitationDocument ofChoices(Path file, Options options, @Nullable Path out) {
        RecordedChoices recorded = new RecordedChoices(file, columns.columns(), ROWS);
        List<Shown> parts = recorded.parts(SEEN);
        Shown seen = parts.getFirst();
        if (seen.choices().isEmpty()) {
            throw new InputException(file.toString(), "has no choices of which several jobs waited");
        }
        Networks networks = networks(recorded.mdp());
        float[] actor = networks.both().newActor(seed);
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            new Cloning(networks.both(), workers, seen.states(), seen.choices(), seed)
                    .learn(actor, options.passes(), options.batch(), options.rate());
        }
        Agreement agreement = recorded.compare(
                networks.both().evaluation(actor, networks.both().newCritic(seed)), parts.getLast());
        Model model = model(networks.actor(), actor, recorded.longestNanos(), "recorded", file);
        return ImitationDocument.of("recorded", model, agreement, null, write(model, out));
    }

    private Networks networks(Mdp mdp) {
        if (network.equals("kernel")) {
            RowNetworks rows = new RowNetworks(mdp, KERNEL);
            return new Networks(rows, rows.actor());
        }
        PointerNetworks pointers = new PointerNetworks(mdp, POINTER_WIDTH, POINTER_HIDDEN, 1);
        return new Networks(pointers, pointers.actor());
    }

    private Teacher teacher(String text, OrderingJobs jobs, Mdp mdp) {
        try {
            if (text.startsWith("oracle:")) {
                return oracle(text.split(":"), jobs);
            }
            return Files.isRegularFile(Path.of(text)) ? model(Path.of(text), mdp) : OrderTeacher.of(jobs, text);
        } catch (IllegalArgumentException e) {
            throw new InputException("--teacher", String.valueOf(e.getMessage()));
        }
    }

    private static Teacher oracle(String[] parts, OrderingJobs jobs) {
        if (parts.length != 2 && parts.length != 4) {
            throw new InputException(
                    "--teacher",
                    "an oracle is oracle:ORDER, or oracle:ORDER:queue:MARGIN, or oracle:ORDER:episode:MARGIN");
        }
        boolean all = parts.length == 4 && parts[2].equals("episode");
        if (parts.length == 4 && !all && !parts[2].equals("queue")) {
            throw new InputException(
                    "--teacher", "an oracle looks to the end of the queue or the episode, not (" + parts[2] + ")");
        }
        Oracle.Options options = new Oracle.Options(
                all ? Foresight.Horizon.EPISODE : Foresight.Horizon.QUEUE,
                CANDIDATES,
                parts.length == 4 ? Double.parseDouble(parts[3]) : USUAL_MARGIN);
        return new Oracle(jobs, false, CatalogOrder.of(PolicySpec.of(parts[1])), options);
    }

    private Teacher model(Path file, Mdp mdp) {
        try {
            Model model = ModelFile.read(Source.file(file).text());
            if (model.columns() != columns) {
                throw new InputException(
                        file.toString(),
                        "a model that teaches has the columns of its student: --columns "
                                + model.columns().key());
            }
            ActorCritic networks = ActorCritic.of(mdp, model.shape());
            return new NetworkTeacher(mdp, networks.evaluation(model.parameters(), networks.newCritic(seed)));
        } catch (InvalidModelException e) {
            throw new InputException(file + ":" + e.line(), String.valueOf(e.getMessage()));
        }
    }

    private Model model(NetworkShape shape, float[] actor, long longestNanos, String teacher, Path data) {
        TreeMap<String, String> lineage = new TreeMap<>();
        lineage.put("agent", "imitation");
        lineage.put("teacher", teacher);
        lineage.put("data", String.valueOf(data.getFileName()));
        lineage.put("seed", Long.toString(seed));
        return new Model(columns, ROWS, longestNanos, new LearntNetwork<>(shape, actor, lineage));
    }

    private static @Nullable String write(Model model, @Nullable Path out) {
        if (out == null) {
            return null;
        }
        try {
            Files.writeString(out, ModelFile.write(model));
            return out.toString();
        } catch (IOException e) {
            throw new InputException(out.toString(), "cannot be written: " + e.getMessage());
        }
    }
}
