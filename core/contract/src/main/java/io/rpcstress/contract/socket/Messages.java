package io.rpcstress.contract.socket;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Put;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one connection. One thread may read while another writes; no two may read, or
 * write, at once. After an exception the connection is out of step: close it.
 */
public interface Messages {
  /**
   * No message is longer, bytes, and none is read whose announced length is: the longest entry and
   * what each language puts around it.
   */
  int MAX_BYTES = Math.max(Greeting.MAX_NAME_BYTES, Put.MAX_KEY_BYTES + Put.MAX_VALUE_BYTES) + 1024;

  void write(Call call) throws IOException;

  /**
   * Reads the next call.
   *
   * @return null where the stream ends and no call has started
   * @throws MalformedMessageException where it is none, or too long
   * @throws IOException where the stream fails, or ends amid a call
   */
  @Nullable Call readCall() throws IOException;

  void write(Answer answer) throws IOException;

  /**
   * Reads the next answer.
   *
   * @return null where the stream ends and no answer has started
   * @throws MalformedMessageException where it is none, or too long
   * @throws IOException where the stream fails, or ends amid an answer
   */
  @Nullable Answer readAnswer() throws IOException;
}
