import { IconDownload } from '@tabler/icons-react';
import { Button } from '../elements/Button.tsx';
import { Menu } from '../overlay/Menu.tsx';
import { useToasts } from '../toasts/Toasts.tsx';
import type { ChartPeriod, ChartSeries } from './chart.ts';
import { chartMessages as texts } from './chartMessages.ts';

const KINDS = ['png', 'svg', 'csv', 'xlsx'] as const;

/**
 * What is shown as a file: its picture as PNG and SVG, its values as CSV and XLSX.
 * @param name of the file, without its ending
 * @param drawings finds the drawings when they are asked for; without any only the values are offered
 */
export function ChartExport({
  name,
  periods,
  series,
  drawings,
}: {
  name: string;
  periods: readonly ChartPeriod[];
  series: readonly ChartSeries[];
  drawings: () => readonly SVGSVGElement[];
}) {
  const toasts = useToasts();
  const save = async (kind: (typeof KINDS)[number]) => {
    try {
      const files = await import('./chartFiles.ts');
      const fileName = `${name.replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ').trim()}.${kind}`;
      const rows = () => files.chartRows(periods, series);
      if (kind === 'csv')
        files.saveFile(fileName, new Blob([files.csvOf(rows())], { type: 'text/csv;charset=utf-8' }));
      else if (kind === 'xlsx') files.saveFile(fileName, new Blob([files.workbookOf(rows())]));
      else {
        const svg = files.svgOf(drawings(), name);
        files.saveFile(
          fileName,
          kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await files.pngOf(svg),
        );
      }
    } catch {
      toasts.show({ severity: 'error', message: texts.exportFailed });
    }
  };
  return (
    <Menu
      label={texts.export}
      items={KINDS.map((kind) => ({
        id: kind,
        label: texts.exportTo[kind],
        onSelect: () => void save(kind),
      }))}
      trigger={(props) => (
        <Button {...props} icon={<IconDownload size={16} />}>
          {texts.export}
        </Button>
      )}
    />
  );
}
