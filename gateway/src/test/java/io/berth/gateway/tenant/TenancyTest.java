package io.berth.gateway.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.gateway.setting.Sharing;
import io.berth.gateway.setting.TenantSettings;
import io.berth.gateway.setting.TenantSettings.Price;
import io.berth.gateway.setting.TenantSpec;
import io.berth.gateway.setting.TenantSpec.Allowance;
import io.berth.gateway.tenant.Denial.Reason;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenancyTest {
    private static final long BILLION = 1_000_000_000;
    private static final Allowance BUDGET = new Allowance(0, 0, 3, 0, BILLION, 2 * BILLION);

    private final ManualTime time = ManualTime.at("2026-11-28T23:00:00Z");
    private final List<String> notes = new ArrayList<>();

    @TempDir
    private Path folder;

    private static TenantSpec tenant(String name, Allowance allowance, String... keys) {
        List<String> hashes = List.of(keys).stream()
                .map(key -> ApiKeys.written(key).substring("sha256:".length()))
                .toList();
        return new TenantSpec(name, hashes, 0, 1, List.of(), List.of(), allowance);
    }

    private TenantSettings settings(TenantSpec... tenants) {
        return new TenantSettings(
                List.of(tenants),
                null,
                Map.of("m", new Price(BILLION / 1000, 0), TenantSettings.OTHERS, new Price(BILLION / 100, 0)),
                "EUR",
                folder.resolve("usage"),
                Sharing.NONE);
    }

    private Tenancy open(TenantSpec... tenants) {
        return new Tenancy(settings(tenants), time, notes::add);
    }

    private static Grant admit(Tenancy tenancy, String key, String model, long tokens) {
        return tenancy.current().of(key).admit(new Ask(model, tokens, 0, 0, true));
    }

    @Test
    void keysSayWhoItIs() {
        try (Tenancy tenancy = open(tenant("a", Allowance.ALL, "k1", "k2"), tenant("b", Allowance.ALL, "k3"))) {
            Tenants now = tenancy.current();
            assertThat(now.of("k1").name()).isEqualTo("a");
            assertThat(now.of("k2").name()).isEqualTo("a");
            assertThat(now.of("k3").name()).isEqualTo("b");
            assertThat(now.of("k4")).isNull();
            assertThat(now.of("")).isNull();
            assertThat(now.of(null)).isNull();
            assertThat(now.of("k".repeat(100_000))).isNull();
        }
    }

    @Test
    void newKeysAreLongAndNoTwoAreAlike() {
        String key = ApiKeys.draw();
        assertThat(key).matches("sk-berth-[A-Za-z0-9_-]{43}").isNotEqualTo(ApiKeys.draw());
        // That of FIPS 180-2, appendix B.1.
        assertThat(ApiKeys.written("abc"))
                .isEqualTo("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void whatWasTakenHoldsOverARestartAndACrash() throws IOException {
        try (Tenancy tenancy = open(tenant("a", BUDGET, "k"))) {
            admit(tenancy, "k", "m", 300).took(300, 7);
            admit(tenancy, "k", "n \"1\"", 60).took(50, 0);
            // A crash would leave what is there after this.
            tenancy.keep();
            assertThat(Files.readString(folder.resolve("usage/2026-11-28.jsonl")))
                    .isEqualTo("""
                    {"day":"2026-11-28","tenant":"a","model":"m","requests":1,"input_tokens":300,"output_tokens":7,"refused":0,"cost":0.300000000,"currency":"EUR"}
                    {"day":"2026-11-28","tenant":"a","model":"n \\"1\\"","requests":1,"input_tokens":50,"output_tokens":0,"refused":0,"cost":0.500000000,"currency":"EUR"}
                    """);
            assertThat(admit(tenancy, "k", "m", 201).denial().reason()).isEqualTo(Reason.BUDGET_PER_DAY);
        }
        try (Tenancy tenancy = open(tenant("a", BUDGET, "k"))) {
            assertThat(admit(tenancy, "k", "m", 201).denial().reason()).isEqualTo(Reason.BUDGET_PER_DAY);
            admit(tenancy, "k", "m", 200).took(200, 0);
            assertThat(admit(tenancy, "k", "m", 0).denial().reason()).isEqualTo(Reason.REQUESTS_PER_DAY);
        }
        time.seconds(2 * 3600);
        try (Tenancy tenancy = open(tenant("a", BUDGET, "k"))) {
            admit(tenancy, "k", "m", 1000).took(1000, 0);
            assertThat(admit(tenancy, "k", "m", 1).denial().reason()).isEqualTo(Reason.BUDGET_PER_DAY);
            time.seconds(24 * 3600);
            assertThat(admit(tenancy, "k", "m", 1).denial().reason()).isEqualTo(Reason.BUDGET_PER_MONTH);
        }
        assertThat(files()).containsExactly("2026-11-28.jsonl", "2026-11-29.jsonl", "2026-11-30.jsonl", "usage.lock");
        assertThat(Files.readString(folder.resolve("usage/2026-11-28.jsonl")))
                .contains("\"requests\":2", "\"refused\":3");
        assertThat(notes).isEmpty();
    }

    @Test
    void theDayThatEndsWhileItRunsIsKeptWhole() throws IOException {
        try (Tenancy tenancy = open(tenant("a", Allowance.ALL, "k"))) {
            admit(tenancy, "k", "m", 1).took(1, 0);
            tenancy.keep();
            admit(tenancy, "k", "m", 1).took(2, 0);
            time.seconds(3600);
            admit(tenancy, "k", "m", 1).took(4, 0);
            tenancy.keep();
            assertThat(Files.readString(folder.resolve("usage/2026-11-28.jsonl")))
                    .contains("\"input_tokens\":3");
            assertThat(Files.readString(folder.resolve("usage/2026-11-29.jsonl")))
                    .contains("\"input_tokens\":4");
        }
    }

    @Test
    void otherSettingsFindTheSameAccounts() {
        try (Tenancy tenancy = open(tenant("a", BUDGET, "k"), tenant("b", BUDGET, "l"))) {
            int number = tenancy.current().of("l").number();
            admit(tenancy, "l", "m", 900).took(900, 0);
            Grant underWay = admit(tenancy, "l", "m", 100);
            tenancy.change(settings(tenant("b", BUDGET, "new")));

            assertThat(tenancy.current().of("l")).isNull();
            assertThat(tenancy.current().of("k")).isNull();
            assertThat(tenancy.current().of("new").number()).isEqualTo(number);
            assertThat(admit(tenancy, "new", "m", 1).denial().reason()).isEqualTo(Reason.BUDGET_PER_DAY);
            underWay.took(50, 0);
            assertThat(admit(tenancy, "new", "m", 50).denial()).isNull();
        }
    }

    @Test
    void oneProcessHasTheFolder() {
        TenantSettings settings = settings(tenant("a", BUDGET, "k"));
        try (Tenancy first = new Tenancy(settings, time, notes::add)) {
            assertThat(first.current().any()).isTrue();
            assertThatThrownBy(() -> new Tenancy(settings, time, notes::add))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("another gateway has this folder");
        }
    }

    @Test
    void aFileThatIsNoneIsSaidAndLeavesTheFolderToOthers() throws IOException {
        Path file = Files.createDirectories(folder.resolve("usage")).resolve("2026-11-02.jsonl");
        Files.writeString(file, "{\"tenant\":\"a\"}\n");
        assertThatThrownBy(() -> open(tenant("a", BUDGET, "k")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2026-11-02.jsonl:1");
        Files.delete(file);
        open(tenant("a", BUDGET, "k")).close();
    }

    @Test
    void whereNothingCanBeWrittenThatIsSaidOnceAndMadeUpFor() throws IOException {
        try (Tenancy tenancy = open(tenant("a", BUDGET, "k"))) {
            Path inTheWay = Files.createDirectory(folder.resolve("usage/unfinished"));
            admit(tenancy, "k", "m", 1).took(1, 0);
            time.seconds(3600);
            tenancy.keep();
            tenancy.keep();
            assertThat(notes).singleElement().asString().startsWith("what tenants took cannot be kept");
            Files.delete(inTheWay);
            tenancy.keep();
            assertThat(Files.readString(folder.resolve("usage/2026-11-28.jsonl")))
                    .contains("\"requests\":1");
        }
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder.resolve("usage"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
