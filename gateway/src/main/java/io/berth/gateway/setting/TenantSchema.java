package io.berth.gateway.setting;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;

/** The keys that say who may ask a gateway. */
final class TenantSchema {
    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final long MOST = 1_000_000_000_000L;
    private static final double DEAREST = 1_000_000;
    private static final Key COST = Key.of(
                    "cost", Shape.positive(DEAREST), "What it may cost by prices, in the currency; absent: any.")
            .example("20");

    private static final Section PER_MINUTE = Section.of(
            "per minute",
            "What it may take in a minute; what is left comes back bit by bit, not at the full minute.",
            requests(),
            tokens());

    private static final Section PER_DAY =
            Section.of("per day", "What it may take in a day of UTC.", requests(), tokens(), COST);

    private static final Section PER_MONTH = Section.of("per month", "What it may take in a month of UTC.", COST);

    static final Section TENANT = Section.of(
            "tenant",
            "Somebody who may ask.",
            Key.of("name", TEXT, "What figures call it.").mandatory().example("search"),
            Key.of("keys", new Items(TEXT), "Hashes of the keys it asks with, as berth gateway --new-key prints them.")
                    .example("[\"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"]"),
            Key.of("priority", Shape.whole(-1000, 1000), "Of its requests; larger is more urgent.")
                    .fallback("0"),
            Key.of("weight", Shape.whole(1, 1_000_000), "Its share, against those of others, where tenants take turns.")
                    .fallback("1"),
            Key.of("models", new Items(TEXT), "The models that it may ask for; absent: all.")
                    .example("[llama-3-8b]"),
            Key.of("regions", new Items(TEXT), "The regions of servers that its requests may go to; absent: all.")
                    .example("[eu]"),
            Key.of("per_minute", new Nested(PER_MINUTE), "What it may take in a minute.")
                    .fallback("{}"),
            Key.of("per_day", new Nested(PER_DAY), "What it may take in a day.").fallback("{}"),
            Key.of("per_month", new Nested(PER_MONTH), "What it may take in a month.")
                    .fallback("{}"));

    static final Section PRICE = Section.of(
            "price",
            "What a million tokens of a model cost.",
            Key.of("input", Shape.number(0, DEAREST), "Of the prompt.").fallback("0"),
            Key.of("output", Shape.number(0, DEAREST), "Of the answer.").fallback("0"));

    static final Key TENANTS = Key.of(
                    "tenants", new Items(new Nested(TENANT)), "Who may ask; absent: anybody, without a key.")
            .example("[{name: search}]");

    static final Key ANONYMOUS = Key.of(
                    "anonymous", TEXT, "The tenant that requests without a key are of; absent: they need one.")
            .example("guests")
            .with("tenants");

    static final Key PRICES = Key.of(
                    "prices",
                    new Shape.Each(new Nested(PRICE)),
                    "What a million tokens cost, by model; \"*\" is for those without a price of their own. What has none is"
                            + " free.")
            .example("{llama-3-8b: {input: 0.2, output: 0.6}}")
            .with("tenants");

    static final Key CURRENCY = Key.of("currency", TEXT, "Of prices.").fallback("USD");

    static final Key USAGE = Key.of(
                    "usage",
                    Shape.of(ValueType.FOLDER),
                    "A folder that keeps what each tenant took, a file a day, relative to this file; absent: it is forgotten"
                            + " when the gateway stops.")
            .example("usage")
            .with("tenants");

    static final Key REGION = Key.of("region", TEXT, "Where it is, for tenants that are confined to some regions.")
            .example("eu");

    private TenantSchema() {}

    private static Key requests() {
        return Key.of("requests", Shape.whole(1, MOST), "Requests; absent: any.")
                .example("600");
    }

    private static Key tokens() {
        return Key.of("tokens", Shape.whole(1, MOST), "Tokens of prompts and answers; absent: any.")
                .example("200000");
    }
}
