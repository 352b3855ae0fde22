package io.berth.gateway.tenant;

import io.berth.gateway.peer.Subject;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What several gateways with the same tenants tell one another of them: what each let in, which the others count as their own. So together
 * they let in what one may; what several let in before they heard of one another is owed afterwards. One that is silent counts for nothing
 * more; where none can be heard, each has its part of every minute. For any thread.
 */
public final class Shares implements Subject {
    private final Accounts accounts;
    private final long life;

    /** @param life of this process; another after each start */
    public Shares(Accounts accounts, long life) {
        this.accounts = accounts;
        this.life = life;
    }

    @Override
    public Map<String, Object> told() {
        List<Map<String, Object>> tenants = new ArrayList<>();
        for (Account account : accounts.all()) {
            tenants.add(document(account.name(), account.share(life)));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("tenants", tenants);
        return document;
    }

    @Override
    public void heard(String gateway, long theirs, Tree document) {
        for (Tree tenant : document.require("tenants").items()) {
            Account account = accounts.find(tenant.require("name").text());
            if (account != null) {
                account.heard(gateway, share(theirs, tenant));
            }
        }
    }

    @Override
    public void alone(int gateways) {
        accounts.alone(gateways);
    }

    private static Map<String, Object> document(String name, Share share) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("requests", share.minute().requests());
        document.put("tokens", share.minute().tokens());
        document.put("requests_left", share.minute().requestsLeft());
        document.put("tokens_left", share.minute().tokensLeft());
        document.put("day", share.day());
        document.put("day_requests", share.dayRequests());
        document.put("day_tokens", share.dayTokens());
        document.put("day_cost", share.dayCost());
        document.put("month_cost", share.monthCost());
        return document;
    }

    private static Share share(long life, Tree tenant) {
        Share.Minute minute = new Share.Minute(
                tenant.require("requests").whole(),
                tenant.require("tokens").whole(),
                tenant.require("requests_left").whole(),
                tenant.require("tokens_left").whole());
        return new Share(
                life,
                minute,
                tenant.require("day").whole(),
                tenant.require("day_requests").whole(),
                tenant.require("day_tokens").whole(),
                tenant.require("day_cost").whole(),
                tenant.require("month_cost").whole());
    }
}
