package io.berth.gateway.setting;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask the gateway, and for what.
 *
 * @param tenants empty where anybody may, unasked
 * @param anonymous the name of the tenant that requests without a key are of; null where they need one
 * @param prices by the name of the model, {@link #OTHERS} for all that have none of their own
 * @param currency of prices
 * @param usage the folder that keeps what tenants took; null for none
 * @param sharing what other gateways of the same deployment have a part of
 */
public record TenantSettings(
        List<TenantSpec> tenants,
        @Nullable String anonymous,
        Map<String, Price> prices,
        String currency,
        @Nullable Path usage,
        Sharing sharing) {
    /** In place of the name of a model, for prices. */
    public static final String OTHERS = "*";

    /** Anybody may ask for anything. */
    public static final TenantSettings NONE = new TenantSettings(List.of(), null, Map.of(), "", null, Sharing.NONE);

    private static final Pattern HASH = Pattern.compile("(sha256:)?[0-9a-fA-F]{64}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    /** Prices are for so many tokens. */
    private static final long MILLION = 1_000_000;

    private static final long BILLION = 1_000_000_000;

    public TenantSettings {
        tenants = List.copyOf(tenants);
        prices = Map.copyOf(prices);
    }

    /** What a token costs, in billionths of the currency. */
    public record Price(long input, long output) {
        /** Nothing. */
        public static final Price FREE = new Price(0, 0);
    }

    /**
     * Reads what the file says of tenants.
     *
     * @param regions of the servers
     * @param folder that the file is in
     */
    static TenantSettings read(Fields file, Collection<String> regions, Path folder) {
        Sharing sharing = Sharing.read(file, folder);
        if (!file.has("tenants")) {
            return new TenantSettings(List.of(), null, Map.of(), "", null, sharing);
        }
        List<TenantSpec> tenants = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        TreeSet<String> keys = new TreeSet<>();
        for (Tree item : file.items("tenants")) {
            Fields read = TenantSchema.TENANT.read(item);
            TenantSpec tenant = tenant(read, keys);
            if (!names.add(tenant.name())) {
                throw InputException.at(item, "there are two tenants \"" + tenant.name() + "\"; give one another name");
            }
            for (Tree region : read.has("regions") ? read.items("regions") : List.<Tree>of()) {
                checkRegion(region, regions);
            }
            if (tenant.allowance().lasts() && !file.has("usage")) {
                throw InputException.at(
                        item,
                        "is limited by day or month, which needs usage: a folder that keeps what was taken, such as"
                                + " usage: usage");
            }
            tenants.add(tenant);
        }
        if (tenants.isEmpty()) {
            throw InputException.at(
                    file.value("tenants"), "must name at least one tenant; without the key anybody may ask");
        }
        return new TenantSettings(
                tenants,
                anonymous(file, names),
                prices(file),
                file.text("currency"),
                file.has("usage") ? file.path("usage", folder) : null,
                sharing);
    }

    private static TenantSpec tenant(Fields read, TreeSet<String> known) {
        String name = read.text("name");
        if (!NAME.matcher(name).matches()) {
            throw InputException.at(
                    read.value("name"), "must be of letters, digits, \".\", \"_\" and \"-\", 64 at most");
        }
        List<String> keys = new ArrayList<>();
        for (Tree key : read.has("keys") ? read.items("keys") : List.<Tree>of()) {
            String hash = hash(key);
            if (!known.add(hash)) {
                throw InputException.at(key, "is the hash of a key that another entry has");
            }
            keys.add(hash);
        }
        return new TenantSpec(
                name,
                keys,
                read.integer("priority"),
                read.integer("weight"),
                texts(read, "models"),
                texts(read, "regions"),
                allowance(read));
    }

    /** What is no hash may be a key, so that no message shows it. */
    static String hash(Tree written) {
        String text = written.text();
        if (!HASH.matcher(text).matches()) {
            throw InputException.at(
                    written,
                    "is no hash of a key: sha256: and 64 hexadecimal digits, as berth gateway --new-key prints; the key"
                            + " itself must not stand here");
        }
        return text.substring(text.indexOf(':') + 1).toLowerCase(Locale.ROOT);
    }

    private static TenantSpec.Allowance allowance(Fields read) {
        Fields minute = read.section("per_minute");
        Fields day = read.section("per_day");
        Fields month = read.section("per_month");
        return new TenantSpec.Allowance(
                whole(minute, "requests"),
                whole(minute, "tokens"),
                whole(day, "requests"),
                whole(day, "tokens"),
                cost(day),
                cost(month));
    }

    private static long whole(Fields read, String key) {
        return read.has(key) ? read.whole(key) : 0;
    }

    private static long cost(Fields read) {
        return read.has("cost") ? Math.max(1, Math.round(read.number("cost") * BILLION)) : 0;
    }

    private static void checkRegion(Tree region, Collection<String> known) {
        if (!known.contains(region.text())) {
            throw InputException.at(
                    region,
                    known.isEmpty()
                            ? "no server says its region; give servers region: " + region.text()
                            : InputException.unknown("region of servers", region.text(), known));
        }
    }

    private static @Nullable String anonymous(Fields file, TreeSet<String> names) {
        if (!file.has("anonymous")) {
            return null;
        }
        String name = file.text("anonymous");
        if (!names.contains(name)) {
            throw InputException.at(file.value("anonymous"), InputException.unknown("tenant", name, names));
        }
        return name;
    }

    private static Map<String, Price> prices(Fields file) {
        Map<String, Price> prices = new LinkedHashMap<>();
        if (file.has("prices")) {
            for (Tree.Entry entry : file.value("prices").entries()) {
                Fields price = TenantSchema.PRICE.read(entry.value());
                prices.put(entry.key(), new Price(perToken(price, "input"), perToken(price, "output")));
            }
        }
        return prices;
    }

    private static long perToken(Fields price, String key) {
        return Math.round(price.number(key) * (BILLION / MILLION));
    }

    private static List<String> texts(Fields read, String key) {
        return read.has(key) ? read.items(key).stream().map(Tree::text).toList() : List.of();
    }
}
