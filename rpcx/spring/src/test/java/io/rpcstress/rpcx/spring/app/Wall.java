package io.rpcstress.rpcx.spring.app;

import org.springframework.stereotype.Component;

/** Shows what the clock says. */
@Component
public class Wall {
  private final Clock clock;

  /** With the client that is injected. */
  public Wall(Clock clock) {
    this.clock = clock;
  }

  /** What the clock says. */
  public String look() {
    return "it is " + clock.now("Paris");
  }
}
