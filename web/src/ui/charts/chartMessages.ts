/** Texts of charts. */
export const chartMessages = {
  chart: 'Chart',
  table: 'Table',
  view: 'Show as',
  showAsTable: 'Show as table',
  showAsChart: 'Show as chart',
  /** Said of a chart before anything in it is reached. */
  help: 'Left and right move by a period.',
  none: '–',
  period: 'Period',
  nothing: 'Nothing in this time.',
  export: 'Export',
  exportTo: {
    png: 'Picture (PNG)',
    svg: 'Drawing (SVG)',
    csv: 'Table (CSV)',
    xlsx: 'Workbook (XLSX)',
  },
  exportFailed: 'We could not make the file. Try another format.',
  /** 'February 2026. Quote approval 55, Driving time 18.' */
  spoken: (period: string, values: readonly string[], changes: readonly string[]) =>
    `${period}. ${values.join(', ')}.${changes.length === 0 ? '' : ` ${changes.join(' ')}`}`,
  value: (name: string, value: string) => `${name} ${value}`,
} as const;
