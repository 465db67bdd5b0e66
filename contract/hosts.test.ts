import { expect, test } from 'vitest';
import { hostName, isSubdomainKey, tenantOfHost } from './hosts.ts';

const site = { publicHost: 'ideas.example.com:8443', defaultKey: 'demo' };

test('loopback names and the public host lead to the default subdomain', () => {
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'IDEAS.example.com', 'ideas.example.com.', 'ideas.example.com:8443']) {
    expect([host, tenantOfHost(host, site)]).toEqual([host, [{ by: 'key', key: 'demo' }]]);
  }
});

test('{key}.localhost and {key}.<public host> lead to that key first', () => {
  expect(tenantOfHost('acme.localhost:3000', site)[0]).toEqual({ by: 'key', key: 'acme' });
  expect(tenantOfHost('Acme.ideas.example.com', site)[0]).toEqual({ by: 'key', key: 'acme' });
});

test('any other name may be a cname, also one below the public host', () => {
  expect(tenantOfHost('feedback.acme.io', site)).toEqual([{ by: 'cname', cname: 'feedback.acme.io' }]);
  expect(tenantOfHost('a.b.ideas.example.com', site)).toEqual([{ by: 'cname', cname: 'a.b.ideas.example.com' }]);
  expect(tenantOfHost('acme.ideas.example.com', site)[1]).toEqual({ by: 'cname', cname: 'acme.ideas.example.com' });
});

test('what can be nobody’s leads nowhere', () => {
  for (const host of [null, undefined, '', 'acme', 'ex ample.com', 'a..b', '10.0.0.7', '[2001:db8::1]', 'x@y.io', 'evil.com/path', 'a'.repeat(300)]) {
    expect([host, tenantOfHost(host, site)]).toEqual([host, []]);
  }
});

test('a name that only ends like the public host is not below it', () => {
  expect(tenantOfHost('evilideas.example.com', site)).toEqual([{ by: 'cname', cname: 'evilideas.example.com' }]);
});

test('a host name comes without port and final dot, in lower case', () => {
  expect(hostName('Demo.Example.COM.:443')).toBe('demo.example.com');
  expect(hostName('[::1]:80')).toBe('[::1]');
});

test('keys are one lower-case label and not reserved', () => {
  expect(['demo', 'a', 'a-b-2'].every(isSubdomainKey)).toBe(true);
  expect(['', 'Demo', '-a', 'a-', 'a.b', 'a_b', 'www', 'x'.repeat(41)].some(isSubdomainKey)).toBe(false);
});
