/** Files of what a chart shows: its picture, its drawing and its values. Made in the browser. */
import { strToU8, zipSync } from 'fflate';
import { CSV_BEGIN, csvLine, xlsxRow } from '../../../../contract/cells.ts';
import type { Cell } from '../../../../contract/cells.ts';
import type { ChartPeriod, ChartSeries } from './chart.ts';
import { chartMessages as texts } from './chartMessages.ts';

/** Rows of a table with its header: a row for each period, a column for each series. */
export function chartRows(periods: readonly ChartPeriod[], series: readonly ChartSeries[]): Cell[][] {
  return [
    [texts.period, ...series.map(({ name }) => name)],
    ...periods.map(({ name }, index) => [name, ...series.map(({ values }) => values[index] ?? null)]),
  ];
}

/** The rows as CSV, as exports have it. */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return CSV_BEGIN + rows.map(csvLine).join('');
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The rows as a workbook with one sheet; the first row stays in view. */
export function workbookOf(rows: readonly (readonly Cell[])[]): Uint8Array<ArrayBuffer> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rows.map((row, index) => xlsxRow(index + 1, row)).join('')}</sheetData></worksheet>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(XML + text)])),
  ) as Uint8Array<ArrayBuffer>;
}

/** What of a shape's look follows from the style sheet, and is written into the drawing so that it stands alone. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
];

/** Drawings below one another, as one that needs nothing else: colours and letters as they are shown now. */
export function svgOf(drawings: readonly SVGSVGElement[], title: string): string {
  const widthPx = Math.max(...drawings.map((one) => one.width.baseVal.value));
  const gapPx = 40;
  let top = gapPx;
  const parts = drawings.map((drawing) => {
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    const shown = [drawing, ...drawing.querySelectorAll<SVGElement>('*')];
    for (const [index, element] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
      const look = getComputedStyle(shown[index]!);
      element.removeAttribute('style');
      element.removeAttribute('class');
      // as attributes: the console's policy refuses styles in texts
      for (const property of LOOKS) element.setAttribute(property, look.getPropertyValue(property));
    }
    copy.setAttribute('y', String(top));
    const name = drawing.closest('section')?.getAttribute('aria-label') ?? '';
    const heading = name === '' ? '' : textAt(name, top - 8);
    top += drawing.height.baseVal.value + gapPx;
    return heading + new XMLSerializer().serializeToString(copy);
  });
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--canvas');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${top}" viewBox="0 0 ${widthPx} ${top}"><rect width="100%" height="100%" fill="${ground}"/>${textAt(title, 20)}${parts.join('')}</svg>`;
}

function textAt(text: string, y: number): string {
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--ink');
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="8" y="${y}" fill="${ink}" font-family="system-ui, sans-serif" font-size="13" font-weight="600">${safe}</text>`;
}

/** Twice the size of the screen: sharp on paper. */
const SCALE = 2;

/** A drawing as a picture. @throws Error where the browser cannot draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  image.src = address;
  await image.decode().finally(() => URL.revokeObjectURL(address));
  const canvas = document.createElement('canvas');
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob === null ? fail(new Error('no picture')) : done(blob)), 'image/png'),
  );
}

/** Hands a file to the browser. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // a browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
