package io.rpcstress.driver.mml;

import io.rpcstress.contract.Item;
import io.rpcstress.contract.mml.Message;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.List;
import java.util.function.Function;

/**
 * One operation as messages: the one line that MML needs for it. Stateless and safe for use by many
 * threads.
 */
record MmlMethod<Q, R, A extends Message>(
    Function<Q, Message> call, Class<A> answer, Function<A, R> reply) {

  static final MmlMethod<String, String, Message.Greeting> GREET =
      new MmlMethod<>(Message.GreetCall::new, Message.Greeting.class, Message.Greeting::message);

  static final MmlMethod<List<Item>, List<Item>, Message.Echo> LIST_ECHO =
      new MmlMethod<>(Message.EchoCall::new, Message.Echo.class, Message.Echo::items);

  /** What an answer contains. */
  R of(Message message) throws CallException {
    if (answer.isInstance(message)) {
      return reply.apply(answer.cast(message));
    }
    if (message instanceof Message.Refused refused) {
      throw new CallException(FailureKind.REFUSED, refused.why());
    }
    throw new CallException(
        FailureKind.PROTOCOL, "a reply of the class " + message.getClass().getSimpleName());
  }
}
