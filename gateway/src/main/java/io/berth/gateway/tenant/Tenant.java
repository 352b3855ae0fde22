package io.berth.gateway.tenant;

import io.berth.gateway.setting.TenantSettings;
import io.berth.gateway.setting.TenantSettings.Price;
import io.berth.gateway.setting.TenantSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Somebody who may ask, as the settings say now. For any thread. */
public final class Tenant {
    private final TenantSpec spec;
    private final Account account;
    private final Map<String, Price> prices;
    private final Price otherPrice;
    private final Set<String> models;

    Tenant(TenantSpec spec, Account account, Map<String, Price> prices) {
        this.spec = spec;
        this.account = account;
        this.prices = prices;
        otherPrice = prices.getOrDefault(TenantSettings.OTHERS, Price.FREE);
        models = new HashSet<>(spec.models());
    }

    /** What figures call it. */
    public String name() {
        return spec.name();
    }

    /** By which the desk knows it. */
    public int number() {
        return account.number();
    }

    /** Of its requests; larger is more urgent. */
    public int priority() {
        return spec.priority();
    }

    /** Its share, against those of others, where tenants take turns. */
    public int weight() {
        return spec.weight();
    }

    /** Whose servers its requests may go to; empty for all. */
    public List<String> regions() {
        return spec.regions();
    }

    /** Whether it may ask for some models alone. */
    public boolean limitedToModels() {
        return !models.isEmpty();
    }

    /** Whether it may ask for {@code model}; empty for none that is named. */
    public boolean mayAsk(String model) {
        return models.isEmpty() || models.contains(model);
    }

    /** Takes what a request is expected to need, or says why not. */
    public Grant admit(Ask ask) {
        return account.admit(ask, prices.getOrDefault(ask.model(), otherPrice));
    }

    /** Counts a request that may not ask for its model. */
    public Grant noModel(Ask ask) {
        return account.noModel(ask);
    }

    /** What it may still take. */
    public Standing standing() {
        return account.standing();
    }
}
