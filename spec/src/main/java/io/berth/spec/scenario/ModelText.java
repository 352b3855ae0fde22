package io.berth.spec.scenario;

import io.berth.core.model.InvalidModelException;
import io.berth.core.model.ModelFile;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The text of a model that a strategy names: it becomes a part of the strategy, which then needs no file. */
final class ModelText {
    private final @Nullable Path folder;

    /** @param folder what file names are relative to; null where only texts are taken */
    ModelText(@Nullable Path folder) {
        this.folder = folder;
    }

    /** The text of the model in {@code tree}: itself, or that of the file it names. */
    String read(Tree tree) {
        String given = tree.text();
        if (given.startsWith(ModelFile.MAGIC)) {
            return checked(given, tree.position().toString() + ": " + tree.path());
        }
        if (folder == null) {
            throw InputException.at(tree, "must be the text of a model, not the name of a file: " + Quote.of(given));
        }
        try {
            Source file = Source.file(folder.resolve(given));
            return checked(file.text(), file.name());
        } catch (InvalidPathException e) {
            throw InputException.at(tree, Quote.of(given) + " is no file name");
        }
    }

    private static String checked(String text, String name) {
        try {
            ModelFile.read(text);
            return text;
        } catch (InvalidModelException e) {
            throw new InputException(name + ":" + e.line(), String.valueOf(e.getMessage()));
        }
    }
}
