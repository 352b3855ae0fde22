package io.berth.kube.share;

import io.berth.kube.api.ApiClient;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Objects that say the devices of nodes where nodes do not: listed at once and then every few seconds, in JSON, which is all that the
 * server has of such kinds.
 */
public final class ListedDevices implements AutoCloseable {
    private static final long EVERY_SECONDS = 10;
    private static final int MOST_VALUES = 10_000_000;
    private static final int MOST_CHARACTERS = 256 << 20;

    private final ApiClient client;
    private final String path;
    private final Consumer<List<Tree>> heard;
    private final Consumer<String> notes;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-kube-shared-devices").daemon().factory());
    private String told = "";

    private ListedDevices(ApiClient client, String path, Consumer<List<Tree>> heard, Consumer<String> notes) {
        this.client = client;
        this.path = path;
        this.heard = heard;
        this.notes = notes;
    }

    /**
     * Lists them once, and goes on with that.
     *
     * @param heard gets all of them each time
     * @param notes hear what goes wrong, once
     */
    public static ListedDevices start(
            ApiClient client, String path, Consumer<List<Tree>> heard, Consumer<String> notes) {
        ListedDevices listed = new ListedDevices(client, path, heard, notes);
        listed.look();
        listed.looks.scheduleWithFixedDelay(listed::look, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
        return listed;
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    private void look() {
        try (InputStream body = client.stream(path, "application/json")) {
            String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            Tree list = JsonReader.read(Source.text(path, text), MOST_VALUES, MOST_CHARACTERS);
            heard.accept(list.require("items").items());
            told = "";
        } catch (IOException e) {
            tell(ApiClient.why(e));
        } catch (InputException e) {
            tell(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(String why) {
        if (!why.equals(told)) {
            told = why;
            notes.accept("cannot list " + path + ", which says the devices of nodes: " + why);
        }
    }
}
