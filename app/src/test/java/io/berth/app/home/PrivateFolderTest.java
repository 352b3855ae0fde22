package io.berth.app.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
class PrivateFolderTest {
    private static final int STRANGER = 64_999;

    @TempDir
    Path folder;

    private String uid;
    private Path home;

    @BeforeEach
    void whoRunsThis() throws IOException {
        uid = String.valueOf(Files.getAttribute(folder, "unix:uid"));
        home = folder.resolve("home");
    }

    @Test
    void aHomeIsMadeForItsOwnerAlone() throws IOException {
        assertThat(PrivateFolder.close(home, uid)).isEmpty();

        assertThat(mode(home)).isEqualTo("rwx------");
    }

    @Test
    void allInAHomeThatWasThereIsClosedToOthers() throws IOException {
        Path journal = Files.createDirectories(home.resolve("journal"));
        Path segment = Files.writeString(journal.resolve("segment"), "x");
        Path script = Files.writeString(home.resolve("script"), "x");
        Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x--x"));
        Files.setPosixFilePermissions(journal, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(PrivateFolder.close(home, uid)).singleElement().asString().contains("others could read or write 4");

        assertThat(mode(home)).isEqualTo("rwx------");
        assertThat(mode(journal)).isEqualTo("rwx------");
        assertThat(mode(segment)).isEqualTo("rw-------");
        assertThat(mode(script)).isEqualTo("rwx------");
        assertThat(PrivateFolder.close(home, uid)).isEmpty();
    }

    @Test
    void aJournalOnAnotherDiskIsPartOfTheHome() throws IOException {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        Path segment = Files.writeString(disk.resolve("segment"), "x");
        Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("rw-r--r--"));
        Files.createDirectory(home);
        Files.createSymbolicLink(home.resolve("journal"), disk);

        PrivateFolder.close(home, uid);

        assertThat(mode(segment)).isEqualTo("rw-------");
    }

    @Test
    void whatALinkDeeperInTheHomeLeadsToIsLeftAlone() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), "x");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-r--r--"));
        Path tasks = Files.createDirectories(home.resolve("tasks"));
        Files.createSymbolicLink(tasks.resolve("link"), other);

        PrivateFolder.close(home, uid);

        assertThat(mode(other)).isEqualTo("rw-r--r--");
    }

    @Test
    void aHomeWhereEverybodyCanPutAnotherIsRefused() throws IOException {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertRefused(
                open.resolve("home"),
                "lies in " + open.toRealPath() + ", where every user can put another in its place");
        // As in /tmp: what is there stays whose it is.
        Files.setAttribute(open, "unix:mode", 01777);
        assertThatCode(() -> PrivateFolder.close(open.resolve("home"), uid)).doesNotThrowAnyException();
    }

    @Test
    void aHomeOfAnotherIsRefusedAndSoIsALinkToOne() throws IOException {
        assumeTrue(uid.equals("0"), "only root makes files of others");
        Path others = Files.createDirectory(folder.resolve("others"));
        Files.setAttribute(others, "unix:mode", 0755);
        Files.setAttribute(others, "unix:uid", STRANGER);
        Path link = Files.createSymbolicLink(folder.resolve("link"), others);

        for (Path home : List.of(others, link)) {
            assertRefused(home, "belongs to user " + STRANGER);
        }
        assertThat(mode(others)).isEqualTo("rwxr-xr-x");
    }

    @Test
    void aLinkThatAnotherCanTurnElsewhereIsRefused() throws IOException {
        assumeTrue(uid.equals("0"), "only root makes files of others");
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setAttribute(open, "unix:mode", 01777);
        Path own = Files.createDirectory(folder.resolve("own"));
        Path link = Files.createSymbolicLink(open.resolve("link"), own);
        Files.setAttribute(link, "unix:uid", STRANGER, java.nio.file.LinkOption.NOFOLLOW_LINKS);

        assertRefused(link, "goes through " + link + ", which belongs to user " + STRANGER);
    }

    @Test
    void aFileOfAnotherInTheHomeIsRefusedByName() throws IOException {
        assumeTrue(uid.equals("0"), "only root makes files of others");
        Path tasks = Files.createDirectories(home.resolve("tasks"));
        Path planted = Files.writeString(tasks.resolve("order"), "x");
        Files.setAttribute(planted, "unix:uid", STRANGER);

        assertRefused(home, "holds " + planted.toRealPath() + ", which belongs to user " + STRANGER);
    }

    private void assertRefused(Path path, String part) {
        assertThatThrownBy(() -> PrivateFolder.close(path, uid))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(part);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
