import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { initials } from './elements/Avatar.tsx';
import { trendOf } from './elements/Figures.tsx';
import { allowedStyles, inertHtml, pastedHtml } from './text/inertHtml.ts';
import { groupShortcuts } from './keyboard/ShortcutSheet.tsx';
import { moved } from './fields/sortable.ts';
import { mentionQuery } from './editor/mentions.ts';
import { useToasts } from './toasts/Toasts.tsx';

describe('small rules of the parts', () => {
  it('[ERR-012] the toast hook throws outside its provider', () => {
    const Lost = () => {
      useToasts();
      return null;
    };
    expect(() => renderToString(createElement(Lost))).toThrow(
      'Toasts can be used only inside their provider',
    );
  });

  it('initials are the first letters of the first two words', () => {
    expect(initials('Femke de Vries')).toBe('FD');
    expect(initials('  ana   ruiz ')).toBe('AR');
    expect(initials('Bo')).toBe('B');
    expect(initials('')).toBe('');
    expect(initials('😀 smile')).toBe('😀S');
    expect(initials('“Bo” (Product) Lee')).toBe('BP');
    expect(initials('<b>Zed</b> — Ray')).toBe('BR');
    expect(initials('---')).toBe('');
  });

  it('a trend compares the last value with the four before it, and within 15 % of their mean it is none', () => {
    expect(trendOf([10, 10, 10, 10, 11])).toBe('flat');
    expect(trendOf([10, 10, 10, 10, 12])).toBe('up');
    expect(trendOf([10, 10, 10, 10, 9])).toBe('flat');
    expect(trendOf([10, 10, 10, 10, 8])).toBe('down');
    expect(trendOf([0, 0, 0, 0, 1])).toBe('up');
    expect(trendOf([1, 1, 1, 1, 2])).toBe('up');
    expect(trendOf([9, 2, 2, 2, 2, 1])).toBe('down');
    expect(trendOf([3, 3, 3])).toBe('flat');
    expect(trendOf([3])).toBe('flat');
    expect(trendOf([])).toBe('flat');
  });

  it('style attributes are renamed, others that may not be there are dropped, and the text is left alone', () => {
    expect(inertHtml(`<p style='color: "red"' class=x>a &lt; style</p>`)).toBe(
      '<p data-es-style="color: &quot;red&quot;" class="x">a &lt; style</p>',
    );
    expect(inertHtml('<p>1 < 2</p>')).toBe('<p>1 < 2</p>');
    expect(inertHtml('<p STYLE=color:red>1 < 2</p>')).toBe('<p data-es-style="color:red">1 < 2</p>');
    expect(inertHtml('<img src="/files/x" onerror="alert(1)"><p onclick=a()>x</p>')).toBe(
      '<img src="/files/x"><p>x</p>',
    );
  });

  it('pasted text keeps what a word processor wrote as style', () => {
    expect(
      pastedHtml(
        '<b style="font-weight:normal"><span style="font-weight:700;color:red">bold</span> plain</b>',
      ),
    ).toBe('<b>bold</b> plain');
    expect(pastedHtml('<span style="font-style: italic; text-decoration: underline">x</span>')).toBe(
      '<i><u>x</u></i>',
    );
    expect(
      pastedHtml(
        '<table><tbody><tr><td style="a">Acme</td><td><p>12</p></td></tr><tr><td>Globex</td><td>7</td></tr></tbody></table><p>after</p>',
      ),
    ).toBe('<p>Acme |  12 </p><p>Globex | 7</p><p>after</p>');
    expect(pastedHtml('<p style="color:red" class="x">a<b>b</b></p>')).toBe('<p class="x">a<b>b</b></p>');
    expect(pastedHtml('<span class="es-mention" value="3">Ann</span></span>')).toBe(
      '<span class="es-mention" value="3">Ann</span>',
    );
  });

  it('what is not taken of a pasted text keeps the words beside it apart', () => {
    expect(pastedHtml('<a href="javascript:x">one</a><span><a href="data:y">two</a></span>')).toBe(
      '<a href="javascript:x">one</a> <a href="data:y">two</a>',
    );
    // one link, cut where it becomes bold; a word of which a part is a link
    expect(pastedHtml('<a href="/x">Ear</a><a href="/x"><b>shot</b></a>, link<a href="/y">s</a>')).toBe(
      '<a href="/x">Ear</a><a href="/x"><b>shot</b></a>, link<a href="/y">s</a>',
    );
    expect(
      pastedHtml(
        '<a href="/x"><span style="display: block">Title</span><span style="color:red;display:flex">Text</span></a>',
      ),
    ).toBe('<a href="/x"><output>Title</output><output>Text</output></a>');
    expect(pastedHtml('<span style="display:inline-block">a</span>b')).toBe('ab');
    expect(
      pastedHtml(
        'by<a href="https://a.example"><img src="https://a.example/x.png" alt="Acme &lt;3 <b>"></a>us',
      ),
    ).toBe('by<a href="https://a.example"> Acme &lt;3 &lt;b> </a>us');
    expect(pastedHtml('<img src="/files/1" alt="Ours">')).toBe('<img src="/files/1" alt="Ours">');
    expect(
      pastedHtml(
        'a<hr>b<details><summary>Sum</summary>Body</details><button>Yes</button><button>No</button>',
      ),
    ).toBe('a<br>b<details><output>Sum</output>Body</details> Yes  No ');
  });

  it('the style sheet that an office program sends along is left out', () => {
    expect(pastedHtml('<head><style>p{color:red}</style><title>Doc</title></head><p>x<o:p></o:p></p>')).toBe(
      '<head></head><p>x<o:p></o:p></p>',
    );
  });

  it('styles are limited to the allow-list', () => {
    expect(allowedStyles('color: #b00020; position: fixed; background: url(x); text-align:center;;')).toEqual(
      [
        ['color', '#b00020'],
        ['text-align', 'center'],
      ],
    );
    expect(allowedStyles('constructor: 1')).toEqual([]);
  });

  it('shortcuts are listed by group, and of those with the same keys the one that fires', () => {
    const list = [
      { id: 1, keys: 'j', label: 'Next row', group: 'Table' },
      { id: 2, keys: '/', label: 'Search', group: null },
      { id: 3, keys: 'c', label: 'Add feedback', group: 'Create' },
      { id: 4, keys: 'k', label: 'Previous row', group: 'Table' },
      { id: 5, keys: 'c', label: 'Add feedback to this idea', group: 'Idea' },
      { id: 6, keys: 'j', label: 'Next row', group: 'Table' },
    ];
    expect(
      groupShortcuts(list).map(({ group, shortcuts }) => [group, ...shortcuts.map(({ id }) => id)]),
    ).toEqual([
      ['General', 2],
      ['Table', 4, 6],
      ['Idea', 5],
    ]);
  });

  it('a shortcut that does nothing now stands in the list all the same, unless another one has its keys', () => {
    const list = [
      { id: 1, keys: '[', label: 'Previous page', group: 'Pages', isOff: true },
      { id: 2, keys: ']', label: 'Next page', group: 'Pages', isOff: false },
      { id: 3, keys: ']', label: 'Next idea', group: 'Pages', isOff: true },
    ];
    expect(groupShortcuts(list)[0]?.shortcuts.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('an item moves to its new place', () => {
    expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
    const ids = ['a', 'b'];
    expect(moved(ids, 'a', 0)).toBe(ids);
    expect(moved(ids, 'x', 1)).toBe(ids);
    expect(moved(ids, 'a', 5)).toBe(ids);
  });

  it('a mention begins with @ after a space and ends before the second one', () => {
    expect(mentionQuery('Ask @ana')).toEqual({ text: 'ana', length: 4 });
    expect(mentionQuery('@')).toEqual({ text: '', length: 1 });
    expect(mentionQuery('@Ana Ru')).toEqual({ text: 'Ana Ru', length: 7 });
    expect(mentionQuery('@Ana ')).toEqual({ text: 'Ana', length: 5 });
    expect(mentionQuery('(@ana')).toEqual({ text: 'ana', length: 4 });
    expect(mentionQuery('ana@example')).toBeNull();
    expect(mentionQuery('@ ana')).toBeNull();
    expect(mentionQuery('@ana  ')).toBeNull();
    expect(mentionQuery('nothing')).toBeNull();
  });
});
