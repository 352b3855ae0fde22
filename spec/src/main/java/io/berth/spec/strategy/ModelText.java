package io.berth.spec.strategy;

import io.berth.core.model.InvalidModelException;
import io.berth.core.model.ModelFile;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a model that a strategy names: it becomes a part of the strategy, which then needs no file. */
final class ModelText {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

    private final StoredModels stored;
    private final @Nullable Path folder;

    /**
     * @param stored the models that are stored here
     * @param folder what file names are relative to; null where only texts and stored models are taken
     */
    ModelText(StoredModels stored, @Nullable Path folder) {
        this.stored = stored;
        this.folder = folder;
    }

    /**
     * The text of the model in {@code tree}: itself, or that which is stored by this id, or that of the file it names.
     *
     * @param kind reads models of the kind that is needed
     */
    String read(Consumer<String> kind, Tree tree) {
        String given = tree.text();
        String place = tree.position() + ": " + tree.path();
        if (given.startsWith(ModelFile.MAGIC)) {
            return checked(kind, given, place);
        }
        String model = stored.text(given);
        if (model != null) {
            return checked(kind, model, place + ": the model " + given);
        }
        if (folder == null) {
            throw InputException.at(
                    tree,
                    "must be the text of a model, or the id of one that is stored here, not the name of a file: "
                            + Quote.of(given));
        }
        try {
            Path path = folder.resolve(given);
            if (ID.matcher(given).matches() && !Files.exists(path)) {
                throw InputException.at(
                        tree, "no model is stored as " + Quote.of(given) + ", and there is no such file either");
            }
            Source file = Source.file(path);
            return checked(kind, file.text(), file.name());
        } catch (InvalidPathException e) {
            throw InputException.at(tree, Quote.of(given) + " is no file name");
        }
    }

    private static String checked(Consumer<String> kind, String text, String name) {
        try {
            kind.accept(text);
            return text;
        } catch (InvalidModelException e) {
            throw new InputException(name + ":" + e.line(), String.valueOf(e.getMessage()));
        }
    }
}
