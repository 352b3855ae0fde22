package io.berth.app.up;

import io.berth.app.up.setting.KeptFolders;
import io.berth.edge.access.Caller;
import io.berth.local.launch.process.UserAccount;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The users that Berth keeps for tenants whose tokens name none: a uid each that no account has, written down before it is used, so
 * that it stays that tenant's for ever. Each has a folder that only it reads.
 */
final class KeptUsers {
    private static final String USERS = "users";
    private static final String UID = "uid";
    private static final String OF = "of";

    private final Path file;
    private final KeptFolders folders;
    private final IntPredicate taken;
    private final Map<String, Integer> uids = new LinkedHashMap<>();

    /**
     * Those that {@code file} has.
     *
     * @param taken whether a uid is somebody's already
     * @throws InputException where the file is not as it was written
     */
    KeptUsers(Path file, KeptFolders folders, IntPredicate taken) {
        this.file = file;
        this.folders = folders;
        this.taken = taken;
        if (Files.exists(file)) {
            for (Tree user : JsonReader.read(Source.file(file)).require(USERS).items()) {
                Tree uid = user.require(UID);
                boolean good = UserAccount.isKept(uid.text()) && !uids.containsValue((int) uid.whole());
                if (!good || uids.put(user.require(OF).text(), (int) uid.whole()) != null) {
                    throw InputException.at(
                            uid,
                            "must be a number from " + UserAccount.FIRST_KEPT + " to " + UserAccount.LAST_KEPT
                                    + " that is there once, but is " + uid.text()
                                    + "; without the right file tenants would get the users of others");
                }
            }
        }
    }

    /** The user of {@code caller}'s tenant, or where it has none, of its token; by its number. */
    synchronized String of(Caller caller) {
        String whose = caller.tenant().isEmpty() ? "token " + caller.name() : "tenant " + caller.tenant();
        Integer known = uids.get(whose);
        int uid = known == null ? give(whose) : known;
        return Integer.toString(uid);
    }

    /** Where a job of {@code user} starts that names no folder; made where it is missing. */
    Path folder(String user) {
        return folders.of(Integer.parseInt(user));
    }

    private int give(String whose) {
        int count = UserAccount.LAST_KEPT - UserAccount.FIRST_KEPT + 1;
        // Not always the first: two homes on one machine know nothing of one another.
        int first = Math.floorMod(file.toString().hashCode() * 31 + whose.hashCode(), count);
        for (int i = 0; i < count; i++) {
            int uid = UserAccount.FIRST_KEPT + (first + i) % count;
            if (!uids.containsValue(uid) && !folders.has(uid) && !taken.test(uid)) {
                uids.put(whose, uid);
                try {
                    write();
                } catch (IOException e) {
                    uids.remove(whose);
                    throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
                }
                return uid;
            }
        }
        throw new UncheckedIOException(new IOException("all users from " + UserAccount.FIRST_KEPT + " to "
                + UserAccount.LAST_KEPT + " are taken; give tokens a user of their own"));
    }

    /** Whole or not at all, and on the disk when this returns. */
    private void write() throws IOException {
        List<Map<String, Object>> users = new ArrayList<>();
        uids.forEach((whose, uid) -> users.add(Map.of(OF, whose, UID, uid)));
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(unfinished);
        ByteBuffer bytes = ByteBuffer.wrap(Json.pretty(Map.of(USERS, users)).getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
