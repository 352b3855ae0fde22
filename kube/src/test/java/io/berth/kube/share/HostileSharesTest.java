package io.berth.kube.share;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.object.Pod;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Annotations as no agent writes them end in a word about the object, never in anything else. */
class HostileSharesTest {
    private static final int MUTATIONS = 500;
    private static final String CHARS = ",:;[]{}\"\\'0123456789-.eE \n\u0000é∞";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    hami | hami.io/node-nvidia-register | hami.io/vgpu-devices-allocated | GPU-a,NVIDIA,3000,30:;GPU-b,NVIDIA,1,0:;
                    volcano | volcano.sh/node-vgpu-register | volcano.sh/vgpu-ids-new | GPU-a,NVIDIA,3000,30:;GPU-b,NVIDIA,1,0:
                    """)
    void mutated_annotations(String project, String ofNode, String ofPod, String given) {
        String sound = project.equals("hami")
                ? Spoken.HAMI_NODE
                : "GPU-a,10,32768,V100,true,hami-core:GPU-b,10,32768,V100,false,hami-core:";
        List<String> notes = new ArrayList<>();
        Shares shares = new Shares();
        shares.follow(ShareConventions.named(project), notes::add);
        Random random = new Random(5);
        int unread = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            shares.keep(Spoken.node("n", Map.of(ofNode, mutated(sound, random))));
            assertThat(shares.of("n").devices()).hasSizeLessThanOrEqualTo(63);
            Map<String, String> asks = Map.of("nvidia.com/gpu", "1", "volcano.sh/vgpu-number", "1");
            Pod pod = Spoken.pod("p" + i, List.of(asks), Map.of(ofPod, mutated(given, random)))
                    .on("n");
            int before = notes.size();
            ClaimNeeds needs = shares.needs(pod);
            assertThat(shares.given(pod)).isGreaterThanOrEqualTo(0);
            assertThat(needs.shared()).isNotNull();
            unread += notes.size() - before;
            shares.needs(pod);
            assertThat(notes.size() - before).isLessThanOrEqualTo(1);
        }
        assertThat(unread).isGreaterThan(MUTATIONS / 10);
        assertThat(notes).allMatch(note -> note.length() < 400 && !note.contains("\n"));
    }

    /** What pods ask by annotations, and what objects of Koordinator say. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    kai | gpu-fraction | 0.25
                    kai | gpu-memory | 2000
                    koordinator | scheduling.koordinator.sh/device-allocated | {"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":50,"koordinator.sh/gpu-memory":"8Gi"}}]}
                    """)
    void mutated_words(String project, String annotation, String sound) {
        List<String> notes = new ArrayList<>();
        Shares shares = new Shares();
        shares.follow(ShareConventions.named(project), notes::add);
        shares.keep(Spoken.labelled("n", "4", Map.of("nvidia.com/gpu.memory", "16384")));
        Random random = new Random(6);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            Pod waits = Spoken.pod("p" + i, List.of(Map.of("cpu", "1")), Map.of(annotation, mutated(sound, random)));
            Pod pod = project.equals("kai") ? waits : waits.on("n");
            int before = notes.size();
            ClaimNeeds needs = shares.needs(pod);
            refused += notes.size() - before + (needs.waits().isEmpty() ? 0 : 1);
            assertThat(needs.waits()).doesNotContain("\n").hasSizeLessThan(300);
        }
        assertThat(refused).isBetween(MUTATIONS / 10, MUTATIONS);
        String device =
                "{\"type\":\"gpu\",\"minor\":0,\"health\":true,\"resources\":{\"koordinator.sh/gpu-memory\":\"16Gi\"}}";
        for (int i = 0; i < MUTATIONS && project.equals("koordinator"); i++) {
            try {
                shares.keep(List.of(Spoken.device("n", mutated(device, random))));
            } catch (InputException e) {
                // No JSON at all is what the list of them was refused for.
                continue;
            }
            assertThat(shares.of("n").devices()).hasSizeLessThanOrEqualTo(63);
        }
    }

    private static String mutated(String text, Random random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int changes = 1 + random.nextInt(3); changes > 0 && !mutated.isEmpty(); changes--) {
            int at = random.nextInt(mutated.length());
            switch (random.nextInt(3)) {
                case 0 -> mutated.deleteCharAt(at);
                case 1 -> mutated.insert(at, CHARS.charAt(random.nextInt(CHARS.length())));
                default -> mutated.setLength(at);
            }
        }
        return mutated.toString();
    }
}
