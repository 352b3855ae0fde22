package io.berth.app.system;

import io.berth.app.home.Address;
import io.berth.learn.online.Ban;
import io.berth.learn.online.LearnerMemory;
import io.berth.learn.online.Regret;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What a learner keeps, in a file of the home: it is there as a whole or not at all. */
record LearnerFile(Path path) {
    /**
     * What is kept; that of a new learner where there is no file. One that cannot be read is set aside, and {@code notes} hear of it: the
     * journal has what was learnt from, so learning goes on without its ledger.
     */
    LearnerMemory read(Consumer<String> notes) {
        if (!Files.exists(path)) {
            return LearnerMemory.NEW;
        }
        try {
            return memory(TreeReader.read(Source.file(path)));
        } catch (InputException | IllegalArgumentException e) {
            Path aside = setAside();
            notes.accept("learning begins without what was promoted and demoted before: " + e.getMessage()
                    + "; the file is kept as " + aside);
            return LearnerMemory.NEW;
        }
    }

    private Path setAside() {
        Path aside = path.resolveSibling(path.getFileName() + ".damaged");
        try {
            return Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move " + path + " to " + aside + ": " + e.getMessage(), e);
        }
    }

    private static LearnerMemory memory(Tree memory) {
        Tree regret = memory.require("regret");
        TreeMap<String, Double> fixed = new TreeMap<>();
        regret.require("fixed")
                .entries()
                .forEach(entry -> fixed.put(entry.key(), entry.value().number()));
        return new LearnerMemory(
                memory.require("stopped").text(),
                memory.require("promoted").text(),
                memory.require("looks").whole(),
                memory.require("cool_down_jobs").whole(),
                memory.require("banned").items().stream().map(LearnerFile::ban).toList(),
                memory.require("changes").items().stream().map(Tree::text).toList(),
                memory.require("promotions").whole(),
                memory.require("demotions").whole(),
                new Regret(
                        regret.require("jobs").whole(), regret.require("live").number(), fixed));
    }

    void write(LearnerMemory memory) {
        try {
            Address.writePrivately(path, Json.pretty(memory));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path + ": " + e.getMessage(), e);
        }
    }

    /** Before bans ended, only the candidate was kept: it may be tried again. */
    private static Ban ban(Tree ban) {
        if (ban instanceof Tree.Scalar) {
            return new Ban(ban.text(), 1, 0);
        }
        return new Ban(
                ban.require("id").text(),
                (int) ban.require("times").whole(),
                ban.require("jobs").whole());
    }
}
