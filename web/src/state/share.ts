// Whether the dialogue with the link is open.
import { signal } from '@preact/signals';

export const shareOpen = signal(false);
