// In the place of a drawn chart: its words, its data, and a button for what choosing its first point does.
interface StandInProps {
  chart: {
    title: string;
    summary: string;
    points: { at: (n: number) => { choice?: number } };
  };
  stale?: boolean;
  onChoose?: (choice: number) => void;
}

export function ChartView({ chart, stale, onChoose }: StandInProps) {
  return (
    <figure aria-label={chart.summary} data-stale={stale === true ? 'yes' : 'no'}>
      <figcaption>{chart.title}</figcaption>
      {onChoose && (
        <button type="button" class="choose" onClick={() => onChoose(chart.points.at(0).choice ?? -1)}>
          choose
        </button>
      )}
    </figure>
  );
}
