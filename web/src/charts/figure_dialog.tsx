// A chart as a file for a paper: how wide, in which colours, as what. Shows what will be saved and how large it is.

import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { Button } from '../components/basics.tsx';
import { Dialog } from '../components/dialog.tsx';
import { saveBlob } from '../components/save.ts';
import { fixed } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import { chartFigure, figureHeight, figurePng } from './export.ts';
import {
  COLUMN_MM,
  type FigureLook,
  type FigureSettings,
  type FigureWidth,
  figurePaper,
  PAGE_MM,
  printTheme,
} from './figure.ts';
import { figureFooter, footerText } from './footer.ts';
import { readTheme } from './theme.ts';
import './figure_dialog.css';

type Format = 'svg' | 'png';

/** What was chosen last holds for the next chart too: the figures of a paper are alike. */
const last: FigureSettings & { format: Format; scale: number } = {
  width: 'page',
  look: 'print',
  format: 'svg',
  scale: 2,
};

const widths: [FigureWidth, string][] = [
  ['column', `One column, ${COLUMN_MM} mm`],
  ['page', `Two columns, ${PAGE_MM} mm`],
  ['screen', 'As on the screen'],
];
const looks: [FigureLook, string][] = [
  ['print', 'For print: white paper, dark ink'],
  ['shown', 'As shown'],
];
const scales = [1, 2, 3];

interface FigureDialogProps {
  chart: Chart;
  screenWidth: number;
  onClose: () => void;
}

export function FigureDialog({ chart, screenWidth, onClose }: FigureDialogProps) {
  const [chosen, setChosen] = useState({ ...last });
  const [failure, setFailure] = useState('');
  const [preview, setPreview] = useState('');
  const choose = (change: Partial<typeof last>) => {
    Object.assign(last, change);
    setChosen({ ...last });
  };
  const { width, look, format, scale } = chosen;
  const footer = footerText(figureFooter.value, chart.basis);
  const paper = useMemo(() => figurePaper(width, screenWidth), [width, screenWidth]);
  const height = useMemo(() => figureHeight(chart, paper, footer), [chart, paper, footer]);
  const make = () => chartFigure(chart, look === 'print' ? printTheme : readTheme(), paper, footer);
  const fail = (error: unknown) =>
    setFailure(`The figure could not be made: ${error instanceof Error ? error.message : String(error)}.`);

  useEffect(() => {
    let gone = false;
    let address = '';
    setFailure('');
    make().then(({ svg }) => {
      if (gone) return;
      address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      setPreview(address);
    }, fail);
    return () => {
      gone = true;
      if (address !== '') URL.revokeObjectURL(address);
    };
  }, [chart, paper, look, footer]);

  const save = async () => {
    setFailure('');
    try {
      const figure = await make();
      const name = `${chart.name}${width === 'screen' ? '' : `, ${width === 'column' ? COLUMN_MM : PAGE_MM} mm`}`;
      if (format === 'svg') saveBlob(`${name}.svg`, new Blob([figure.svg], { type: 'image/svg+xml' }));
      else saveBlob(`${name}${scale === 1 ? '' : `, ${scale}x`}.png`, await figurePng(figure, scale));
    } catch (error) {
      fail(error);
    }
  };

  const mm = (units: number) => fixed(units * paper.mmPerUnit, 0);
  const pixels = (units: number) => String(Math.round(units * scale));
  const size =
    format === 'svg'
      ? `${mm(paper.units)} × ${mm(height)} mm`
      : `${pixels(Number(paper.units.toFixed(2)))} × ${pixels(height)} pixels, ${mm(paper.units)} × ${mm(height)} mm`;

  return (
    <Dialog title="Figure" onClose={onClose}>
      <div class="figure-dialog">
        <div class="figure-choices">
          <Choices legend="Width" options={widths} value={width} onChoose={(one) => choose({ width: one })} />
          <Choices legend="Colours" options={looks} value={look} onChoose={(one) => choose({ look: one })} />
          <Choices
            legend="Format"
            options={[
              ['svg', 'SVG, of vectors'],
              ['png', 'PNG, of pixels'],
            ]}
            value={format}
            onChoose={(one) => choose({ format: one })}
          />
          {format === 'png' && (
            <Choices
              legend="Pixels"
              options={scales.map((one) => [one, `${one}×`])}
              value={scale}
              onChoose={(one) => choose({ scale: one })}
            />
          )}
        </div>
        <p class="small quiet" role="status">
          {size}
          {width === 'screen' ? '' : ', text of 8 points and more'}
        </p>
        <div class="figure-preview">
          {preview !== '' && <img src={preview} alt={`What will be saved: ${chart.summary}`} />}
        </div>
        {failure !== '' && (
          <p class="small chart-failure" role="alert">
            {failure}
          </p>
        )}
        <div class="notice-actions">
          <Button kind="primary" onClick={save}>
            Save {format.toUpperCase()}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Choices<Value extends string | number>({
  legend,
  options,
  value,
  onChoose,
}: {
  legend: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend class="small">{legend}</legend>
      {options.map(([one, words]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} /> {words}
        </label>
      ))}
    </fieldset>
  );
}
