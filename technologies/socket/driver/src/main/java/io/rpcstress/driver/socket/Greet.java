package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.driver.CallException;

/** greet: a name, answered by the greeting. */
final class Greet implements MessageFormat<String, String> {

  @Override
  public Call call(long id, String name) {
    return Call.greet(id, name);
  }

  @Override
  public String reply(Answer answer) throws CallException {
    if (answer.kind() != Answer.Kind.GREETING) {
      throw MessageFormat.unexpected(answer);
    }
    return answer.text();
  }
}
