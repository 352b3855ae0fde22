package io.berth.app.learn;

import io.berth.app.learn.file.LearnFile;
import io.berth.core.model.InvalidModelException;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.learn.store.ModelStore;
import io.berth.learn.store.StoredModel;
import io.berth.learn.training.Task;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The model that a training goes on from. */
record Parent(String id, float[] parameters) {
    /**
     * The model called {@code name}: that of a file, or else a stored one.
     *
     * @throws InputException where there is none, it is damaged, or it is shown other columns or has other layers than what is learnt
     */
    static Parent open(String name, ModelStore models, LearnFile file, Task task) {
        Class<? extends LearntModel> kind = Lineage.kind(task);
        if (kind == null) {
            throw new InputException(
                    "--from",
                    "only what is learnt of ordering, engine-ordering, engine-placement, engine-joint or dispatch goes on from a model");
        }
        StoredModel.Sound found = named(name, models);
        LearntModel model = found.model();
        checkKind(name, found, kind, task);
        checkSeen(name, found, file);
        String agent = model.lineage().getOrDefault("agent", "unknown");
        if (file.learn().agent().equals("dqn") && !agent.startsWith("dqn")) {
            throw at(
                    name,
                    found.text(),
                    "lineage agent",
                    "was learnt by (" + agent + "), which says what is better; dqn goes on from what it learnt itself:"
                            + " what actions bring");
        }
        if (!(model.shape() instanceof LayerSizes layers)) {
            throw new InputException(
                    name, "is no network that scores rows alone: nothing goes on from " + model.shape());
        }
        List<Integer> all = layers.sizes();
        List<Integer> hidden = all.subList(1, all.size() - 1);
        List<Integer> here = file.learn().options(task).hidden();
        if (!hidden.equals(here)) {
            throw at(
                    name,
                    found.text(),
                    "layers ",
                    "has hidden layers of " + hidden + "; here a network with " + here + " learns: see learn.hidden");
        }
        return new Parent(found.id(), model.parameters());
    }

    /** Refuses a model that decides something else than what is learnt. */
    private static void checkKind(String name, StoredModel.Sound found, Class<? extends LearntModel> kind, Task task) {
        LearntModel model = found.model();
        if (!kind.isInstance(model)) {
            throw at(
                    name,
                    found.text(),
                    "decides ",
                    "decides " + model.decides() + "; here (" + task.mdp().name() + ") is learnt");
        }
    }

    /** Refuses an order that is shown something else than what is learnt from. */
    private static void checkSeen(String name, StoredModel.Sound found, LearnFile file) {
        LearntModel model = found.model();
        String columns = file.columns().key();
        if (model instanceof Model && !model.columnsKey().equals(columns)) {
            throw at(
                    name,
                    found.text(),
                    "columns ",
                    "is shown the columns (" + model.columnsKey() + "); here (" + columns
                            + ") are learnt from: see learn.ordering.columns of the environment ordering");
        }
    }

    /** The model in the file called {@code name}; or, where there is none and it may be an id, the stored one. */
    static StoredModel.Sound named(String name, ModelStore models) {
        return isFile(name) || !isPrefix(name) ? file(name) : models.findSound(name);
    }

    private static boolean isFile(String name) {
        return name.contains("/") || Files.exists(Path.of(name));
    }

    private static boolean isPrefix(String name) {
        return name.matches("[0-9a-f]{4,16}");
    }

    /** A model of a file, checked. */
    static StoredModel.Sound file(String name) {
        String text = Source.file(name).text();
        try {
            return new StoredModel.Sound(ModelFile.id(text), text, ModelFile.readAny(text));
        } catch (InvalidModelException e) {
            throw new InputException(name + ":" + e.line(), e.getMessage());
        }
    }

    private static InputException at(String name, String text, String key, String problem) {
        List<String> lines = text.lines().toList();
        int line = 1;
        while (line < lines.size() && !lines.get(line - 1).startsWith(key)) {
            line++;
        }
        return new InputException(name + ":" + line, problem);
    }
}
