package io.berth.sim.fault;

import io.berth.core.catalog.Catalog;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenarioReader;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Bugs that other schedulers had, each as a small scenario in which Berth must not have it. */
public final class NamedBugs {
    /** Their names. */
    public static final List<String> NAMES = names();

    private static final String LIST = "bugs.txt";

    private NamedBugs() {}

    /** The scenario called {@code name}, with policies of {@code catalog}. */
    public static FaultScenario scenario(String name, Catalog catalog) {
        Source source = Source.text(name, resource("bugs/" + name + ".yaml"));
        return new FaultScenarioReader(new CatalogNames(catalog)).read(source);
    }

    private static List<String> names() {
        return resource(LIST).lines().toList();
    }

    private static String resource(String name) {
        try (InputStream in = NamedBugs.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no " + name + " among the bugs that are known.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
