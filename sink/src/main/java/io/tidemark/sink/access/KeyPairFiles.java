package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A certificate chain and its key, from PEM files (RFC 7468); the key in PKCS #8, as {@code openssl
 * req} writes it.
 */
public record KeyPairFiles(KeyStore keys) {

  /** Java wants a password for a key store, although this one never leaves the process. */
  private static final String PASSWORD = "in-memory";

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /**
   * Reads certificate and key.
   *
   * @throws Refusal when a file cannot be read, or the key is not the certificate's
   */
  static KeyPairFiles read(Path certificate, Path key) {
    Certificate[] chain = chain(certificate);
    PublicKey known = chain[0].getPublicKey();
    try {
      PrivateKey own = KeyFactory.getInstance(known.getAlgorithm()).generatePrivate(spec(key));
      if (!belong(own, known)) {
        throw notTheKey(key, certificate);
      }
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(null, null);
      keys.setKeyEntry("web", own, PASSWORD.toCharArray(), chain);
      return new KeyPairFiles(keys);
    } catch (GeneralSecurityException | IOException e) {
      throw notTheKey(key, certificate);
    }
  }

  public String password() {
    return PASSWORD;
  }

  private static Certificate[] chain(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(new Certificate[0]);
      if (chain.length > 0) {
        return chain;
      }
    } catch (IOException | GeneralSecurityException e) {
      // Refused below, like a file without a certificate.
    }
    throw new Refusal("cert_file '" + file + "': want a PEM file with a certificate");
  }

  private static PKCS8EncodedKeySpec spec(Path file) {
    try {
      Matcher pem = PKCS8.matcher(Files.readString(file, US_ASCII));
      if (pem.find()) {
        return new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
      }
    } catch (IOException e) {
      // Refused below, like a key of another kind.
    }
    throw new Refusal(
        "key_file '%s': want a PEM file with BEGIN PRIVATE KEY, as openssl pkcs8 -topk8 -nocrypt makes of others"
            .formatted(file));
  }

  private static boolean belong(PrivateKey own, PublicKey known) throws GeneralSecurityException {
    String algorithm =
        switch (known.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> known.getAlgorithm();
        };
    byte[] words = algorithm.getBytes(US_ASCII);
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(own);
    signing.update(words);
    Signature checking = Signature.getInstance(algorithm);
    checking.initVerify(known);
    checking.update(words);
    return checking.verify(signing.sign());
  }

  private static Refusal notTheKey(Path key, Path certificate) {
    return new Refusal("key_file '%s': is not the key of '%s'".formatted(key, certificate));
  }
}
