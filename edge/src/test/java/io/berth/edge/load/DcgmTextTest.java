package io.berth.edge.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DcgmTextTest {
    private static final String TEXT = """
            # HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).
            # TYPE DCGM_FI_DEV_GPU_UTIL gauge
            DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",device="nvidia0",Hostname="n1"} 97
            DCGM_FI_DEV_GPU_UTIL{gpu="1",UUID="GPU-b",device="nvidia1",Hostname="n1"} 30
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="0",UUID="GPU-a",Hostname="n1",pod="p"} 0.412345
            DCGM_FI_PROF_DRAM_ACTIVE{gpu="0",UUID="GPU-a",Hostname="n1",pod="p"} 0.25 1700000000000
            DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",Hostname="n1",pod="p"} 1024
            DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a",Hostname="n1",pod="q"} 1024
            DCGM_FI_DEV_FB_FREE{gpu="0",UUID="GPU-a",Hostname="n1"} 3072
            DCGM_FI_DEV_FB_USED{gpu="2",UUID="GPU-c",Hostname="n1",GPU_I_PROFILE="1g.10gb",GPU_I_ID="7"} 10
            DCGM_FI_DEV_FB_USED{gpu="2",UUID="GPU-c",Hostname="n1",GPU_I_PROFILE="1g.10gb",GPU_I_ID="8"} 20
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="2",UUID="GPU-c",Hostname="n1",GPU_I_ID="7"} 0.1
            DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="2",UUID="GPU-c",Hostname="n1",GPU_I_ID="8"} 0.9
            """;

    @Test
    void readsEachGpuOnce() {
        long mib = 1L << 20;
        GpuLoad.Gpu first = new GpuLoad.Gpu("n1", 0, "GPU-a");
        assertEquals(
                List.of(
                        new GpuLoad(first, 412, 250, 1024 * mib, 3072 * mib),
                        new GpuLoad(new GpuLoad.Gpu("n1", 1, "GPU-b"), 300, -1, -1, -1),
                        new GpuLoad(new GpuLoad.Gpu("n1", 2, "GPU-c"), 900, -1, 30 * mib, -1)),
                DcgmText.read(TEXT));
        assertTrue(first.is("0") && first.is("GPU-a") && !first.is("1"));
    }

    @Test
    void passesOverWhatMakesNoSense() {
        String text = """
                DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu="0",UUID="GPU-a"} NaN
                DCGM_FI_PROF_DRAM_ACTIVE{gpu="0",UUID="GPU-a"} -1
                DCGM_FI_DEV_FB_USED{gpu="0",UUID="GPU-a"} 1e300
                DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a" 5
                DCGM_FI_DEV_GPU_UTIL{gpu="x"} 5
                DCGM_FI_DEV_GPU_UTIL
                DCGM_FI_DEV_GPU_UTIL{gpu="0",UUID="GPU-a",} 100.4
                """;
        assertEquals(List.of(new GpuLoad(new GpuLoad.Gpu("", 0, "GPU-a"), 1000, -1, -1, -1)), DcgmText.read(text));
    }

    @Test
    void survivesWhateverIsWritten() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder(TEXT);
            for (int change = random.nextInt(1, 20); change > 0; change--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(128));
                    case 1 -> text.deleteCharAt(at);
                    default -> text.insert(at, "{}\"\\,= 9e\n".charAt(random.nextInt(10)));
                }
            }
            for (GpuLoad load : DcgmText.read(text.toString())) {
                assertTrue(load.engineMilli() <= 1000 && load.dramMilli() <= 1000, load::toString);
            }
        }
    }
}
