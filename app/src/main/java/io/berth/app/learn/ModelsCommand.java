package io.berth.app.learn;

import io.berth.app.command.Output;
import io.berth.app.command.QuickCommand;
import io.berth.app.home.BerthHome;
import io.berth.app.learn.file.LearnFile;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.learn.store.ModelStore;
import io.berth.learn.store.StoredModel;
import io.berth.learn.transfer.Profiler;
import io.berth.learn.transfer.WorkloadProfile;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code berth models}: the models that are kept, what they are, and which come from workloads like one's own. */
public record ModelsCommand(Output output) implements QuickCommand {
    private static final String NAME = "berth models";

    private static final Option HOME =
            Option.value("--home", "DIR", "The home whose folder models keeps them; BERTH_HOME by default.");
    private static final Option SET =
            Option.value(Assignment.OPTION, "KEY=VALUE", "Set a value of the scenario; may come several times.");
    private static final Option JSON = Option.flag("--json", "Print one JSON document.");

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
                List.of(HOME, SET, JSON));
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
        ModelStore store = new ModelStore(
                BerthHome.of(arguments.path(HOME.name()), System.getenv()).models());
        boolean json = arguments.flag(JSON.name());
        return switch (action) {
            case LS -> list(store, json);
            case SHOW -> show(store.find(given.getFirst()), json);
            case RM -> remove(store, given, json);
            case ADD -> add(store, given, json);
            case EXPORT -> export(store.findSound(given.getFirst()), given.getLast(), json);
            case SIMILAR -> similar(store, given.getFirst(), arguments, json);
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

    private int list(ModelStore store, boolean json) {
        List<StoredModel> all = store.list();
        if (json) {
            output.json(new ModelsDocument.All(
                    all.stream().map(ModelsDocument::line).toList()));
        } else {
            output.out().print(ModelsText.list(all));
        }
        return 0;
    }

    private int show(StoredModel stored, boolean json) {
        if (json) {
            output.json(ModelsDocument.line(stored));
        } else {
            output.out().print(ModelsText.one(stored));
        }
        return 0;
    }

    private int remove(ModelStore store, List<String> prefixes, boolean json) {
        List<String> ids =
                prefixes.stream().map(prefix -> store.find(prefix).id()).toList();
        ids.forEach(store::remove);
        return ids(ids, "removed", json);
    }

    /** All of them are checked before any is stored. */
    private int add(ModelStore store, List<String> files, boolean json) {
        List<StoredModel.Sound> found = files.stream().map(Parent::file).toList();
        return ids(found.stream().map(model -> store.save(model.text())).toList(), "kept", json);
    }

    private int export(StoredModel.Sound model, String name, boolean json) {
        Path file = Path.of(name);
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
            throw new InputException(NAME + " export", "\"" + name + "\" is no file in a folder that exists");
        }
        TrainCommand.writeFile(file, model.text());
        return ids(List.of(model.id()), "written to " + file, json);
    }

    private int ids(List<String> ids, String what, boolean json) {
        if (json) {
            output.json(new ModelsDocument.Ids(ids));
        } else {
            ids.forEach(id -> output.out().println(id + " " + what));
        }
        return 0;
    }

    private int similar(ModelStore store, String scenario, Arguments arguments, boolean json) {
        List<Assignment> settings =
                arguments.texts(SET.name()).stream().map(Assignment::parse).toList();
        WorkloadProfile own;
        try {
            own = Profiler.of(LearnFile.open(scenario, settings).jobs());
        } catch (IllegalArgumentException e) {
            throw new InputException(scenario, String.valueOf(e.getMessage()));
        }
        Similarity similarity = Similarity.of(own, store.list());
        if (json) {
            output.json(ModelsDocument.similar(scenario, similarity));
        } else {
            output.out().print(SimilarText.of(similarity));
        }
        return 0;
    }
}
