// Sets the colour scheme before the first paint. The key and the values are those of
// web/src/theme/colorScheme.ts; anything unreadable means: as the system has it.
(function () {
  var stored = 'auto';
  try {
    stored = localStorage.getItem('earshot:color-scheme') || 'auto';
  } catch {
    // Storage can be blocked; the system's choice is then right.
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
})();
