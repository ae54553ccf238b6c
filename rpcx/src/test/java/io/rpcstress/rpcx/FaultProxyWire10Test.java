package io.rpcstress.rpcx;

/** The same faults where the client speaks wire 1.0. */
class FaultProxyWire10Test extends FaultProxyTest {
  @Override
  int methodNumbers() {
    return 0;
  }
}
