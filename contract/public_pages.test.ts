import { expect, test } from 'vitest';
import { publicColors, readColor } from './public_pages.ts';

test('a color is six digits, in whatever case', () => {
  expect(readColor(' #2b9281 ')).toBe('#2B9281');
  for (const wrong of ['', '#fff', '2b9281', '#2b92810', 'red', '#2b928g'])
    expect(readColor(wrong)).toBeNull();
});

test('words in any color of a workspace can be read on both grounds', () => {
  const luminance = (hex: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: string, other: string): number => {
    const [a, b] = [luminance(one), luminance(other)].toSorted((x, y) => y - x) as [number, number];
    return (a + 0.05) / (b + 0.05);
  };
  for (const color of ['#FFFFFF', '#000000', '#FFEE00', '#0000FF', '#2B9281', '#7F7F7F', '#FF0000']) {
    const { light, dark } = publicColors(color);
    for (const ground of ['#ffffff', '#f3f4f8'])
      expect(contrast(light, ground), color).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['#15171c', '#1d1f26'])
      expect(contrast(dark, ground), color).toBeGreaterThanOrEqual(4.5);
  }
  // what can be read already stays as it is
  expect(publicColors('#0000FF').light).toBe('#0000ff');
  expect(publicColors('#FFEE00').dark).toBe('#ffee00');
});
