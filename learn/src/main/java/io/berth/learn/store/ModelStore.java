package io.berth.learn.store;

import io.berth.core.model.InvalidModelException;
import io.berth.core.model.ModelFile;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A folder of models, each in a file called by its id. A file is written beside its place and moved there whole, and equal models are
 * one file; so any number of programs may write at once, and none sees half a model. There is no list that could be lost: what is in
 * the folder is in the store.
 */
public final class ModelStore {
    private static final String ENDING = ".model";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

    /** The least of an id that finds a model. */
    private static final Pattern PREFIX = Pattern.compile("[0-9a-f]{4,16}");

    private final Path folder;

    /** @param folder made with the first model */
    public ModelStore(Path folder) {
        this.folder = folder;
    }

    /** Whether {@code text} has the form of an id. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Stores the model that {@code text} is, and returns its id. */
    public String save(String text) {
        ModelFile.readAny(text);
        String id = ModelFile.id(text);
        try {
            Files.createDirectories(folder);
            WholeFile.write(place(id), Files.createTempFile(folder, id, ".new"), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("The model cannot be stored in " + folder + ": " + e.getMessage(), e);
        }
        return id;
    }

    /** All that is stored, by id. */
    public List<StoredModel> list() {
        return ids().stream().map(this::open).toList();
    }

    /** The text of the model {@code id}; null where none is stored under it. */
    public @Nullable String text(String id) {
        if (!isId(id) || !Files.exists(place(id))) {
            return null;
        }
        return sound(open(id)).text();
    }

    /**
     * The model whose id begins with {@code prefix}, at least four digits.
     *
     * @throws InputException where there is none, or more than one
     */
    public StoredModel find(String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new InputException("models", "\"" + prefix + "\" is no id: 4 to 16 digits of 0-9, a-f");
        }
        List<String> known = ids();
        List<String> meant = known.stream().filter(id -> id.startsWith(prefix)).toList();
        if (meant.isEmpty()) {
            String none = "\"" + prefix + "\" is none: the store is empty;"
                    + " berth train SCENARIO --store and berth models add FILE keep models in it";
            throw new InputException("models", known.isEmpty() ? none : InputException.unknown("model", prefix, known));
        }
        if (meant.size() > 1) {
            throw new InputException("models", "\"" + prefix + "\" is the beginning of several: " + meant);
        }
        return open(meant.getFirst());
    }

    /** The same where it decides. */
    public StoredModel.Sound findSound(String prefix) {
        return sound(find(prefix));
    }

    /** Forgets the model {@code id}; nothing where it is not there. */
    public void remove(String id) {
        try {
            Files.deleteIfExists(place(id));
        } catch (IOException e) {
            throw new UncheckedIOException("The model " + id + " cannot be removed: " + e.getMessage(), e);
        }
    }

    private static StoredModel.Sound sound(StoredModel stored) {
        return switch (stored) {
            case StoredModel.Sound sound -> sound;
            case StoredModel.Damaged damaged ->
                throw new InputException(damaged.file() + ":" + damaged.line(), damaged.problem());
        };
    }

    private StoredModel open(String id) {
        Path file = place(id);
        try {
            String text = Source.file(file).text();
            StoredModel.Sound sound = new StoredModel.Sound(id, text, ModelFile.readAny(text));
            String found = ModelFile.id(text);
            return found.equals(id) ? sound : new StoredModel.Damaged(id, file, 1, "is the model " + found);
        } catch (InvalidModelException e) {
            return new StoredModel.Damaged(id, file, e.line(), e.getMessage());
        } catch (InputException e) {
            return new StoredModel.Damaged(id, file, 1, e.problem());
        }
    }

    private List<String> ids() {
        List<String> ids = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return ids;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                String id = name.substring(0, name.length() - ENDING.length());
                if (isId(id)) {
                    ids.add(id);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The models in " + folder + " cannot be listed: " + e.getMessage(), e);
        }
        ids.sort(String::compareTo);
        return ids;
    }

    private Path place(String id) {
        return folder.resolve(id + ENDING);
    }
}
