package io.berth.gateway.tenant;

import io.berth.gateway.setting.TenantSettings;
import io.berth.gateway.setting.TenantSpec;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who may ask, as the settings say at a moment. Nothing of it changes but accounts, which are others'. For any thread. */
public final class Tenants {
    private final List<Tenant> all = new ArrayList<>();
    /** By the first eight bytes of the hash of their key. */
    private final Map<Long, List<Holder>> holders = new HashMap<>();

    private final Accounts accounts;
    private final @Nullable Tenant anonymous;

    private record Holder(byte[] hash, Tenant tenant) {}

    Tenants(TenantSettings settings, Accounts accounts) {
        this.accounts = accounts;
        Tenant withoutKey = null;
        for (TenantSpec spec : settings.tenants()) {
            Account account = accounts.of(spec.name());
            account.allow(spec.allowance());
            Tenant tenant = new Tenant(spec, account, settings.prices());
            all.add(tenant);
            for (String key : spec.keys()) {
                byte[] hash = HexFormat.of().parseHex(key);
                holders.computeIfAbsent(beginning(hash), _ -> new ArrayList<>(1))
                        .add(new Holder(hash, tenant));
            }
            withoutKey = spec.name().equals(settings.anonymous()) ? tenant : withoutKey;
        }
        anonymous = withoutKey;
    }

    /** Whether there are any; where there are none, anybody may ask. */
    public boolean any() {
        return !all.isEmpty();
    }

    /** In the order of the settings. */
    public List<Tenant> all() {
        return List.copyOf(all);
    }

    /**
     * Whose request it is that came with {@code key}; null for nobody's. How long that takes depends on the hash of the key alone, of
     * which nobody learns the key.
     *
     * @param key null for none
     */
    public @Nullable Tenant of(@Nullable String key) {
        return key == null ? anonymous : holder(key);
    }

    /** Somebody was refused who has no key that is known, and needs one. */
    public void refusedStranger() {
        accounts.stranger();
    }

    private @Nullable Tenant holder(String key) {
        if (key.length() > ApiKeys.LONGEST) {
            return null;
        }
        byte[] hash = ApiKeys.hash(key);
        for (Holder holder : holders.getOrDefault(beginning(hash), List.of())) {
            if (MessageDigest.isEqual(holder.hash, hash)) {
                return holder.tenant;
            }
        }
        return null;
    }

    private static long beginning(byte[] hash) {
        return ByteBuffer.wrap(hash).getLong();
    }
}
