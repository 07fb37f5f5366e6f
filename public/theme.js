// Sets theme, language and text direction before the first paint, and starts the built dashboard after it. In a file of
// its own, because the content security policy allows no inline scripts. It blocks rendering, except on pages of our own
// server, which renders them for the device's cookie (src/app/server/node/first-page.ts).
(function () {
  var root = document.documentElement;
  var theme = 'system';
  var locale = 'en';
  var display = '';
  var token = null;
  var session = {};
  try {
    session = JSON.parse(localStorage.getItem('commissary.session')) || {};
  } catch (_unreadable) {
    // No stored user.
  }
  try {
    token = localStorage.getItem('token');
    var chosen = localStorage.getItem('commissary.theme');
    if (chosen === 'light' || chosen === 'dark') theme = chosen;
    if (localStorage.getItem('commissary.locale') === 'ar') locale = 'ar';
    display = localStorage.getItem('commissary.display') || '';
  } catch (_blocked) {
    // Storage may be blocked: use the system's theme, without a signed-in user.
  }
  if (root.lang !== locale) {
    root.lang = locale;
    root.dir = locale === 'ar' ? 'rtl' : 'ltr';
  }
  // src/platform/web/theme.ts has the same classes.
  ['large-text', 'high-contrast'].forEach(function (name) {
    root.classList.toggle(name, display.split(' ').includes(name));
  });
  var isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', isDark);
  root.classList.remove('by-system');
  // index.html contains a static sign-in card, which is shown only on the two sign-in pages and without a token.
  var isSignIn = /^\/(login\/?)?$/.test(location.pathname) && !token;
  root.classList.toggle('shows-sign-in', isSignIn);
  // Only a built page has this attribute (scripts/vite-first-paint.ts). The page preloads its entry script.
  var built = document.currentScript.dataset;
  var entry = built.entry;
  if (!entry) return;
  // The build inserts src/platform/web/api/initial-requests.ts here.
  var initialRequests = null;
  var isOver = session.startedAt && Date.now() - session.startedAt >= 28800000;
  if (initialRequests && token && !isOver) {
    // The profile and the first rows of a permitted page are requested while the libraries load;
    // src/platform/web/api/prefetched-requests.ts passes the responses to the same calls of the dashboard.
    var user = (session.tokenSuffix === token.slice(-16) && session.user) || { allowedPages: [] };
    var pages = user.allowedPages || [];
    var mayOpen = user.isMasterAdmin || pages.includes('*') || pages.includes(location.pathname);
    var rows = (mayOpen && !location.search && initialRequests[location.pathname]) || [];
    window.commissaryPrefetched = ['users/profile'].concat(rows).map(function (path) {
      var url = location.origin + '/api/' + path;
      var headers = {
        accept: 'application/json',
        'accept-language': locale,
        authorization: 'Bearer ' + token,
      };
      var controller = new AbortController();
      var prefetched = { url: url, headers: headers };
      prefetched.abort = function () {
        controller.abort();
      };
      var options = { headers: headers, cache: 'no-store', signal: controller.signal };
      prefetched.pending = fetch(url, options).then(function (response) {
        return response.text().then(function (text) {
          prefetched.text = text;
          return (prefetched.response = new Response(text, {
            status: response.status,
            headers: response.headers,
          }));
        });
      });
      // The call that uses the response handles the failure.
      prefetched.pending.catch(function () {});
      return prefetched;
    });
  }
  // With a token, preload the chunks of every page after sign-in.
  if (token && built.next) document.head.insertAdjacentHTML('beforeend', built.next);
  // If the code can't be loaded, a new version may have been installed or the network is down. Reload once if the server
  // responds; otherwise show an error.
  var reloadedFor = 'commissary.reloaded-for';
  var showError = function () {
    var box = document.createElement('p');
    var isArabic = locale === 'ar';
    box.setAttribute('role', 'alert');
    box.style.cssText = 'position:fixed;inset:0 0 auto;padding:12px 16px;text-align:center';
    box.className = 'border-b bg-card text-sm';
    box.append(
      isArabic
        ? 'تعذّر تحميل هذه الصفحة. تحقّق من الاتصال ثم '
        : 'Couldn’t load this page. Check your connection, then ',
    );
    var again = document.createElement('a');
    again.href = location.href;
    again.className = 'underline';
    again.append(isArabic ? 'أعد تحميلها' : 'load it again');
    again.onclick = function (event) {
      event.preventDefault();
      location.reload();
    };
    box.append(again, '.');
    document.body.append(box);
  };
  var fail = function () {
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(function (response) {
      var before = entry;
      try {
        before = sessionStorage.getItem(reloadedFor);
        sessionStorage.setItem(reloadedFor, entry);
      } catch (_blocked) {
        // Without storage it is unknown whether the page has been reloaded before, so show the error.
      }
      if (response.ok && before !== entry) location.reload();
      else showError();
    }, showError);
  };
  var start = function () {
    import(entry).then(function () {
      try {
        sessionStorage.removeItem(reloadedFor);
      } catch (_blocked) {
        // Without storage there is nothing to remove.
      }
    }, fail);
  };
  // On a sign-in page, the dashboard starts after the frame that paints the card. Hidden tabs get no frames, so there it
  // starts at once.
  var startBehindCard = function () {
    if (!isSignIn || document.hidden) start();
    else
      requestAnimationFrame(function () {
        setTimeout(start);
      });
  };
  if (document.readyState !== 'loading') startBehindCard();
  else document.addEventListener('DOMContentLoaded', startBehindCard);
})();
