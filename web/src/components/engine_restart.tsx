// After the engine has failed: a new one, with the files that the page still holds.
import { canReadAnyAgain, restartEngine } from '../state/files.ts';
import { Button } from './basics.tsx';

export function RestartEngine() {
  return (
    <Button small kind="primary" onClick={() => void restartEngine()}>
      {canReadAnyAgain() ? 'Restart the engine and read the files again' : 'Restart the engine'}
    </Button>
  );
}
