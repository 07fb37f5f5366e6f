// Sets theme, language direction and the page's first face before anything is painted, and starts the built
// dashboard when that is. Small and blocking on purpose, and a file because the content security policy allows no
// inline script.
(function () {
  var root = document.documentElement;
  var theme = 'system';
  var token = null;
  try {
    theme = localStorage.getItem('commissary.theme') || 'system';
    token = localStorage.getItem('token');
    if (localStorage.getItem('commissary.locale') === 'ar') {
      root.lang = 'ar';
      root.dir = 'rtl';
    }
  } catch (_blocked) {
    // Storage may be blocked: the system's theme then, and nobody signed in.
  }
  var isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', isDark);
  // The static sign-in card stands in index.html; it is shown at the two sign-in addresses without a token only.
  var isSignIn = /^\/(login\/?)?$/.test(location.pathname) && !token;
  // Only the built page names its entry (scripts/vite-first-paint.ts); it is on its way already. Where the card is to
  // be seen first, it runs behind the frame that shows it, and in a tab that nobody sees, which gets no frame, at once.
  var built = document.currentScript.dataset;
  var entry = built.entry;
  // Whoever has a token goes on behind the sign-in: what every page there begins with comes beside the libraries.
  if (token && built.next) {
    built.next.split(' ').forEach(function (file) {
      var link = document.createElement('link');
      var isStyle = /\.css$/.test(file);
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      // As the import that comes for it asks.
      link.crossOrigin = '';
      link.href = file;
      document.head.append(link);
    });
  }
  var start = function () {
    if (entry) void import(entry);
  };
  document.addEventListener('DOMContentLoaded', function () {
    // Not before: half a card would be painted, and moved when the rest of it is read.
    root.classList.toggle('shows-sign-in', isSignIn);
    if (!isSignIn || document.hidden) return start();
    requestAnimationFrame(function () {
      setTimeout(start);
    });
  });
})();
