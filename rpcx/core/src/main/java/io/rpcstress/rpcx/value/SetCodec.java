package io.rpcstress.rpcx.value;

import java.util.Collection;
import java.util.LinkedHashSet;

/** Sets: as lists; of equal elements the first one stays, in the order of the wire. */
final class SetCodec extends ListCodec {
  SetCodec(ValueCodec element) {
    super("set<", element, 1);
  }

  @Override
  Collection<Object> empty() {
    return new LinkedHashSet<>();
  }
}
