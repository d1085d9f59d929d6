// The list of keys, and the field for pasted text.
import { useRef } from 'preact/hooks';
import { Button, Field } from '../components/basics.tsx';
import { Dialog } from '../components/dialog.tsx';
import { keys } from './keyboard.ts';
import { helpOpen, paste, pasteOpen } from './open.ts';

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function HelpDialog() {
  if (!helpOpen.value) return null;
  return (
    <Dialog
      title="Keyboard"
      onClose={() => {
        helpOpen.value = false;
      }}
    >
      <table class="keys">
        <tbody>
          {keys.map(([combination, meaning]) => (
            <tr key={meaning}>
              <td>
                {combination.map((key) => (
                  <kbd key={key}>{key === 'Ctrl' && onMac ? '⌘' : key}</kbd>
                ))}
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

export function PasteDialog() {
  const field = useRef<HTMLTextAreaElement>(null);
  if (!pasteOpen.value) return null;
  const close = () => {
    pasteOpen.value = false;
  };
  return (
    <Dialog title="Paste the text of a file" onClose={close}>
      <Field
        label="JSON, JSON lines, CSV or TSV"
        hint="It is read like a dropped file: recognised by its content."
      >
        {(id, hintId) => (
          <textarea
            id={id}
            aria-describedby={hintId}
            ref={field}
            rows={12}
            spellcheck={false}
            placeholder={'model,item,score\nA,1,1\nA,2,0'}
          />
        )}
      </Field>
      <div class="notice-actions">
        <Button
          kind="primary"
          onClick={() => {
            paste(field.current?.value ?? '');
            close();
          }}
        >
          Read it
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </Dialog>
  );
}
