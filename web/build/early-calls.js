// Who is here is known before the console's code is there: the page brings it along, and with it what the screen asks
// first; or else it is asked for while the code is on its way. web/src/api/early.ts hands these answers to the first
// calls that ask the same; a call that asks anything else goes to the server as ever.
(function () {
  var calls = (window.earshotEarlyCalls = {});
  var viewer = __VIEWER_CALL__;
  function keep(key, answer) {
    // whoever asks for it hears of a failure
    answer.catch(function () {});
    calls[key] = answer;
    return answer;
  }
  function get(path) {
    return keep(
      'GET ' + path,
      fetch(path, { credentials: 'same-origin', headers: { accept: 'application/json' } }),
    );
  }
  // server/http/pages.ts has put the answers there
  var element = document.getElementById('earshot-early');
  var answers = element ? JSON.parse(element.textContent) : {};
  if (element) element.remove();
  var token = get('/clients/admin-console/token');
  if (answers.viewer) window.earshotBrought = answers;
  else {
    get('/api/account/current?basic=1');
    keep('POST /api/v2/admin/graphql ' + viewer, token.then(askViewer).catch(later));
  }
  function askViewer(response) {
    return response
      .clone()
      .json()
      .then(function (body) {
        if (typeof body.token !== 'string') return null;
        return fetch('/api/v2/admin/graphql', {
          method: 'POST',
          credentials: 'same-origin',
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            authorization: 'Bearer ' + body.token,
          },
          body: viewer,
        });
      });
  }
  // the call is then made when its time comes
  function later() {
    return null;
  }
})();
