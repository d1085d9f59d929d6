// Groups of tasks that the files or their names propose: one benchmark for each task, or one for all of them.
import { useState } from 'preact/hooks';
import { Panel } from '../../components/basics.tsx';
import type { ImportReport, TaskGroup } from '../../engine/results.ts';
import { mergeGroup } from '../../state/files.ts';
import { isReading } from '../../state/store.ts';
import { count, counted } from '../../verdict/numbers.ts';
import './task_groups.css';

export function TaskGroups({ loaded }: { loaded: ImportReport }) {
  if (loaded.groups.length === 0) return null;
  return (
    <Panel
      title="Groups of tasks"
      lead="Some benchmarks come as many tasks. As one benchmark they have one average, and the task is a category of its items that can be compared with the induced subdomains."
    >
      {loaded.groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </Panel>
  );
}

function Group({ group }: { group: TaskGroup }) {
  const [busy, setBusy] = useState(false);
  const choose = async (merged: boolean) => {
    setBusy(true);
    try {
      await mergeGroup(group.name, merged);
    } finally {
      setBusy(false);
    }
  };
  const tasks = counted(group.tasks.length, 'task');
  const options: [boolean, string][] = [
    [false, `${counted(group.tasks.length, 'benchmark')}, one for each task`],
    [true, 'one benchmark, the task as category'],
  ];
  return (
    <fieldset class="task-group" disabled={busy || isReading.value} aria-busy={busy}>
      <legend>
        <strong class="mono">{group.name}</strong>{' '}
        <span class="small quiet">
          {tasks}, {group.source === 'names' ? 'by their names' : 'as a results file groups them'}
        </span>
      </legend>
      <div class="task-group-options">
        {options.map(([merged, words]) => (
          <label key={words}>
            <input
              type="radio"
              name={`group-${group.name}`}
              checked={group.merged === merged}
              onChange={() => void choose(merged)}
            />{' '}
            {words}
          </label>
        ))}
      </div>
      <details class="small">
        <summary>The {count(group.tasks.length)} tasks</summary>
        <p class="mono task-group-tasks">{group.tasks.join(', ')}</p>
      </details>
    </fieldset>
  );
}
