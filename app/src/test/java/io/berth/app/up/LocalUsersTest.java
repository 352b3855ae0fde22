package io.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.app.up.setting.KeptFolders;
import io.berth.console.http.message.ProblemException;
import io.berth.core.workload.Program;
import io.berth.edge.access.Caller;
import io.berth.edge.access.Role;
import io.berth.edge.access.Users;
import io.berth.local.launch.process.UserAccount;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LocalUsersTest {
    private static final Program TRUE = Program.of("true");

    @TempDir
    Path folder;

    @Test
    void theOwnersJobsRunAsHimselfOrWhereHeIsRootAsWhomTheyName() {
        assertThat(users("0").of(Caller.OWNER, TRUE)).isEqualTo(TRUE);
        assertThat(users("0").of(Caller.LOCAL, TRUE.withUser("nobody")).user()).isEqualTo("nobody");
        assertThat(users("1000").of(Caller.OWNER, TRUE)).isEqualTo(TRUE);
        assertForbidden("1000", Caller.OWNER, "nobody", "user: must be the one that runs Berth");
        assertThatThrownBy(() -> users("0").of(Caller.OWNER, TRUE.withUser("no-such-user")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("not known on this machine");
    }

    @Test
    void whereOthersCannotComeBesideTheHomeTheFoldersOfTenantsAreElsewhere() throws IOException {
        Path closed = Files.createDirectory(
                folder.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        assertThat(KeptFolders.standard(closed.resolve("home")).toString())
                .matches("/var/lib/berth-tenants-[0-9a-f]{8}");
        assertThat(KeptFolders.standard(closed.resolve("home")))
                .isNotEqualTo(KeptFolders.standard(closed.resolve("other")));
        assertThat(KeptFolders.standard(Path.of("/var/lib/berth"))).isEqualTo(Path.of("/var/lib/berth-tenants"));
    }

    @Test
    void whereRootDoesNotRunBerthNobodyElsesJobsRun() {
        assertForbidden("1000", caller("ci", "red", Users.KEPT), "", "would run as the user that runs Berth");
        assertForbidden("1000", new Caller("ops", Role.OPERATOR, ""), "", "would run as the user that runs Berth");
        assertForbidden("1000", caller("ci", "red", user("nobody")), "", "would run as the user that runs Berth");
    }

    @Test
    void aJobNamesOnlyUsersThatItsTokenNames() {
        Caller named = caller("ci", "red", new Users(false, "nobody", List.of("daemon")));
        assertThat(users("0").of(named, TRUE).user()).isEqualTo("nobody");
        assertThat(users("0").of(named, TRUE.withUser("daemon")).user()).isEqualTo("daemon");
        assertThat(users("0").of(named, TRUE.withUser("nobody")).user()).isEqualTo("nobody");
        for (String other : List.of("root", "0", "bin", "61184", "-u root", "nobody ")) {
            assertForbidden("0", named, other, "user: must be one of daemon, nobody for who asks, but is \"" + other);
        }
    }

    @Test
    void rootIsNamedAsRootOrNotAtAll() {
        assertForbidden("0", caller("ci", "red", user("root2")), "root", "must be one of root2");
        assertThat(users("0").of(caller("ci", "red", user("root")), TRUE).user())
                .isEqualTo("root");
    }

    @Test
    void eachTenantHasAUserAndAFolderOfItsOwnForEver() throws IOException {
        assumeTrue(UserAccount.currentUid().equals("0"), "only root gives folders away");
        Set<String> uids = new HashSet<>();
        for (int round = 0; round < 2; round++) {
            LocalUsers users = users("0");
            for (String tenant : List.of("red", "blue", "red/night", "")) {
                Program program = users.of(caller("ci", tenant, Users.KEPT), TRUE);
                Path home = Path.of(program.directory());
                uids.add(program.user());
                assertThat(UserAccount.isKept(program.user())).isTrue();
                assertThat(program.environment()).containsEntry("HOME", home.toString());
                assertThat(Files.getAttribute(home, "unix:uid")).isEqualTo(Integer.parseInt(program.user()));
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                        .isEqualTo("rwx------");
                assertThat(users.of(caller("other", tenant, Users.KEPT), TRUE)
                                .user()
                                .equals(program.user()))
                        .isEqualTo(!tenant.isEmpty());
            }
        }
        // Tokens of no tenant have one each: "ci" and "other".
        assertThat(uids).hasSize(4);
        assertThat(Files.readString(folder.resolve("home/tenants.json"))).contains("tenant red/night", "token other");
    }

    @Test
    void whatTheJobSaysOfFolderAndVariablesStands() {
        assumeTrue(UserAccount.currentUid().equals("0"), "only root gives folders away");
        Caller ci = caller("ci", "red", Users.KEPT);
        Program program = users("0").of(ci, TRUE.withDirectory("/tmp").withEnvironment(TRUE.environment()));
        assertThat(program.directory()).isEqualTo("/tmp");
    }

    @Test
    void aNumberThatIsTakenIsNotGiven() throws IOException {
        assumeTrue(UserAccount.currentUid().equals("0"), "only root gives folders away");
        KeptUsers allButOne = kept(uid -> uid != 64_000);
        assertThat(allButOne.of(caller("ci", "red", Users.KEPT))).isEqualTo("64000");
        assertThat(allButOne.of(caller("ci", "red", Users.KEPT))).isEqualTo("64000");
        assertThatThrownBy(() -> allButOne.of(caller("ci", "blue", Users.KEPT)))
                .hasMessageContaining("all users from 61184 to 65519 are taken");
    }

    @Test
    void aFileOfUsersThatWasTamperedWithIsNotGuessedAt() throws IOException {
        Files.createDirectories(folder.resolve("home"));
        for (String users : List.of(
                "{\"uid\": 0, \"of\": \"tenant red\"}",
                "{\"uid\": 61200, \"of\": \"tenant red\"}, {\"uid\": 61200, \"of\": \"tenant blue\"}")) {
            Files.writeString(folder.resolve("home/tenants.json"), "{\"users\": [" + users + "]}");
            assertThatThrownBy(() -> users("0"))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("tenants.json:");
        }
    }

    private static Caller caller(String name, String tenant, Users users) {
        return new Caller(name, Role.SUBMITTER, tenant, users);
    }

    private static Users user(String name) {
        return new Users(false, name, List.of());
    }

    private LocalUsers users(String uid) {
        return new LocalUsers(uid, kept(_ -> false));
    }

    private KeptUsers kept(IntPredicate taken) {
        try {
            Path home = Files.createDirectories(folder.resolve("home"));
            return new KeptUsers(home.resolve("tenants.json"), new KeptFolders(folder.resolve("tenants")), taken);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertForbidden(String uid, Caller caller, String user, String part) {
        assertThatThrownBy(() -> users(uid).of(caller, TRUE.withUser(user)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().status()).isEqualTo(403))
                .hasMessageContaining(part);
    }
}
