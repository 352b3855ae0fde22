package io.berth.app.learn;

import io.berth.app.catalog.ModelHome;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.OutFile;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.learn.file.LearnFile;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.learn.store.ModelStore;
import io.berth.learn.store.StoredModel;
import io.berth.learn.transfer.Profiler;
import io.berth.learn.transfer.WorkloadProfile;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code berth models}: the models that are kept, what they are, and which come from workloads like one's own. */
public record ModelsCommand(Output output) implements Command {
    private static final String NAME = "berth models";

    /** What is asked for, and what for. */
    private enum Action {
        LS(0, 0),
        SHOW(1, 1),
        RM(1, Integer.MAX_VALUE),
        ADD(1, Integer.MAX_VALUE),
        EXPORT(2, 2),
        SIMILAR(1, 1);

        private final int least;
        private final int most;

        Action(int least, int most) {
            this.least = least;
            this.most = most;
        }

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Options options() {
        return new Options(
                List.of(
                        "[OPTION...] ls",
                        "[OPTION...] show ID",
                        "[OPTION...] rm ID...",
                        "[OPTION...] add FILE...",
                        "[OPTION...] export ID FILE",
                        "[OPTION...] similar SCENARIO"),
                "Keeps models. berth train --store adds to them; a strategy names one by its id: {order: {learnt:"
                        + " {model: ID}}}. The beginning of an id will do here. similar lists first the models that come"
                        + " from the workload most like that of SCENARIO.",
                List.of(ModelHome.OPTION, SharedOptions.SET, Answer.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        List<String> words = arguments.words();
        Action action = action(words.isEmpty() ? Action.LS.key() : words.getFirst());
        List<String> given = words.isEmpty() ? words : words.subList(1, words.size());
        if (given.size() < action.least || given.size() > action.most) {
            throw new InputException(
                    NAME + " " + action.key(), "takes other words than " + given + "; --help lists what there is");
        }
        ModelStore store = ModelHome.store(arguments);
        Answer answer = Answer.of(arguments, output);
        return switch (action) {
            case LS -> list(store, answer);
            case SHOW -> show(store.find(given.getFirst()), answer);
            case RM -> remove(store, given, answer);
            case ADD -> add(store, given, answer);
            case EXPORT -> export(store.findSound(given.getFirst()), given.getLast(), answer);
            case SIMILAR -> similar(store, given.getFirst(), arguments, answer);
        };
    }

    private static Action action(String name) {
        List<String> known = new ArrayList<>();
        for (Action action : Action.values()) {
            if (action.key().equals(name)) {
                return action;
            }
            known.add(action.key());
        }
        throw new InputException(NAME, InputException.unknown("action", name, known));
    }

    private static int list(ModelStore store, Answer answer) {
        List<StoredModel> all = store.list();
        answer.print(
                new ModelsDocument.All(all.stream().map(ModelsDocument::line).toList()), _ -> ModelsText.list(all));
        return 0;
    }

    private static int show(StoredModel stored, Answer answer) {
        answer.print(ModelsDocument.line(stored), _ -> ModelsText.one(stored));
        return 0;
    }

    private static int remove(ModelStore store, List<String> prefixes, Answer answer) {
        List<String> ids =
                prefixes.stream().map(prefix -> store.find(prefix).id()).toList();
        ids.forEach(store::remove);
        return ids(ids, "removed", answer);
    }

    /** All of them are checked before any is stored. */
    private static int add(ModelStore store, List<String> files, Answer answer) {
        List<StoredModel.Sound> found = files.stream().map(Parent::file).toList();
        return ids(found.stream().map(model -> store.save(model.text())).toList(), "kept", answer);
    }

    private static int export(StoredModel.Sound model, String name, Answer answer) {
        Path file = Path.of(name);
        OutFile.check(NAME + " export", file);
        OutFile.replace(file, model.text(), "model");
        return ids(List.of(model.id()), "written to " + file, answer);
    }

    private static int ids(List<String> ids, String what, Answer answer) {
        answer.print(
                new ModelsDocument.Ids(ids),
                _ -> String.join(
                        "", ids.stream().map(id -> id + " " + what + "\n").toList()));
        return 0;
    }

    private static int similar(ModelStore store, String scenario, Arguments arguments, Answer answer) {
        WorkloadProfile own;
        try {
            own = Profiler.of(
                    LearnFile.open(scenario, SharedOptions.settings(arguments)).jobs());
        } catch (IllegalArgumentException e) {
            throw new InputException(scenario, String.valueOf(e.getMessage()));
        }
        Similarity similarity = Similarity.of(own, store.list());
        answer.print(ModelsDocument.similar(scenario, similarity), _ -> SimilarText.of(similarity));
        return 0;
    }
}
