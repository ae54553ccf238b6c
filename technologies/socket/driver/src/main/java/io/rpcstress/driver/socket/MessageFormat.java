package io.rpcstress.driver.socket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.function.Function;

/**
 * One operation as messages, whatever their language. Stateless and safe for use by many threads.
 *
 * @param reader reads an answer of that kind
 */
record MessageFormat<Q, R>(Writer<Q> writer, Answer.Kind answers, Function<Answer, R> reader) {
  interface Writer<Q> {
    Call call(long id, Q request);
  }

  static MessageFormat<String, String> greet() {
    return new MessageFormat<>(Call::greet, Answer.Kind.GREETING, Answer::text);
  }

  static MessageFormat<Entry, Boolean> put() {
    return new MessageFormat<>(Call::put, Answer.Kind.KEPT, Answer::kept);
  }

  Call call(long id, Q request) {
    return writer.call(id, request);
  }

  /** What an answer contains. */
  R read(Answer answer) throws CallException {
    if (answer.kind() == answers) {
      return reader.apply(answer);
    }
    throw answer.kind() == Answer.Kind.REFUSED
        ? new CallException(FailureKind.REFUSED, answer.text())
        : new CallException(
            FailureKind.PROTOCOL, "the answer is " + answer.kind() + ", which was not requested");
  }
}
