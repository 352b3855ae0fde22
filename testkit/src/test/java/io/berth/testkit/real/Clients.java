package io.berth.testkit.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Clients with a ledger between them, and what looks whether all of it is true. */
public record Clients(List<Load> loads, LoadAudit audit) {
    /** {@code count} clients, called {@code name} and their number, whose jobs and ledger are in {@code folder}. */
    public static Clients of(String name, int count, long seed, Path folder) throws IOException {
        Path scratch = Files.createDirectories(folder.resolve("scratch"));
        Ledger ledger = new Ledger(folder.resolve("ledger"));
        List<Load> loads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            loads.add(new Load(name + i, seed * count + i, ledger, scratch));
        }
        return new Clients(loads, new LoadAudit(loads, ledger));
    }
}
