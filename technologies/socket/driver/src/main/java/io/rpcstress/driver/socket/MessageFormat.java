package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;

/**
 * One operation as messages, whatever their language: the one class that these technologies need
 * for it. Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
interface MessageFormat<Q, R> {

  /** The message that asks. */
  Call call(long id, Q request);

  /**
   * What an answer says that is no refusal.
   *
   * @throws CallException of kind {@link FailureKind#PROTOCOL} where it answers something else
   */
  R reply(Answer answer) throws CallException;

  /**
   * What an answer says.
   *
   * @throws CallException where the server refused the call, or answered something else
   */
  default R read(Answer answer) throws CallException {
    if (answer.kind() == Answer.Kind.REFUSED) {
      throw new CallException(FailureKind.REFUSED, answer.text());
    }
    return reply(answer);
  }

  /** For an answer of another operation. */
  static CallException unexpected(Answer answer) {
    return new CallException(
        FailureKind.PROTOCOL, "the answer is " + answer.kind() + ", which was not asked for");
  }
}
