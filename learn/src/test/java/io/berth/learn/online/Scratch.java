package io.berth.learn.online;
import java.util.*;
import io.berth.sim.workload.ListedWorkload;
import io.berth.core.engine.*;
final class Scratch {
  public static void main(String[] a) {
    for (int seed = 1; seed <= Integer.parseInt(a[0]); seed++) {
      ListedWorkload w = ShiftingWorkload.jobs(ShiftingWorkload.phases(1500), seed);
      for (String o : List.of("fcfs","sjf","srsf","f1","wfp3","unicep","ljf")) {
        try {
        LivedJobs l = LivedJobs.fixed(w, OnlineExperiment.strategy(o));
        StringBuilder s = new StringBuilder(seed + " " + o + " all " + f(l.mean(0,6000)));
        for (int p = 0; p < 4; p++) s.append(" | ").append(f(l.mean(1500*p,1500*p+1500)));
        s.append(" calm ");
        for (int p = 0; p < 1500; p+=100) s.append(" ").append(f(l.mean(p,p+100)));
        System.out.println(s);
        } catch (RuntimeException e) { System.out.println(o + e.getMessage()); }
      }
    }
  }
  static String f(double d) { return String.format("%.2f", d); }
}
final class Scratch2 {
  public static void main(String[] a) {
    String fb = a[1];
    for (int seed = Integer.parseInt(a[0]); seed <= Integer.parseInt(a[2]); seed++) {
      ListedWorkload w = ShiftingWorkload.jobs(ShiftingWorkload.phases(Integer.parseInt(a[3])), seed);
      long t0=System.nanoTime();
      OnlineSimulation run = OnlineExperiment.online(w, fb, seed, a.length>4? List.of(KnownOrders.standard()) : OnlineExperiment.makers(seed));
      int n=(int)w.size();
      LivedJobs l = new LivedJobs(n);
      run.run(io.berth.core.journal.Journal.NONE, l);
      LivedJobs b = LivedJobs.fixed(w, OnlineExperiment.strategy("sjf"));
      LivedJobs f = LivedJobs.fixed(w, OnlineExperiment.strategy(fb));
      System.out.println("seed "+seed+" "+fb+" live " + Scratch.f(l.mean(0,n)) + " sjf " + Scratch.f(b.mean(0,n))+ " fallback "+Scratch.f(f.mean(0,n))+" regret " + Scratch.f(100*(l.mean(0,n)/b.mean(0,n)-1))+" % looks " + run.status().memory().looks()+" s "+(System.nanoTime()-t0)/1000000000L);
      run.changes().forEach(c -> System.out.println("    " + c.kind()+" "+c.id()+" "+c.why()));
      run.status().memory().changes().forEach(c -> System.out.println("  " + c));
      for (int p=0;p<n;p+=250) System.out.print(p+": "+Scratch.f(l.mean(p,p+250))+"/"+Scratch.f(b.mean(p,p+250))+"/"+Scratch.f(f.mean(p,p+250))+"  ");
      System.out.println();
    }
  }
}
