import { expect, test } from 'vitest';
import { choose, chooseNone, firstValues, noStatus, submitLabelOf, withFilledTexts } from './postStatus.ts';

const statuses = [
  { id: '1', is_default: false, default_html_text: '<p>We look at it.</p>' },
  { id: '2', is_default: true, default_html_text: '<p>We plan it.</p>' },
  { id: '3', is_default: false, default_html_text: null },
];

test('the panel begins with the status of the idea, else with the default one and its text, else with No Status', () => {
  expect(firstValues('1', statuses)).toMatchObject({
    status_id: '1',
    html: '',
    notify: false,
    reply_to: null,
    from: null,
  });
  expect(firstValues(null, statuses)).toMatchObject({ status_id: '2', html: '<p>We plan it.</p>' });
  expect(firstValues(null, [statuses[0]!])).toMatchObject({ status_id: noStatus, html: '' });
});

test('the text of a chosen status takes the place of an earlier one, never of typed text', () => {
  const begun = firstValues('3', statuses);
  const first = choose(begun, '1', '3', statuses);
  expect(first.html).toBe('<p>We look at it.</p>');
  const second = choose(first, '2', '3', statuses);
  expect(second.html).toBe('<p>We plan it.</p>');
  expect(choose(second, noStatus, '3', statuses)).toMatchObject({ status_id: noStatus, html: '' });
  // the status that the idea has brings nothing
  expect(choose(choose(begun, '1', '1', statuses), '1', '1', statuses).html).toBe('');
  const typed = { ...second, html: '<p>We plan it for May.</p>' };
  expect(choose(typed, '1', '3', statuses)).toMatchObject({
    status_id: '1',
    html: '<p>We plan it for May.</p>',
  });
  // what was emptied is nobody's text any more
  expect(choose({ ...typed, html: '<p> </p>' }, '1', '3', statuses).html).toBe('<p>We look at it.</p>');
});

test('[PANEL-069] the button says whether mail goes out and to how many, and always names what it posts', () => {
  expect(submitLabelOf(false, null)).toBe('Post Status');
  expect(submitLabelOf(false, 318)).toBe('Post Status');
  expect(submitLabelOf(true, 0)).toBe('Post Status');
  expect(submitLabelOf(true, 1318)).toBe('Post Status and email 1,318');
  expect(submitLabelOf(true, null)).toBe('Post and email…');
});

test('among statuses of the other kind nothing is chosen; what was typed stays', () => {
  const first = choose(firstValues(null, [statuses[0]!]), '1', null, statuses);
  expect(chooseNone(first)).toMatchObject({ status_id: null, html: '', filled: '' });
  expect(chooseNone({ ...first, html: '<p>In May.</p>' })).toMatchObject({
    status_id: null,
    html: '<p>In May.</p>',
  });
});

test('variables of a text to start from are filled in before it is chosen; several ideas are no one title', () => {
  const planned = {
    id: '4',
    name: 'Planned',
    hex_color: '#7E8E8E',
    is_default: true,
    default_html_text: '<p>{idea} is {status}. {sender}</p>',
    behaviour: null,
  };
  const about = (title: string | null) =>
    firstValues(null, withFilledTexts([planned], title, 'Femke de Vries')).html;
  expect(about('Dark <mode>')).toBe('<p>Dark &lt;mode&gt; is Planned. Femke de Vries</p>');
  expect(about(null)).toBe('<p>this idea is Planned. Femke de Vries</p>');
  expect(withFilledTexts([{ ...planned, default_html_text: null }], 'x', 'y')[0]).toMatchObject({
    default_html_text: null,
  });
});
