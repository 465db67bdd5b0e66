import { expect, test } from 'vitest';
import { fillStatusText } from './status_text.ts';

const values = { idea: 'Dark <mode> & more', status: 'Planned', sender: 'Femke {idea}' };

test('variables of a text to start from are filled in as text, and nothing else is touched', () => {
  expect(fillStatusText('<p>“{idea}” is {status}. {sender}</p>', values)).toBe(
    '<p>“Dark &lt;mode&gt; &amp; more” is Planned. Femke {idea}</p>',
  );
  expect(fillStatusText('<p><a href="https://example.com/{idea}">{status}</a></p>', values)).toBe(
    '<p><a href="https://example.com/{idea}">Planned</a></p>',
  );
  expect(fillStatusText('<p>{ idea } {votes} {Idea} {}</p>', values)).toBe(
    '<p>{ idea } {votes} {Idea} {}</p>',
  );
});

test('a text of variables alone does not grow without bound', () => {
  const filled = fillStatusText('{idea}'.repeat(8_000), { ...values, idea: 'x'.repeat(255) });
  expect(filled.length).toBe(50 * 255 + 7_950 * '{idea}'.length);
});
