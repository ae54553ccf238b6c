package io.rpcstress.driver.socket;

import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.driver.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** Answers each call as a test wants it. */
final class ScriptedServer extends LoopbackServer {

  /** What it does with a call. */
  interface Script {
    void answer(Call call, Messages messages, OutputStream out) throws Exception;
  }

  private final Idl idl;
  private final Script script;

  ScriptedServer(Idl idl, Script script) throws IOException {
    super(0);
    this.idl = idl;
    this.script = script;
    start();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    OutputStream out = socket.getOutputStream();
    Messages messages = idl.open(socket.getInputStream(), out, false);
    for (Call call = messages.readCall(); call != null; call = messages.readCall()) {
      script.answer(call, messages, out);
    }
  }
}
