package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.ServiceCentre;
import org.springframework.context.ApplicationEvent;

/** The application's service centre listens. */
public final class RpcxServerStartedEvent extends ApplicationEvent {
  private static final long serialVersionUID = 1L;

  private final transient ServiceCentre centre;

  /**
   * Makes the event.
   *
   * @param source who started it
   * @param centre what was started
   */
  public RpcxServerStartedEvent(RpcxServer source, ServiceCentre centre) {
    super(source);
    this.centre = centre;
  }

  /** What was started. */
  public ServiceCentre centre() {
    return centre;
  }
}
