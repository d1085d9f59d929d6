// The dialogue of everything that one can take away from the page.
import { signal } from '@preact/signals';

export const exportOpen = signal(false);
