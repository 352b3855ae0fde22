package io.berth.gateway.tenant;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** All accounts that there were since this process began, by name. For any thread. */
public final class Accounts {
    private final Time time;
    private final TreeMap<String, Account> byName = new TreeMap<>();
    private final List<Account> byNumber = new ArrayList<>();
    private final LongAdder strangers = new LongAdder();
    private int gateways = 1;

    Accounts(Time time) {
        this.time = time;
    }

    /** That of {@code name}, which begins now where there was none. */
    synchronized Account of(String name) {
        return byName.computeIfAbsent(name, _ -> {
            Account account = new Account(name, byName.size(), time);
            account.alone(gateways);
            byNumber.add(account);
            return account;
        });
    }

    /** That of {@code name}; null where there is none. */
    synchronized @Nullable Account find(String name) {
        return byName.get(name);
    }

    /** See {@link Account#alone}; of those to come, too. */
    synchronized void alone(int parts) {
        gateways = parts;
        byName.values().forEach(account -> account.alone(parts));
    }

    /** The name of the account with {@code number}; empty for none. */
    public synchronized String name(int number) {
        return number < byNumber.size() ? byNumber.get(number).name() : "";
    }

    /** By name. */
    public synchronized List<Account> all() {
        return List.copyOf(byName.values());
    }

    /** Somebody came with a key that is not known, or with none where one is needed. */
    void stranger() {
        strangers.increment();
    }

    /** How often that was. */
    public long strangers() {
        return strangers.sum();
    }
}
