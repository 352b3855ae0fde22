package io.berth.core.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The model that ships with Berth: a rule of eight weights, tuned on a published log; its lineage tells which. */
public final class ShippedModel {
    private static final String NAME = "shipped.model";

    private ShippedModel() {}

    /** Its text. */
    public static String text() {
        try (InputStream in = ShippedModel.class.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new IllegalStateException("The program lacks its model (" + NAME + ").");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
