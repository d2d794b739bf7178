package io.tidemark.sink.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebConfigTest {

  private static final String HASH = "$2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu";
  private static final String TLS =
      "tls_server_config:\n  cert_file: cert.pem\n  key_file: key.pem\n";

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("web.yml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void aCertificateAndItsKeyAreFoundBesideTheFile(String algorithm) throws Exception {
    Certified.in(folder, algorithm);

    WebConfig config = read(TLS + "basic_auth_users:\n  carol: " + HASH + "\n");

    assertThat(config.scheme()).isEqualTo("https");
    assertThat(config.asksForLogIn()).isTrue();
    assertThat(config.users()).containsOnlyKeys("carol").containsValue(HASH);
    assertThat(config.toString()).contains("carol").doesNotContain("$2y$");
  }

  @Test
  void eitherHalfStandsAlone() throws Exception {
    Certified.in(folder, "EC");

    assertThat(read(TLS).asksForLogIn()).isFalse();
    assertThat(read("basic_auth_users: {carol: '" + HASH + "'}").scheme()).isEqualTo("http");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''| is empty; want tls_server_config, basic_auth_users or both",
        "hunter2| it: want keys and values",
        "tls_server: {}| tls_server is not known; want tls_server_config, basic_auth_users",
        "tls_server_config: {min_version: TLS13}| tls_server_config.min_version is not known",
        "tls_server_config: {cert_file: cert.pem}| tls_server_config.key_file: want the path",
        "tls_server_config: hunter2| tls_server_config: want keys and values",
        "basic_auth_users: {}| basic_auth_users: want at least one",
        "basic_auth_users: {carol: hunter2}| basic_auth_users.carol: want a name",
        "basic_auth_users: {carol: $2y$31$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu}"
            + "| basic_auth_users.carol: want a name",
        "basic_auth_users: {carol: hunter2| line 1 is no YAML",
        "a: &hunter2 [*hunter3]| line 1 is no YAML",
        "basic_auth_users: !!javax.script.ScriptEngineManager [hunter2]| line 1 is no YAML",
      })
  void otherContentIsRefusedByItsKeyAndNeverByItsValue(String text, String why) throws Exception {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("--web-config '" + file + "': " + why)
        .message()
        .doesNotContain("hunter", "$2y$");
  }

  @Test
  void aDuplicateKeyIsRefused() {
    assertThatThrownBy(() -> read("basic_auth_users:\n  ben: hunter2\n  ben: hunter3\n"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("has a key twice")
        .message()
        .doesNotContain("hunter");
  }

  @Test
  void filesThatAreNoneAreRefused() throws Exception {
    assertThatThrownBy(() -> WebConfig.read(file)).hasMessageContaining("can be read");
    assertThatThrownBy(() -> read(TLS)).hasMessageContaining("want a PEM file with a certificate");
    Certified.in(folder, "EC");
    Path key = folder.resolve("key.pem");
    String other = Files.readString(key).replace("PRIVATE KEY", "EC PRIVATE KEY");
    Files.writeString(key, other);
    assertThatThrownBy(() -> read(TLS))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("key_file '" + key + "': want a PEM file with BEGIN PRIVATE KEY")
        .hasMessageContaining("openssl pkcs8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void theKeyOfAnotherCertificateIsRefused(String algorithm) throws Exception {
    Certified.in(Files.createDirectory(folder.resolve("other")), algorithm);
    Certified.in(folder, "EC");
    Files.copy(
        folder.resolve("other/key.pem"),
        folder.resolve("key.pem"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(() -> read(TLS))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is not the key of");
  }

  private WebConfig read(String text) throws Exception {
    Files.writeString(file, text);
    return WebConfig.read(file);
  }
}
