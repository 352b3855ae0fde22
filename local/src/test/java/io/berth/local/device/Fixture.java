package io.berth.local.device;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Outputs of tools, from the folder of this package in the resources. */
public final class Fixture {
    private Fixture() {}

    public static String text(String name) {
        try (InputStream stream = Fixture.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalArgumentException("no fixture " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
