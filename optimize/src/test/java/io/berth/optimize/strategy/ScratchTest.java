package io.berth.optimize.strategy;
import io.berth.core.policy.window.*;
import org.junit.jupiter.api.Test;
class ScratchTest {
    @Test void overshoot() {
        for (String method : new String[]{"dual","ilp"}) {
            for (long budget : new long[]{2000,5000,10000,20000,50000,100000,200000}) {
                double worst=0; long over=0; long nanos=0; long proved=0, work=0; double gap=0;
                for (long seed=1; seed<=300; seed++) {
                    WindowQuestion q = RandomWindows.random(seed, method, budget);
                    long t=System.nanoTime();
                    WindowAnswer a = new WindowSolver().plan(q);
                    nanos+=System.nanoTime()-t;
                    worst=Math.max(worst,(double)a.work()/budget); over+=a.work()>budget?1:0; proved+=a.gapPpm()==0?1:0; work+=a.work(); gap+=a.gapPpm()/1e6;
                }
                System.out.printf("RES %s %d worst %.3f over %d us %d proved %d work %d gap %.5f%n",method,budget,worst,over,nanos/300000,proved,work/300,gap/300);
            }
        }
    }
}
