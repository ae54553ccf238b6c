package io.rpcstress.rpcx.spring.app;

import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXServer;
import java.util.concurrent.CountDownLatch;
import org.springframework.stereotype.Component;

/** A clock that stands still. */
@Component
@RPCXServer("clock")
public class ClockService {
  /** Shared by both sides: the service implements it, and the starter makes a client of it. */
  @RPCXServer("bell")
  @RPCXClient(remoteServerName = "bell")
  public interface Bell {
    /** Rings. */
    @Method("ring")
    String ring();
  }

  /** Who waits for the clock to strike. */
  public final CountDownLatch called = new CountDownLatch(1);

  /** Lets the clock strike. */
  public final CountDownLatch struck = new CountDownLatch(1);

  /** What the clock shows. */
  @Method("now")
  public String now(String zone) {
    return "noon in " + zone;
  }

  /** Waits until the clock strikes. */
  @Method(value = "strike", blocking = true)
  public String strike() throws InterruptedException {
    called.countDown();
    struck.await();
    return "dong";
  }
}
