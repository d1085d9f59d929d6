// Light, dark, or as the system has it. The choice is remembered; nothing else is stored.
import { computed, effect, signal } from '@preact/signals';

export type ThemeChoice = 'system' | 'light' | 'dark';
const storageKey = 'harmonograph.theme';

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system'; // storage may be switched off
  }
}

const systemIsDark = signal(false);
if (typeof matchMedia === 'function') {
  const query = matchMedia('(prefers-color-scheme: dark)');
  systemIsDark.value = query.matches;
  query.addEventListener('change', (event) => {
    systemIsDark.value = event.matches;
  });
}

export const themeChoice = signal<ThemeChoice>(stored());

/** What is shown. Charts draw again when it changes: their colours are custom properties of :root. */
export const theme = computed<'light' | 'dark'>(() =>
  themeChoice.value === 'system' ? (systemIsDark.value ? 'dark' : 'light') : themeChoice.value,
);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // it then lasts until the page is closed
  }
}
