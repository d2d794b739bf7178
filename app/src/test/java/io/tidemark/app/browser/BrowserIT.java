package io.tidemark.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserIT {

  @Test
  void complaintsRequestsSizeAndColoursOfAPageAreRead(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("page.html");
    Files.writeString(
        page,
        """
        <!doctype html><title>t</title><p id="text">hidden</p><script>
        console.error('wrong');
        fetch('http://elsewhere.example/').catch(() => {});
        const dark = matchMedia('(prefers-color-scheme: dark)').matches;
        document.getElementById('text').textContent = innerWidth + (dark ? ' dark' : ' light');
        </script>""");
    try (Browser browser = Browser.open()) {
      browser.resize(390, 800);
      browser.prefer("dark");

      browser.go(page.toUri());

      assertThat(browser.await("the text", Browser::text)).isEqualTo("390 dark");
      assertThat(browser.complaints()).anyMatch(line -> line.contains("wrong"));
      assertThat(browser.requests()).anyMatch(url -> url.contains("elsewhere.example"));
    }
  }
}
