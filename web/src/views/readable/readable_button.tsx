// Opens "What can I drop?".
import { readableOpen } from '../../app/open.ts';
import { Button } from '../../components/basics.tsx';

export function ReadableButton({ small = false }: { small?: boolean }) {
  return (
    <Button
      small={small}
      aria-haspopup="dialog"
      onClick={() => {
        readableOpen.value = true;
      }}
    >
      What can I drop?
    </Button>
  );
}
