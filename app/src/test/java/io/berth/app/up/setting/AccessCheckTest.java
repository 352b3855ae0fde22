package io.berth.app.up.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.app.home.BerthHome;
import io.berth.local.launch.process.UserAccount;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class AccessCheckTest {
    private static final String ZEROS = "0".repeat(64);

    @TempDir
    Path folder;

    private Path tokens;
    private String own;

    @BeforeEach
    void othersCanEnter() throws IOException {
        own = UserAccount.currentUid();
        tokens = folder.resolve("tokens.yaml");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }

    @Test
    void accessOfTheMachineIsRefusedToRootAndToldToOthers() {
        assertRefused("0", "access: machine", "would let every user of this machine run commands as root");
        assertThat(check("1000", "access: machine"))
                .singleElement()
                .asString()
                .contains("lets every user of this machine");
    }

    @Test
    void submittersNeedRootToRunBerth() throws IOException {
        assumeTrue(own.equals("0"), "files of root's are whoever runs it's");
        write("{name: ci, role: submitter, tenant: red}");
        assertThat(check("0")).isEmpty();
        assertRefused("1000", "", "tokens.yaml:2:5: role: submitter lets others run jobs", "make \"ci\" a viewer");

        write("{name: board, role: viewer}", "{name: ops, role: operator}");
        assertThat(check("1000")).singleElement().asString().contains("\"ops\" operates but cannot submit");
    }

    @Test
    void aTokenNamesUsersThatAreThereAndRootOnlyAsRoot() throws IOException {
        assumeTrue(own.equals("0"), "files of root's are whoever runs it's");
        write("{name: ci, role: submitter, tenant: red, user: nobody}");
        assertThat(check("0")).isEmpty();
        write("{name: ci, role: submitter, tenant: red, users: [nobody, root]}");
        assertThat(check("0")).singleElement().asString().contains("\"ci\" may run jobs as root");
        write("{name: ci, role: submitter, tenant: red, user: no-such-user}");
        assertRefused("0", "", "user 'no-such-user' is not known on this machine");
        write("{name: ci, role: submitter, tenant: red, user: \"61200\"}");
        assertRefused("0", "", "tokens.yaml:2", "must be the name of a user of this machine");
        write("{name: board, role: viewer, user: nobody}");
        assertRefused("0", "", "goes not with the role viewer");
    }

    @Test
    void aFileOfTokensThatOthersCanWriteIsRefused() throws IOException {
        assumeTrue(own.equals("0"), "only root makes files of others");
        write("{name: board, role: viewer}");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw--w----"));
        assertThat(check("0")).singleElement().asString().contains("can be written by its group");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(check("0")).singleElement().asString().contains("can be read by others");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-----w-"));
        assertRefused("0", "", "can be written by every user of this machine");
        write("{name: board, role: viewer}");
        Files.setAttribute(tokens, "unix:uid", 64_999);
        assertRefused("0", "", "belongs to user 64999, who could let anybody in");
    }

    @Test
    void tenantsMustBeAbleToEnterTheirFolders() throws IOException {
        assumeTrue(own.equals("0"), "only root keeps users");
        write("{name: ci, role: submitter, tenant: red}");
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));

        assertRefused("0", "tenant_homes: locked/homes", "lies in " + locked + ", which other users cannot enter");
        assertThat(check("0", "tenant_homes: open/homes")).isEmpty();
        assertThat(folder.resolve("open")).doesNotExist();
    }

    @Test
    void aSocketWhereOthersCouldPutTheirsIsRefusedBeforeTheStart() throws IOException {
        Path open = Files.createDirectory(folder.resolve("anybody"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertRefused(own, "access: users\nsocket: " + open + "/berth.sock", "every user can put another in its place");
        assertRefused(
                own, "access: users\nsocket: " + open + "/new/berth.sock", "every user can put another in its place");
        assertThat(check(own, "access: users\nsocket: " + folder + "/new/berth.sock"))
                .noneMatch(line -> line.contains("berth.sock"));
    }

    private void write(String... items) throws IOException {
        Files.deleteIfExists(tokens);
        StringBuilder text = new StringBuilder("tokens:\n");
        for (String item : items) {
            text.append("  - ")
                    .append(item.replace("{", "{sha256: " + ZEROS + ", "))
                    .append('\n');
        }
        Files.writeString(tokens, text);
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    }

    private List<String> check(String uid, String... config) {
        try {
            Path file = folder.resolve("up.yaml");
            Files.writeString(
                    file, String.join("\n", config) + (Files.exists(tokens) ? "\ntokens: tokens.yaml\n" : "\n"));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            return new AccessCheck(uid).of(UpOptions.read(new BerthHome(folder.resolve("home")), file, null));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertRefused(String uid, String config, String... parts) {
        assertThatThrownBy(() -> check(uid, config))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(parts);
    }
}
