package io.berth.testkit.tenant;

import io.berth.app.home.BerthHome;
import io.berth.edge.access.Tokens;
import io.berth.testkit.real.RestClient;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A home that was there with files for all to read, and tokens of two tenants, of a user with an account, and of an operator. */
final class TenantHome {
    private static final String TOKEN = "a token of ";

    private final Path folder;
    private final BerthHome home;
    private final Path config;

    /** @param folder that other users can go through */
    TenantHome(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        home = new BerthHome(folder.resolve("home"));
        config = folder.resolve("up.yaml");
        Path learner = Files.createDirectories(home.models()).resolve("left");
        Files.writeString(learner, "MARK-left\n");
        for (Path open : List.of(home.folder(), home.models(), learner)) {
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Path tokens = folder.resolve("tokens.yaml");
        Files.writeString(
                tokens,
                "tokens:\n" + token("red", "submitter", ", tenant: red") + token("blue", "submitter", ", tenant: blue")
                        + token("named", "submitter", ", tenant: named, user: nobody, users: [daemon]")
                        + token("ops", "operator", ""));
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(config, "tokens: tokens.yaml\ntenant_homes: homes\nport: 0\n");
    }

    BerthHome home() {
        return home;
    }

    Path log() {
        return folder.resolve("up.log");
    }

    /** Where tenants have their folders. */
    Path homes() {
        return folder.resolve("homes");
    }

    UpProcess start(List<String> berth) {
        return UpProcess.start(berth, home, log(), "--config", config.toString());
    }

    /** Asks as who runs Berth. */
    RestClient owner() throws IOException {
        return RestClient.of(home);
    }

    /** Asks with the token called {@code name}. */
    RestClient with(String name) throws IOException {
        return RestClient.of(home, TOKEN + name);
    }

    /** What in the home others may read, write or enter. */
    Set<String> open() throws IOException {
        Set<String> open = new TreeSet<>();
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> all = Files.walk(home.folder())) {
            all.forEach(paths::add);
        } catch (java.io.UncheckedIOException e) {
            // Files come and go; what was seen so far counts.
            return open;
        }
        for (Path path : paths) {
            try {
                String mode = PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(path, java.nio.file.LinkOption.NOFOLLOW_LINKS));
                if (!Files.isSymbolicLink(path) && !mode.endsWith("------")) {
                    open.add(mode + " " + path);
                }
            } catch (IOException e) {
                // It has gone meanwhile.
                continue;
            }
        }
        return open;
    }

    private static String token(String name, String role, String more) {
        return "  - {name: " + name + ", role: " + role + ", sha256: "
                + HexFormat.of().formatHex(Tokens.sha256(TOKEN + name)) + more + "}\n";
    }
}
