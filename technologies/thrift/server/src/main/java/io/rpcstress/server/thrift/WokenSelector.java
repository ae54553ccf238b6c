package io.rpcstress.server.thrift;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/**
 * A selector that does not tell when it was woken up and found nothing. Thrift takes some hundred
 * of these in a row for a defect of the JVM, and begins with another selector, to which it brings
 * none of the connections: each that is accepted wakes a selector up, so that a crowd that connects
 * and says nothing would end all others. As thread-safe as the one behind it.
 */
final class WokenSelector extends Selector {
  private final Selector own;

  /** One in the place of the system's own, which it closes. */
  WokenSelector(Selector own) {
    this.own = own;
  }

  /** The system's own one, which alone channels can be registered with. */
  static Selector own(Selector selector) {
    return selector instanceof WokenSelector woken ? woken.own : selector;
  }

  @Override
  public int select() throws IOException {
    return Math.max(1, own.select());
  }

  @Override
  public int select(long timeoutMillis) throws IOException {
    return own.select(timeoutMillis);
  }

  @Override
  public int selectNow() throws IOException {
    return own.selectNow();
  }

  @Override
  public Selector wakeup() {
    var unused = own.wakeup();
    return this;
  }

  @Override
  public Set<SelectionKey> keys() {
    return own.keys();
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    return own.selectedKeys();
  }

  @Override
  public boolean isOpen() {
    return own.isOpen();
  }

  @Override
  public SelectorProvider provider() {
    return own.provider();
  }

  @Override
  public void close() throws IOException {
    own.close();
  }
}
