package io.berth.gateway.tenant;

import io.berth.gateway.setting.TenantSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tenants of a gateway through its life: who they are now, and what they took, which is kept in a folder. For any thread.
 */
public final class Tenancy implements AutoCloseable {
    /** What was taken in so long is lost in a crash. */
    private static final int KEEP_SECONDS = 2;

    private static final long DAY_MILLIS = 86_400_000;

    private final Time time;
    private final Accounts accounts;
    private final Consumer<String> note;
    private final @Nullable UsageFolder folder;
    private final ScheduledExecutorService keeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-usage").factory());
    private volatile Tenants current;
    private boolean failing;

    /**
     * @param note told what people should know
     * @throws io.berth.spec.input.InputException where what was kept cannot be read
     */
    public Tenancy(TenantSettings settings, Time time, Consumer<String> note) {
        this.time = time;
        this.note = note;
        accounts = new Accounts(time);
        Path where = settings.usage();
        folder = where == null ? null : new UsageFolder(where, settings.currency());
        if (folder != null) {
            restore(folder);
            keeper.scheduleWithFixedDelay(this::keep, KEEP_SECONDS, KEEP_SECONDS, TimeUnit.SECONDS);
        }
        current = new Tenants(settings, accounts);
    }

    /** Who may ask now. */
    public Tenants current() {
        return current;
    }

    /** What they took. */
    public Accounts accounts() {
        return accounts;
    }

    /** From now on it is as {@code settings} say; what was taken under a name is of who has that name. The folder stays. */
    public void change(TenantSettings settings) {
        current = new Tenants(settings, accounts);
    }

    /** Keeps what was taken. */
    @Override
    public void close() {
        keeper.shutdownNow();
        if (folder != null) {
            keep();
            folder.close();
        }
    }

    /** Writes what was taken until now. */
    synchronized void keep() {
        if (folder == null) {
            return;
        }
        List<UsageLine> lines = new ArrayList<>();
        for (Account account : accounts.all()) {
            lines.addAll(account.lines());
        }
        try {
            folder.write(lines, today());
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                note.accept("what tenants took cannot be kept: " + e.getMessage());
            }
            failing = true;
        }
    }

    private void restore(UsageFolder from) {
        try {
            for (UsageLine line : from.read(today())) {
                accounts.of(line.tenant()).restore(line);
            }
        } catch (RuntimeException e) {
            from.close();
            throw e;
        }
    }

    private long today() {
        return Math.floorDiv(time.millis(), DAY_MILLIS);
    }
}
