package io.rpcstress.rpcx;

import io.rpcstress.rpcx.FaultProxy.Fault;
import io.rpcstress.rpcx.FaultSuite.Broken;
import io.rpcstress.rpcx.FaultSuite.Case;
import io.rpcstress.rpcx.FaultSuite.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The long form of {@link FaultSuite}: every fault, on every wire, at every offset of HELLO and the
 * calls, and at some of the large reply.
 *
 * <pre>java -cp rpcx/bench/target/rpcx-bench.jar io.rpcstress.rpcx.FaultRun [STEP]</pre>
 *
 * <p>STEP is the distance of two offsets, 1 by default. Prints how many cases each fault had, and
 * those that broke a rule. Ends with 0 if none did, 1 if one did, 2 after misuse.
 */
final class FaultRun {
  /** More than HELLO and all requests, and all replies but the large one, have in bytes. */
  private static final int NEAR = 600;

  /** The end of the large reply. */
  private static final int FAR = 20_600;

  /** How much less often offsets are between them. */
  private static final int FAR_STEPS = 100;

  private static final int MAX_PRINTED = 20;

  private FaultRun() {}

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 1 || (args.length == 1 && !args[0].matches("[1-9]\\d{0,3}"))) {
      System.err.println("usage: FaultRun [STEP]: STEP is 1 to 9999");
      System.exit(2);
    }
    int step = args.length == 0 ? 1 : Integer.parseInt(args[0]);
    int broken = 0;
    try (FaultSuite suite = new FaultSuite()) {
      for (Fault fault : Fault.values()) {
        broken += run(suite, fault, step);
      }
    }
    System.out.println(broken == 0 ? "none broke the rules" : broken + " broke the rules");
    System.exit(broken == 0 ? 0 : 1);
  }

  private static int run(FaultSuite suite, Fault fault, int step) throws InterruptedException {
    List<Case> cases = new ArrayList<>();
    for (Wire wire : Wire.values()) {
      cases.addAll(FaultSuite.cases(wire, fault, offsets(step)));
    }
    // Requests end long before: what would happen to them there never does.
    cases.removeIf(each -> each.up() == fault && each.offset() > NEAR);
    long begin = System.nanoTime();
    List<Broken> broken = suite.run(cases);
    suite.nothingIsLeft();
    System.out.printf(
        "%-16s %6d cases, %d broke the rules, %.0f s%n",
        fault, cases.size(), broken.size(), (System.nanoTime() - begin) / 1e9);
    broken.stream().limit(MAX_PRINTED).forEach(System.out::println);
    return broken.size();
  }

  private static int[] offsets(int step) {
    IntStream near = IntStream.iterate(0, offset -> offset < NEAR, offset -> offset + step);
    IntStream far =
        IntStream.iterate(NEAR, offset -> offset < FAR, offset -> offset + FAR_STEPS * step);
    return IntStream.concat(near, far).toArray();
  }
}
