package io.berth.gateway.system;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.gateway.tenant.Account;
import io.berth.gateway.tenant.Accounts;
import io.berth.gateway.tenant.Denial;
import java.util.List;

/** What tenants take. */
final class TenantFigures implements MetricSource {
    private static final String TENANT = "tenant";
    private static final Metric REQUESTS = Metric.counter(
            "berth_gateway_tenant_requests_total", "requests", "Requests of a tenant that a server answered.", TENANT);
    private static final Metric UNDER_WAY = Metric.gauge(
            "berth_gateway_tenant_requests", "requests", "Requests of a tenant that are not answered yet.", TENANT);
    private static final Metric REFUSED = Metric.counter(
            "berth_gateway_tenant_refused_total",
            "requests",
            "Requests that a tenant may not send, or had no more quota or budget for.",
            TENANT,
            "reason");
    private static final Metric INPUT = Metric.counter(
            "berth_gateway_tenant_input_tokens_total", "tokens", "Tokens of the prompts of a tenant.", TENANT);
    private static final Metric OUTPUT = Metric.counter(
            "berth_gateway_tenant_output_tokens_total", "tokens", "Tokens of the answers to a tenant.", TENANT);
    private static final Metric COST = Metric.counter(
            "berth_gateway_tenant_cost_total", "currency of prices", "What requests of a tenant cost.", TENANT);
    private static final Metric DAY_COST = Metric.gauge(
            "berth_gateway_tenant_day_cost",
            "currency of prices",
            "What requests of a tenant cost on this day of UTC, those before a restart with them.",
            TENANT);
    private static final Metric MONTH_COST = Metric.gauge(
            "berth_gateway_tenant_month_cost",
            "currency of prices",
            "What requests of a tenant cost in this month of UTC, those before a restart with them.",
            TENANT);
    private static final Metric STRANGERS = Metric.counter(
            "berth_gateway_strangers_total", "requests", "Requests with a key that is not known, or with none.");

    private static final double BILLION = 1e9;

    private final Accounts accounts;

    TenantFigures(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(REQUESTS, UNDER_WAY, REFUSED, INPUT, OUTPUT, COST, DAY_COST, MONTH_COST, STRANGERS);
    }

    @Override
    public void write(MetricText text) {
        for (Account account : accounts.all()) {
            String name = account.name();
            Account.Figures figures = account.figures();
            text.put(REQUESTS, (double) figures.total().requests(), name);
            text.put(UNDER_WAY, (double) figures.underWay(), name);
            text.put(INPUT, (double) figures.total().inputTokens(), name);
            text.put(OUTPUT, (double) figures.total().outputTokens(), name);
            text.put(COST, figures.total().cost() / BILLION, name);
            text.put(DAY_COST, figures.dayCost() / BILLION, name);
            text.put(MONTH_COST, figures.monthCost() / BILLION, name);
            for (Denial.Reason reason : Denial.Reason.values()) {
                double refused = (double) figures.refused().get(reason.ordinal());
                text.put(REFUSED, refused, name, reason.label());
            }
        }
        text.put(STRANGERS, (double) accounts.strangers());
    }
}
