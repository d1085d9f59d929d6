// Public data beside the checkout that is not part of the project: tests that read it are skipped,
// visibly, where it is absent.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const sharedFolder = fileURLToPath(new URL('../../shared', import.meta.url));
export const sharedExists = existsSync(sharedFolder);
