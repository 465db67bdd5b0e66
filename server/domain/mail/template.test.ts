import { describe, expect, test } from 'vitest';
import { sanitiseHtml } from '../../text/html.ts';
import { composeMail, letterColor, mailBody, type MailAddresses, type MailFrame } from './template.ts';

const addresses: MailAddresses = {
  link: (url) => `https://w.example/r/${encodeURIComponent(url)}`,
  file: (id) => `https://w.example/files/mail/${id}`,
  picture: (token) => (token === 'own' ? 'https://w.example/files/mail/p' : null),
  up: 'https://w.example/r/up/t',
  down: 'https://w.example/r/down/t',
  rate: (score) => `https://w.example/rate/${score}`,
  unsubscribe: 'https://w.example/u/t',
  open: 'https://w.example/o/t',
};
const frame: MailFrame = {
  workspace: 'Acme',
  author: 'Ada',
  kicker: 'News',
  because: 'You follow this idea.',
  files: [],
  hasReactions: true,
  canUnsubscribe: true,
  isTracked: true,
};

describe('the text of a mail', () => {
  test('keeps what the editor makes, with styles inline, and leads its links through ours', () => {
    const html = mailBody(
      '<p class="es-x">Hi <b>there</b></p><ol start="3"><li>One</li></ol><a href="https://a.example/?x=1&amp;y=2" target="_blank">go</a><br />',
      addresses,
    );
    expect(html).toContain('<b>there</b>');
    expect(html).toContain('<ol style="margin:0 0 14px;padding-inline-start:24px" start="3">');
    expect(html).toContain(`href="https://w.example/r/${encodeURIComponent('https://a.example/?x=1&y=2')}"`);
    expect(html).not.toContain('class="es-x"');
    expect(html).not.toContain('target=');
  });

  test('shows own pictures alone; of another its words', () => {
    const html = mailBody(
      '<img src="/files/own" alt="A plan"><img src="/files/other" alt="Secret &lt;b&gt;">',
      addresses,
    );
    expect(html).toContain('src="https://w.example/files/mail/p"');
    expect(html).toContain('Secret &lt;b&gt;');
    expect(html).not.toContain('/files/other');
  });

  test('nothing that was stored can leave its place, even if it was never cleaned', () => {
    const nasty = `<p style="color:red;x:&quot;onload=1">a</p><a href="javascript:alert(1)">x</a><script>alert(1)</script></td></tr></table><b>"'&lt;script&gt;`;
    const html = mailBody(nasty, addresses);
    expect(html).not.toMatch(/<script|javascript:|<\/td>|<\/table>/);
    expect(html).toContain('&lt;script&gt;');
    expect(html.match(/<b>/g)).toHaveLength(html.match(/<\/b>/g)!.length);
  });

  test('cleaned texts of all kinds come out closed', () => {
    const html = mailBody(
      sanitiseHtml('<div><p>a<ul><li>b<li>c</ul><pre>x\n y</pre><h1>t</h1><u>open')!,
      addresses,
    );
    for (const name of ['div', 'ul', 'li', 'pre', 'h1', 'u'])
      expect(html.match(new RegExp(`<${name}[ >]`, 'g'))?.length, name).toBe(
        html.match(new RegExp(`</${name}>`, 'g'))?.length,
      );
  });
});

describe('a mail', () => {
  const content = {
    heading: 'Dark <mode>',
    html: '<p>Soon. <a href="https://a.example/">More</a></p>',
    status: { name: 'Planned', hex_color: '#F0BA00' },
    idea: 'Dark <mode>',
  };

  test('has a mark for the status with letters that can be read, thumbs, the way out and the pixel', () => {
    const { html } = composeMail(content, frame, addresses);
    expect(html).toContain('Dark &lt;mode&gt;');
    expect(html).toContain('background-color:#F0BA00;color:#000000');
    for (const address of [addresses.up, addresses.down, addresses.unsubscribe, addresses.open])
      expect(html).toContain(`"${address}"`);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('dir="auto"');
  });

  test('says the same as plain text', () => {
    const { text } = composeMail(
      { ...content, button: { label: 'Open', url: 'https://b.example/' } },
      { ...frame, files: [{ id: '9', name: 'plan.pdf', size: '3 KB' }] },
      addresses,
    );
    for (const part of [
      'News',
      'Dark <mode>',
      'Status: Planned',
      'Soon. More (https://w.example/r/',
      'plan.pdf (3 KB): https://w.example/files/mail/9',
      'Open: https://w.example/r/',
      'Ada',
      `Good news: ${addresses.up}`,
      `Unsubscribe: ${addresses.unsubscribe}`,
      'Acme',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('<p');
    expect(text).not.toContain(addresses.open);
  });

  test('leaves out what is switched off', () => {
    const { html, text } = composeMail(
      { heading: 'Hi', html: null },
      { ...frame, author: null, hasReactions: false, canUnsubscribe: false, isTracked: false },
      addresses,
    );
    for (const address of [addresses.up, addresses.unsubscribe, addresses.open]) {
      expect(html).not.toContain(address);
      expect(text).not.toContain(address);
    }
    expect(html).not.toContain('No Status');
    expect(composeMail({ heading: 'Hi', html: null, status: null }, frame, addresses).html).toContain(
      'No Status',
    );
  });

  test('a colour that is none is replaced', () => {
    expect(
      composeMail({ ...content, status: { name: 'x', hex_color: 'red;"><script>' } }, frame, addresses).html,
    ).toContain('background-color:#7E8E8E');
  });
});

test('letters on a colour are black or white, whichever is read better', () => {
  expect(['#000000', '#2456C7', '#ffffff', '#F0BA00', '#7E8E8E'].map(letterColor)).toEqual([
    '#ffffff',
    '#ffffff',
    '#000000',
    '#000000',
    '#000000',
  ]);
});
