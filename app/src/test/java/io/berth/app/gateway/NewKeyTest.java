package io.berth.app.gateway;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.gateway.tenant.ApiKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewKeyTest {
    @Test
    void aKeyIsPrintedBesideItsHash() {
        List<String> lines = berth("gateway", "--new-key").done().out().lines().toList();

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).startsWith("key:  sk-berth-");
        String key = lines.getFirst().substring("key:  ".length());
        assertThat(lines.getLast()).isEqualTo("hash: " + ApiKeys.written(key));
    }
}
