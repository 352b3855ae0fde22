package io.berth.gateway.setting;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page for those who look after a gateway, on paths of its own below {@code /berth/}.
 *
 * @param keys hashes of the keys of those who may look, in hexadecimal digits; empty for who is on this machine
 * @param hour how many requests of the last hour are kept for comparisons; 0 for none
 */
public record ConsolePage(List<String> keys, int hour) {
    public ConsolePage {
        keys = List.copyOf(keys);
    }

    /**
     * Null where there is none.
     *
     * @throws InputException where anybody from elsewhere could look
     */
    static @Nullable ConsolePage read(Fields file) {
        if (!file.has("console")) {
            return null;
        }
        Fields console = file.section("console");
        List<Tree> keys = console.has("keys") ? console.items("keys") : List.of();
        String host = file.text("host");
        if (keys.isEmpty() && !ofThisMachine(host)) {
            throw InputException.at(
                    file.value("console"),
                    "needs keys where clients of other machines can connect (host: " + host
                            + "), as requests of all are seen there: hashes that berth gateway --new-key prints");
        }
        return new ConsolePage(keys.stream().map(TenantSettings::hash).toList(), console.integer("hour"));
    }

    private static boolean ofThisMachine(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
