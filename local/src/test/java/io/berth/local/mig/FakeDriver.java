package io.berth.local.mig;

import io.berth.local.device.Accelerator;
import io.berth.local.device.Fixture;
import io.berth.local.device.Inventory;
import io.berth.local.device.tool.Discovery;
import io.berth.local.device.tool.SystemTools;
import io.berth.local.device.tool.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** A program {@code nvidia-smi} with one H100 in MIG mode, in a folder that has what the driver would remember. */
public final class FakeDriver {
    private final Path folder;
    private final Tools tools;

    public FakeDriver(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        Path program = Files.writeString(folder.resolve("nvidia-smi"), Fixture.text("nvidia-smi"));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        tell("sizes", Fixture.text("nvidia-mig-sizes.txt"));
        tell("places", Fixture.text("nvidia-mig-places.txt"));
        tools = SystemTools.in(List.of(folder));
    }

    public Tools tools() {
        return tools;
    }

    /** What Berth finds. */
    public Inventory found() {
        return new Discovery(tools).discover();
    }

    Accelerator gpu() {
        return found().devices().getFirst();
    }

    /** A file of the driver: what it does from now on. */
    void tell(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    void forget(String file) throws IOException {
        Files.delete(folder.resolve(file));
    }

    /** The instances that are there, such as {@code 1g.10gb:4}, by their start. */
    public List<String> instances() throws IOException {
        try (Stream<Path> files = Files.list(Files.createDirectories(folder.resolve("gi")))) {
            return files.map(FakeDriver::text)
                    .map(text -> text.split(" "))
                    .map(words -> words[0] + ":" + words[2])
                    .sorted((one, other) ->
                            one.substring(one.indexOf(':')).compareTo(other.substring(other.indexOf(':'))))
                    .toList();
        }
    }

    /** How many commands had {@code word}. */
    long calls(String word) throws IOException {
        return Files.readAllLines(folder.resolve("calls")).stream()
                .filter(line -> line.contains(word))
                .count();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
