package io.berth.app.up.setting;

import io.berth.app.home.PrivateFolder;
import io.berth.app.home.SharedSocket;
import io.berth.edge.access.Caller;
import io.berth.edge.access.Role;
import io.berth.edge.access.Tokens;
import io.berth.local.launch.process.LaunchException;
import io.berth.local.launch.process.UserAccount;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Looks at whom settings let in, and as whom their jobs would run. What gives somebody more than he was meant to have is refused;
 * what may be meant is told.
 *
 * @param uid of the user that runs Berth
 */
record AccessCheck(String uid) {
    private static final String ROOT_NAME = "root";
    private static final int OTHERS_WRITE = 02;
    private static final int GROUP_WRITES = 020;
    private static final int OTHERS_READ = 044;

    /** Folders that other machines reach too, as the kernel names their file systems. */
    private static final Set<String> SHARED = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb2",
            "smb3",
            "9p",
            "ceph",
            "lustre",
            "gpfs",
            "beegfs",
            "afs",
            "fuse.sshfs",
            "fuse.glusterfs");

    /** For the user that runs this. */
    static AccessCheck here() {
        return new AccessCheck(UserAccount.currentUid());
    }

    /**
     * What somebody should know of {@code options}, a line each.
     *
     * @throws InputException where Berth does not start with them
     */
    List<String> of(UpOptions options) {
        List<String> warnings = new ArrayList<>();
        UpOptions.Access access = options.access();
        if (!access.owned()) {
            machine(options, warnings);
        }
        if (access.shared() != null && !isRoot()) {
            warnings.add(
                    "access: users lets the other users of this machine see queue and nodes; they cannot submit, as their jobs"
                            + " would run as the user that runs Berth: only root's Berth runs each one's jobs as himself");
        }
        if (access.shared() != null) {
            SharedSocket.check(access.shared(), uid);
        }
        shared(options.home().folder(), warnings);
        if (options.file() != null) {
            file(options.file(), false, warnings);
        }
        Path tokens = access.tokens();
        if (tokens != null) {
            List<Tokens.Holder> holders = Tokens.read(tokens).others();
            file(tokens, true, warnings);
            holders.forEach(holder -> holder(holder, warnings));
            boolean kept = holders.stream().anyMatch(AccessCheck::isKept);
            if (kept && isRoot()) {
                kept(new KeptFolders(access.homes()), tokens);
            }
        }
        return warnings;
    }

    private boolean isRoot() {
        return uid.equals(UserAccount.ROOT);
    }

    private static boolean isKept(Tokens.Holder holder) {
        return holder.caller().role().covers(Role.SUBMITTER)
                && holder.caller().users().user().isEmpty();
    }

    private void machine(UpOptions options, List<String> warnings) {
        if (isRoot()) {
            throw new InputException(
                    options.source("access"),
                    "access: machine would let every user of this machine run commands as root, who runs Berth here; leave"
                            + " access: owner and give tokens to others (tokens: FILE), or run Berth as another user");
        }
        warnings.add("access: machine lets every user of this machine run commands as the user that runs Berth");
    }

    private void holder(Tokens.Holder holder, List<String> warnings) {
        Caller caller = holder.caller();
        if (!caller.role().covers(Role.SUBMITTER)) {
            return;
        }
        if (!isRoot() && caller.role() == Role.SUBMITTER) {
            throw new InputException(
                    holder.place(),
                    "role: submitter lets others run jobs, and they would run as the user that runs Berth, who can do"
                            + " everything here; have root run Berth, which gives each tenant a user of its own, or make \""
                            + caller.name() + "\" a viewer");
        }
        if (!isRoot()) {
            warnings.add(holder.place() + ": \"" + caller.name()
                    + "\" operates but cannot submit: its jobs would run as the" + " user that runs Berth");
            return;
        }
        List<String> named = new ArrayList<>(caller.users().others());
        if (!caller.users().user().isEmpty()) {
            named.add(caller.users().user());
        }
        named.forEach(user -> user(holder, user, warnings));
    }

    private void user(Tokens.Holder holder, String user, List<String> warnings) {
        UserAccount account;
        try {
            account = UserAccount.find(user);
        } catch (LaunchException e) {
            throw new InputException(holder.place(), "user: " + e.getMessage());
        }
        if (account.uid().equals(uid) && !user.equals(ROOT_NAME)) {
            throw new InputException(holder.place(), "user: \"" + user + "\" is root by another name; write \"root\"");
        }
        if (account.uid().equals(uid)) {
            warnings.add(holder.place() + ": \"" + holder.caller().name()
                    + "\" may run jobs as root: whoever has this token can do everything on this machine");
        }
    }

    private void kept(KeptFolders folders, Path tokens) {
        folders.check();
        try {
            UserAccount.find(Integer.toString(UserAccount.FIRST_KEPT)).become(uid);
        } catch (LaunchException e) {
            throw new InputException(tokens.toString(), e.getMessage() + "; or name a user in each token that submits");
        }
        if (!UserAccount.keptExist()) {
            throw new InputException(
                    tokens.toString(),
                    "tenants would get users from " + UserAccount.FIRST_KEPT + " to " + UserAccount.LAST_KEPT
                            + ", which this container does not have (/proc/self/uid_map); name a user in each token that"
                            + " submits");
        }
    }

    /** Whoever writes this file lets himself in. */
    private void file(Path file, boolean secret, List<String> warnings) {
        try {
            Path real = file.toRealPath();
            PrivateFolder.Access access = PrivateFolder.Access.of(real);
            if (!access.isOf(uid)) {
                throw new InputException(
                        file.toString(),
                        "belongs to user " + access.uid() + ", who could let anybody in; chown it to who runs Berth");
            }
            if (access.allows(OTHERS_WRITE)) {
                throw new InputException(
                        file.toString(),
                        "can be written by every user of this machine, who could let anybody in; chmod o-w");
            }
            PrivateFolder.checkAbove(real, uid);
            if (access.allows(GROUP_WRITES)) {
                warnings.add(file + " can be written by its group, who could let anybody in; chmod g-w");
            }
            if (secret && access.allows(OTHERS_READ)) {
                warnings.add(file + " can be read by others, who see whose tokens there are; chmod 600");
            }
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be looked at: " + e.getMessage());
        }
    }

    private static void shared(Path home, List<String> warnings) {
        Path there = home;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        try {
            String type = there == null ? "" : Files.getFileStore(there).type();
            if (SHARED.contains(type)) {
                warnings.add(
                        "the home " + home + " is on a shared folder (" + type
                                + "): root of other machines reads it, and locks may not hold; --home names one of this machine");
            }
        } catch (IOException e) {
            // Nothing is known of it, so nothing is said.
            return;
        }
    }
}
