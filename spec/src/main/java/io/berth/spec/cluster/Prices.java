package io.berth.spec.cluster;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.Rate;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Money;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.Collection;

/** What devices cost an hour and draw: by model for a whole cluster, or for the devices of a group of nodes. */
public final class Prices {
    /** The key of prices by model. */
    public static final String PRICES = "prices";

    /** The key of what one device costs; that of watts by model and of one device is {@link #WATTS}. */
    public static final String PRICE = "price";

    public static final String WATTS = "watts";

    private static final Shape MOST_WATTS = Shape.whole(0, 100_000);
    private static final Shape MONEY = Shape.of(ValueType.MONEY);

    /** Of all devices of a section. */
    public static final Key PRICE_KEY = Key.of(
                    PRICE, MONEY, "What each of its devices costs an hour; absent: as the cluster's prices say.")
            .example("4.5/h");

    public static final Key WATTS_KEY = Key.of(
                    WATTS,
                    MOST_WATTS,
                    "What each of its devices draws while a job has it; absent: as the cluster's watts say.")
            .example("700");

    /** Of the devices of each model. */
    public static final Key PRICES_KEY = Key.of(
                    PRICES,
                    new Shape.Each(MONEY),
                    "What devices cost an hour, by model; of whatever currency. Reports then say what the jobs cost.")
            .fallback("{}")
            .example("{H100: 4.5/h, T4: 0.35/h}");

    public static final Key ALL_WATTS_KEY = Key.of(
                    WATTS, new Shape.Each(MOST_WATTS), "What devices draw while a job has them, by model, in watts.")
            .fallback("{}")
            .example("{H100: 700, T4: 70}");

    private Prices() {}

    /** {@code set} at what {@code fields} say; what they do not say stays. */
    public static DeviceSet of(DeviceSet set, Fields fields) {
        long micros = fields.has(PRICE)
                ? Money.parseMicros(fields.text(PRICE))
                : set.rate().micros();
        int watts = fields.has(WATTS) ? fields.integer(WATTS) : set.rate().watts();
        return set.withRate(new Rate(micros, watts));
    }

    /** {@code set} at what {@code cluster} says of its model, where nothing is said of the set itself. */
    public static DeviceSet ofModel(DeviceSet set, Fields cluster) {
        long micros = set.rate().micros();
        for (Tree.Entry entry : cluster.value(PRICES).entries()) {
            boolean here = micros == 0 && entry.key().equals(set.model());
            micros = here ? Money.parseMicros(entry.value().text()) : micros;
        }
        int watts = set.rate().watts();
        for (Tree.Entry entry : cluster.value(WATTS).entries()) {
            watts = watts == 0 && entry.key().equals(set.model())
                    ? (int) entry.value().whole()
                    : watts;
        }
        return set.withRate(new Rate(micros, watts));
    }

    /**
     * Refuses names of models in the map {@code tree} that none of {@code models} is.
     *
     * @throws InputException with the nearest name
     */
    public static void checkModels(Tree tree, Collection<String> models) {
        for (Tree.Entry entry : tree.entries()) {
            if (!models.contains(entry.key())) {
                throw InputException.about(
                        entry.position(),
                        tree.path(),
                        entry.key(),
                        InputException.unknown("model", entry.key(), models));
            }
        }
    }
}
