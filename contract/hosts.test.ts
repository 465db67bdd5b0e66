import { expect, test } from 'vitest';
import { hostName, isSubdomainKey, keyProblem, ownHostProblem, tenantOfHost } from './hosts.ts';

const site = { publicHost: 'ideas.example.com:8443', defaultKey: 'demo' };

test('loopback names and the public host lead to the default subdomain', () => {
  for (const host of [
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'IDEAS.example.com',
    'ideas.example.com.',
    'ideas.example.com:8443',
  ]) {
    expect([host, tenantOfHost(host, site)]).toEqual([host, [{ by: 'key', key: 'demo' }]]);
  }
});

test('{key}.localhost and {key}.<public host> lead to that key first', () => {
  expect(tenantOfHost('acme.localhost:3000', site)[0]).toEqual({ by: 'key', key: 'acme' });
  expect(tenantOfHost('Acme.ideas.example.com', site)[0]).toEqual({ by: 'key', key: 'acme' });
});

test('[DEC-179] any other name may be a cname, but none at, below or above the public host', () => {
  expect(tenantOfHost('feedback.acme.io', site)).toEqual([{ by: 'cname', cname: 'feedback.acme.io' }]);
  expect(tenantOfHost('other.example.com', site)).toEqual([{ by: 'cname', cname: 'other.example.com' }]);
  for (const host of ['a.b.ideas.example.com', 'example.com', 'a.b.localhost'])
    expect([host, tenantOfHost(host, site)]).toEqual([host, []]);
  // a reserved word still leads to a workspace that was made before it was one
  expect(tenantOfHost('login.ideas.example.com', site)).toEqual([{ by: 'key', key: 'login' }]);
});

test('what can be nobody’s leads nowhere', () => {
  for (const host of [
    null,
    undefined,
    '',
    'acme',
    'ex ample.com',
    'a..b',
    '10.0.0.7',
    '[2001:db8::1]',
    'x@y.io',
    'evil.com/path',
    'a'.repeat(300),
  ]) {
    expect([host, tenantOfHost(host, site)]).toEqual([host, []]);
  }
});

test('a name that only ends like the public host is not below it', () => {
  expect(tenantOfHost('evilideas.example.com', site)).toEqual([
    { by: 'cname', cname: 'evilideas.example.com' },
  ]);
});

test('a host name comes without port and final dot, in lower case', () => {
  expect(hostName('Demo.Example.COM.:443')).toBe('demo.example.com');
  expect(hostName('[::1]:80')).toBe('[::1]');
});

test('keys are one lower-case label and not reserved', () => {
  expect(['demo', 'a', 'a-b-2'].every(isSubdomainKey)).toBe(true);
  expect(['', 'Demo', '-a', 'a-', 'a.b', 'a_b', 'xn--bcher-kva', 'x'.repeat(41)].some(isSubdomainKey)).toBe(
    false,
  );
  for (const key of ['www', 'login', 'admin', 'mail', 'api', 'auth', 'postmaster', 'autodiscover', 'static'])
    expect(keyProblem(key), key).toContain('has another meaning');
  for (const key of ['', 'Demo', '-a', 'a.b', 'xn--bcher-kva', 'x'.repeat(41)])
    expect(keyProblem(key), key).not.toBeNull();
  expect(['demo', 'acme', 'a1', 'support-team'].map(keyProblem)).toEqual([null, null, null, null]);
});

test('a host name of a workspace’s own: what is refused, with the reason and the form that is taken', () => {
  const refused: [string, RegExp][] = [
    ['', /whole name such as feedback\.example\.com/],
    ['ideas.example.com', /belong to this installation/],
    ['acme.ideas.example.com', /belong to this installation/],
    ['www.ideas.example.com', /belong to this installation/],
    ['a.b.ideas.example.com', /belong to this installation/],
    ['example.com', /at, below and above ideas\.example\.com/],
    ['IDEAS.Example.com', /belong to this installation/],
    ['*.acme.io', /wildcard/],
    ['xn--bcher-kva.io', /xn--/],
    ['feedback.xn--bcher-kva.io', /xn--/],
    ['bücher.io', /letters a to z/],
    ['аcme.io', /letters a to z/],
    ['feedback.acme.io.', /without a dot at its end/],
    ['feedback.acme.io:8443', /without a port/],
    ['https://feedback.acme.io', /without https/],
    ['feedback.acme.io/ideas', /path/],
    ['owner@feedback.acme.io', /user name/],
    ['203.0.113.7', /IP address/],
    ['203.0.113.7:80', /IP address/],
    ['127.1', /IP address/],
    ['0x7f.1', /IP address/],
    ['2130706433', /IP address/],
    ['[2001:db8::1]', /IP address/],
    ['2001:db8::1', /IP address/],
    ['localhost', /this machine alone/],
    ['acme.localhost', /this machine alone/],
    ['acme', /dots between/],
    ['a..io', /dots between/],
    ['-a.io', /dots between/],
    ['a_b.io', /dots between/],
    ['a b.io', /dots between/],
    ['acme.i0', /dots between/],
    [`${'a'.repeat(64)}.io`, /dots between/],
    [`${'a.'.repeat(130)}io`, /dots between/],
    ['www.acme.io', /cannot begin with 'www\.'/],
    ['Login.acme.io', /cannot begin with 'login\.'/],
    ['mail.acme.io', /another meaning/],
    ['api.acme.io', /another meaning/],
    ['admin.acme.io', /another meaning/],
  ];
  for (const [name, reason] of refused) expect(ownHostProblem(name, site.publicHost), name).toMatch(reason);
  for (const name of [
    'feedback.acme.io',
    'Feedback.ACME.io',
    'acme.io',
    'other.example.com',
    'evilideas.example.com',
    '7.acme.io',
  ])
    expect(ownHostProblem(name, site.publicHost), name).toBeNull();
  expect(ownHostProblem('feedback.acme.io', '127.0.0.1:3000')).toBeNull();
});
