package io.berth.app.up;

import io.berth.console.access.JobUsers;
import io.berth.console.access.UserChoice;
import io.berth.console.http.message.Problem;
import io.berth.core.workload.Program;
import io.berth.edge.access.Caller;
import io.berth.edge.access.Users;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.launch.process.UserAccount;
import java.util.TreeMap;

/**
 * Whom jobs run as on this machine. Those of who runs Berth run as himself, or where he is root as whom they name. Those of all
 * others never run as he does: whatever they ran would read the home and with it the token that may do everything.
 *
 * @param uid that Berth runs as
 */
record LocalUsers(String uid, KeptUsers kept) implements JobUsers {
    private static final String ROOT_NAME = "root";

    @Override
    public Program of(Caller caller, Program program) {
        Users users = caller.users();
        if (users.owner()) {
            return program.user().isEmpty() ? program : owned(program);
        }
        if (!uid.equals(UserAccount.ROOT)) {
            throw UserChoice.forbidden("jobs of " + caller.name() + " would run as the user that runs Berth,"
                    + " who can do everything here; only where root runs Berth can they run as another");
        }
        String own = users.user().isEmpty() ? kept.of(caller) : users.user();
        String user = UserChoice.of(users, program.user(), own);
        UserAccount account = account(user);
        if (account.uid().equals(uid) && !(user.equals(ROOT_NAME) && users.names(ROOT_NAME))) {
            throw UserChoice.forbidden(
                    "user: \"" + user + "\" is the user that runs Berth; a token must name root as \"root\"");
        }
        return UserAccount.isKept(user) ? inFolder(program, user) : program.withUser(user);
    }

    private Program owned(Program program) {
        UserAccount account = account(program.user());
        if (!uid.equals(UserAccount.ROOT) && !account.uid().equals(uid)) {
            throw UserChoice.forbidden(
                    "user: must be the one that runs Berth, as only root can run jobs as another, but is \""
                            + program.user() + "\"");
        }
        return program;
    }

    private static UserAccount account(String user) {
        try {
            return UserAccount.find(user);
        } catch (LaunchException e) {
            throw Problem.input("user", "user: " + e.getMessage()).exception();
        }
    }

    /** What a user without an account has instead of one. */
    private Program inFolder(Program program, String user) {
        String folder = kept.folder(user).toString();
        TreeMap<String, String> environment = new TreeMap<>(program.environment());
        environment.putIfAbsent("HOME", folder);
        environment.putIfAbsent("USER", user);
        environment.putIfAbsent("LOGNAME", user);
        environment.putIfAbsent("SHELL", "/bin/sh");
        Program own = program.withUser(user).withEnvironment(environment);
        return own.directory().isEmpty() ? own.withDirectory(folder) : own;
    }
}
