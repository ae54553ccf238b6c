package io.rpcstress.driver.socket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.driver.CallException;

/** put: a key and a value, answered by whether the value is kept. */
final class PutEntry implements MessageFormat<Entry, Boolean> {

  @Override
  public Call call(long id, Entry entry) {
    return Call.put(id, entry);
  }

  @Override
  public Boolean reply(Answer answer) throws CallException {
    if (answer.kind() != Answer.Kind.KEPT) {
      throw MessageFormat.unexpected(answer);
    }
    return answer.kept();
  }
}
