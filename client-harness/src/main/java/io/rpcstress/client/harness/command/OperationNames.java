package io.rpcstress.client.harness.command;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Operations;
import java.util.Iterator;

/** The names of all operations, for help texts. Picocli makes one. */
final class OperationNames implements Iterable<String> {

  @Override
  public Iterator<String> iterator() {
    return Operations.all().stream().map(Operation::name).iterator();
  }
}
