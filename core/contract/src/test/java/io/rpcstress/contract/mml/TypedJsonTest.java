package io.rpcstress.contract.mml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.contract.ListEcho;
import java.io.ByteArrayInputStream;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What technologies/mml/README.md says that no message is. */
class TypedJsonTest {

  /** Its quotes are single, and its classes have short names, but for what is wrong with them. */
  private static void assertIsNone(String message) {
    String json =
        message
            .replace('\'', '"')
            .replace("MML", "io.rpcstress.contract.mml.Message")
            .replace("ITEM", "io.rpcstress.contract.Item");
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> TypedJson.read(new ByteArrayInputStream(json.getBytes(UTF_8))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "7",
        "{}",
        "{'name':'Ada'}",
        "{'@type':'java.lang.Runtime','name':'Ada'}",
        "{'@type':'java.util.HashSet'}",
        "{'@type':'GreetCall','name':'Ada'}",
        "{'@type':'MML$GreetCall','name':'Ada'}",
        "{'@type':'ITEM','id':1,'name':'a','quantity':1,'active':true}",
        "{'@type':'MML.GreetCall'}",
        "{'@type':'MML.GreetCall','name':null}",
        "{'@type':'MML.GreetCall','name':7}",
        "{'@type':'MML.GreetCall','name':'Ada','more':1}",
        "{'@type':'MML.GreetCall','name':'Ada'} {}",
        "{'@type':'MML.EchoCall','items':[{}]}",
        "{'@type':'MML.EchoCall','items':[[[[[[[[[]]]]]]]]]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'java.net.URL'}]}",
        "{'@type':'MML.EchoCall','items':''}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':1,'name':'a','quantity':'1','active':true}]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':1,'name':'a','quantity':1.5,'active':true}]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':1e3,'name':'a','quantity':1,'active':true}]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':9223372036854775808,'name':'a','quantity':1,'active':true}]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':1,'name':'a','quantity':2147483648,'active':true}]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':1,'name':'a','quantity':1,'active':1}]}",
        "{'@type':'MML.EchoCall','items':[{'@type':'ITEM','id':1,'name':'a','quantity':1,'active':'true'}]}",
      })
  void whatIsNoMessageIsNotRead(String message) {
    assertIsNone(message);
  }

  @Test
  void aListIsNotReadToItsEndThatHasFarTooManyElements() {
    String items = String.join(",", Collections.nCopies(20 * ListEcho.MAX_ELEMENTS, "null"));
    assertIsNone("{'@type':'MML.EchoCall','items':[" + items + "]}");
  }
}
